import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { ask } from '../helpers/ask.js';
import { type Server, serverWith } from '../helpers/server.js';

const places = ['4:1', '4:2', '5:1'];
const totals: Record<string, number> = { '14:1': 100, '14:2': -1, '14:3': 10 };

interface Command {
  uid: string;
  place: string;
  /** The uses to assign, -1 for unlimited ones, or 0 to revoke. */
  uses: number;
}

const command: fc.Arbitrary<Command> = fc.record({
  ...{ uid: fc.constantFrom(...Object.keys(totals)), place: fc.constantFrom(...places) },
  uses: fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 40 }) },
    { weight: 1, arbitrary: fc.constant(-1) },
    { weight: 2, arbitrary: fc.constant(0) },
  ),
});

function send(server: Server, { uid, place, uses }: Command) {
  if (uses === 0) return ask(server, `DELETE /datacard/${uid}?production_entity_uid=${place}`);
  const amount = uses === -1 ? 'unlimited=1' : `uses=${uses}`;
  return ask(server, `POST /datacard/${uid} production_entity_uid=${place}&${amount}`);
}

type Assigned = Record<string, number>;

const sum = (assigned: Assigned) => Object.values(assigned).reduce((total, uses) => total + uses, 0);

/** wire.md, “Datacards”, in a few lines: changes what is assigned, and returns the status. */
function play(assigned: Assigned, { place, uses }: Command, total: number): number {
  const before = assigned[place] ?? 0;
  if (uses === 0) {
    delete assigned[place];
    return before === 0 ? 404 : 200;
  }
  if (total !== -1 && (uses === -1 || uses > total - sum(assigned))) return 409;
  assigned[place] = uses === -1 || before === -1 ? -1 : before + uses;
  return 200;
}

/** The uses of a datacard as the service shows them: unassigned, and by place. */
async function shown(server: Server, uid: string): Promise<{ uses: number; assigned: Assigned }> {
  const { uses, assignedlocations } = (await ask(server, `GET /datacard/${uid}`)).json.svcapi.datacard;
  type Use = { location: { attributes: { uid: string } }; quantity: number };
  const entries = assignedlocations.assignedlocation.map((use: Use) => [use.location.attributes.uid, use.quantity]);
  return { uses, assigned: Object.fromEntries(entries) };
}

const unlimited = serverWith({ rateLimit: 1_000_000 });

test('any sequence of changes matches the model, and conserves uses', unlimited, async (t, server) => {
  const property = fc.asyncProperty(fc.array(command, { maxLength: 25 }), async (commands) => {
    for (const uid of Object.keys(totals)) for (const place of places) await server.store.datacards.revoke(uid, place);
    const model: Record<string, Assigned> = { '14:1': {}, '14:2': {}, '14:3': {} };
    for (const each of commands)
      assert.equal((await send(server, each)).status, play(model[each.uid] ?? {}, each, totals[each.uid] ?? 0));
    for (const [uid, total] of Object.entries(totals)) {
      const assigned = model[uid] ?? {};
      assert.deepEqual(await shown(server, uid), { uses: total === -1 ? -1 : total - sum(assigned), assigned });
    }
  });
  await t.notThrowsAsync(fc.assert(property, { numRuns: 60 }));
});
