import test from 'ava';
import fc from 'fast-check';
import type { Rows } from '../../../src/model/index.js';
import type { Store } from '../../../src/store/store.js';
import { openTestStore } from '../../helpers/database.js';
import { NOW, tokenFor } from '../../helpers/galaxy.js';
import { ask, rename, startAll } from '../../helpers/instances.js';
import { loadRows, removeRows } from '../../helpers/load-rows.js';
import { form, type Server } from '../../helpers/server.js';
import { addTransactions } from '../../helpers/stream.js';

/** Who reads in the random sequences: Hana, a member, and somebody who belongs to nobody. */
const viewers = ['1:1', '1:2', '1:4'];

const paths = [
  ...['/character/1:1', '/character/1:2', '/datacard/14:1', '/datacard/14:3.xml', '/datacards/20:1', '/entity/4:1'],
  ...[
    '/character/handlecheck/Dorn',
    '/character/1:1/creditlog?item_count=3',
    '/character/1:1/creditlog?item_count=1000',
  ],
  ...['/character/1:1/credits', '/events/personal', '/event/39:1'],
];

const kindOf = <Kind extends string>(kind: Kind) => fc.constant(kind);
const read = fc.record({ kind: kindOf('read'), path: fc.constantFrom(...paths), viewer: fc.nat(viewers.length - 1) });
const assign = fc.record({ kind: kindOf('assign'), by: fc.nat(1), uses: fc.integer({ min: 1, max: 3 }) });
const revoke = fc.record({ kind: kindOf('revoke'), by: fc.nat(1) });
const write = fc.record({ kind: kindOf('write'), what: fc.nat(6), value: fc.nat(1) });

const action = fc.oneof(
  { weight: 6, arbitrary: read },
  { weight: 1, arbitrary: assign },
  { weight: 1, arbitrary: revoke },
  { weight: 2, arbitrary: write },
);

const membership = (uid: string, isPrimary: 0 | 1, view: number, manage: number): Rows['membership'] => ({
  ...{ character_uid: uid, faction_uid: '20:1', is_primary: isPrimary },
  ...{ can_view_datacards: view as 0, can_manage_datacards: manage as 0 },
});

const event = (number: number, time: number, text: string): Rows['event'] => ({
  ...{ uid: `39:${number}`, receiver_uid: '1:1', time, type: 'XP', text },
});

/** Changes that a command beside the service makes, in every table that answers are made of. */
const writes: ((store: Store, value: number) => Promise<unknown>)[] = [
  (store, value) => rename(store, ['Ember Works', 'Amber Works'][value] ?? ''),
  (store, value) => loadRows(store, 'membership', [membership('1:2', 1, value, 0)]),
  (store, value) => loadRows(store, 'event', [event(1, NOW - 60 - value, `Text ${value}`)]),
  (store, value) => addTransactions(store, [2500 + value], { amount: value, receiver_uid: '20:1' }),
  (store, value) =>
    loadRows(store, 'datacard', [
      {
        ...{ uid: '14:3', owner_uid: '20:1', entity_uid: '2:1', total_uses: 10 + value },
        assignments: [{ location_uid: '4:1', uses: 4 }],
      },
    ]),
  (store, value) =>
    value === 1
      ? removeRows(store, 'event', [{ uid: '39:1' } as never], NOW)
      : loadRows(store, 'event', [event(3, NOW, 'New')]),
  (store, value) => loadRows(store, 'membership', [membership('1:4', 0, 1, value)]),
];

test('random calls and changes get the same answers from two instances', async (t) => {
  const { database, servers } = await startAll(t, {}, {});
  const beside = await openTestStore(database);
  t.teardown(() => beside.close());
  const tokens: string[] = [];
  for (const viewer of viewers) tokens.push(await tokenFor(beside, viewer));
  const play = async (step: typeof action extends fc.Arbitrary<infer Action> ? Action : never): Promise<void> => {
    if (step.kind === 'read') {
      const token = tokens[step.viewer] ?? '';
      const [expected, ...answers] = await ask(servers, step.path, token);
      t.deepEqual(answers, [expected], step.path);
    } else if (step.kind === 'write') {
      await writes[step.what]?.(beside, step.value);
    } else {
      const server = servers[step.by] as Server;
      const location = '?production_entity_uid=4:2';
      if (step.kind === 'revoke') await server.call(`/datacard/14:1${location}`, { method: 'DELETE' });
      else await server.call('/datacard/14:1', form({ production_entity_uid: '4:2', uses: step.uses }));
      // Whoever has made a change sees it, on every database.
      const sum = (await server.call('/datacard/14:1')).json.svcapi.datacard;
      const [assigned] = sum.assignedlocations.assignedlocation;
      t.is(sum.uses + (assigned?.quantity ?? 0), 100);
    }
  };
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 20, maxLength: 40 }), async (steps) => {
      for (const step of steps) await play(step);
    }),
    { numRuns: 25 },
  );
});
