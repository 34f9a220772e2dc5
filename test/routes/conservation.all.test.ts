import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import type { Store } from '../../src/store/store.js';
import { form, type Server, serverWith } from '../helpers/server.js';

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

function send({ call }: Server, command: Command) {
  const { action, uid, location } = command;
  if (action === 'revoke') {
    return call(`/datacard/${uid}?production_entity_uid=${location}`, { method: 'DELETE' });
  }
  const amount = action === 'assign' ? { uses: command.uses } : { unlimited: 1 };
  return call(`/datacard/${uid}`, form({ production_entity_uid: location, ...amount }));
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
  type Use = { location: { attributes: { uid: string } }; quantity: number };
  const entries = assignedlocations.assignedlocation.map((use: Use) => [use.location.attributes.uid, use.quantity]);
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
