import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import type { DatacardChange, Store } from '../../src/store/store.js';
import { changesOf } from '../helpers/changes-of.js';
import { form, type Server, serverWith, withServer } from '../helpers/server.js';

const locations = ['4:1', '4:2', '5:1'];
const totals: Record<string, number> = { '14:1': 100, '14:2': -1, '14:3': 10 };

type Command =
  | { action: 'assign'; uid: string; location: string; uses: number }
  | { action: 'unlimited'; uid: string; location: string }
  | { action: 'revoke'; uid: string; location: string };

const target = { uid: fc.constantFrom(...Object.keys(totals)), location: fc.constantFrom(...locations) };
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ action: fc.constant('assign' as const), ...target, uses: fc.integer({ min: 1, max: 40 }) }),
  },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('unlimited' as const), ...target }) },
  { weight: 2, arbitrary: fc.record({ action: fc.constant('revoke' as const), ...target }) },
);

function send({ call }: Server, command: Command, request_id = 'x') {
  const { action, uid, location } = command;
  const headers = { 'X-Request-Id': request_id };
  if (action === 'revoke') {
    return call(`/datacard/${uid}?production_entity_uid=${location}`, { method: 'DELETE', headers });
  }
  const amount = action === 'assign' ? { uses: command.uses } : { unlimited: 1 };
  return call(`/datacard/${uid}`, { ...form({ production_entity_uid: location, ...amount }), headers });
}

type Assigned = Record<string, number>;

/** wire.md, “Datacards”, in a few lines: changes what is assigned and tells the status. */
function play(assigned: Assigned, command: Command, total: number): number {
  const { action, location } = command;
  const before = assigned[location] ?? 0;
  if (action === 'revoke') {
    delete assigned[location];
    return before === 0 ? 404 : 200;
  }
  if (action === 'unlimited') {
    if (total !== -1) return 409;
    assigned[location] = -1;
    return 200;
  }
  const left = total - Object.values(assigned).reduce((sum, uses) => sum + uses, 0);
  if (total !== -1 && command.uses > left) return 409;
  assigned[location] = before === -1 ? -1 : before + command.uses;
  return 200;
}

/** The uses of a datacard as the service shows them: unassigned, and by location. */
async function shown({ call }: Server, uid: string): Promise<{ uses: number; assigned: Assigned }> {
  const { uses, assignedlocations } = (await call(`/datacard/${uid}`)).json.svcapi.datacard;
  const entries = assignedlocations.assignedlocation.map(
    ({ location, quantity }: { location: { attributes: { uid: string } }; quantity: number }) => [
      location.attributes.uid,
      quantity,
    ],
  );
  return { uses, assigned: Object.fromEntries(entries) };
}

const sum = (assigned: Assigned) => Object.values(assigned).reduce((total, uses) => total + uses, 0);

async function revokeAll(store: Store): Promise<void> {
  for (const uid of Object.keys(totals)) for (const location of locations) await store.datacards.revoke(uid, location);
}

test(
  'any sequence of changes matches the model, and conserves uses',
  serverWith({ rateLimit: 1_000_000 }),
  async (t, server) => {
    const property = fc.asyncProperty(fc.array(command, { maxLength: 25 }), async (commands) => {
      await revokeAll(server.store);
      const model: Record<string, Assigned> = { '14:1': {}, '14:2': {}, '14:3': {} };
      for (const command of commands) {
        const expected = play(model[command.uid] as Assigned, command, totals[command.uid] as number);
        assert.equal((await send(server, command)).status, expected);
      }
      for (const [uid, total] of Object.entries(totals)) {
        const { uses, assigned } = await shown(server, uid);
        assert.deepEqual(assigned, model[uid]);
        assert.equal(uses, total === -1 ? -1 : total - sum(assigned));
      }
    });
    await t.notThrowsAsync(fc.assert(property, { numRuns: 60 }));
  },
);

/** The uses that follow from the audit trail. */
function replay(changes: DatacardChange[]): Assigned {
  const assigned: Assigned = {};
  for (const { location_uid, uses_before, uses_after } of changes) {
    assert.equal(uses_before, assigned[location_uid] ?? 0);
    assigned[location_uid] = uses_after;
    if (uses_after === 0) delete assigned[location_uid];
  }
  return assigned;
}

/** Works on the items with so many at a time that every kind of change meets every other. */
async function concurrently<T, R>(items: T[], work: (item: T, index: number) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: 25 }, worker));
  return results;
}

test(
  'six hundred concurrent changes conserve uses, and the audit trail has exactly the acknowledged ones',
  serverWith({ rateLimit: 1_000_000 }),
  async (t, server) => {
    const { store } = server;
    await revokeAll(store);
    const commands = fc.sample(command, { numRuns: 600, seed: 42 });
    const answers = await concurrently(commands, (command, index) => send(server, command, `change-${index}`));
    t.deepEqual([...new Set(answers.map(({ status }) => status))].sort(), [200, 404, 409]);
    for (const [uid, total] of Object.entries(totals)) {
      const { uses, assigned } = await shown(server, uid);
      t.is(uses, total === -1 ? -1 : total - sum(assigned));
      t.true(total === -1 || uses >= 0);
      const changes = await changesOf(store, uid);
      t.true(changes.some(({ action }) => action === 'revoke'));
      t.deepEqual(replay(changes), assigned);
      const acknowledged = commands.flatMap((command, index) =>
        command.uid === uid && answers[index]?.status === 200 ? [`change-${index}`] : [],
      );
      t.deepEqual(changes.map(({ request_id }) => request_id).sort(), acknowledged.sort());
    }
  },
);

test('of many concurrent assignments exactly as many succeed as there are uses', withServer, async (t, server) => {
  const calls = Array.from({ length: 300 }, (_, index) => locations[index % 3] as string);
  const assign = (location: string) => send(server, { action: 'assign', uid: '14:1', location, uses: 1 });
  const statuses = (await concurrently(calls, assign)).map(({ status }) => status);
  t.is(statuses.filter((status) => status === 200).length, 100);
  t.is(statuses.filter((status) => status === 409).length, 200);
  const { uses, assigned } = await shown(server, '14:1');
  t.is(uses, 0);
  t.is(sum(assigned), 100);
});
