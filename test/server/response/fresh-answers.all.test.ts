import test from 'ava';
import fc from 'fast-check';
import type { Store } from '../../../src/store/store.js';
import { openTestStore } from '../../helpers/database.js';
import { NOW, tokenFor } from '../../helpers/galaxy.js';
import { ask, rename, startAll } from '../../helpers/instances.js';
import { loadRows, removeRows } from '../../helpers/load-rows.js';
import { form, type Server } from '../../helpers/server.js';

/** Who reads in the random sequences: Hana, a member, and somebody who belongs to nobody. */
const viewers = ['1:1', '1:2', '1:4'];

const paths = [
  '/character/1:1',
  '/character/1:2',
  '/datacard/14:1',
  '/datacard/14:3.xml',
  '/datacards/20:1',
  '/entity/4:1',
  '/character/handlecheck/Dorn',
  '/character/1:1/creditlog?item_count=3',
  '/character/1:1/creditlog?item_count=1000',
  '/character/1:1/credits',
  '/events/personal',
  '/event/39:1',
];

type Action =
  | { kind: 'read'; path: string; viewer: number }
  | { kind: 'assign'; by: number; uses: number }
  | { kind: 'revoke'; by: number }
  | { kind: 'write'; what: number; value: number };

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('read' as const),
      path: fc.constantFrom(...paths),
      viewer: fc.nat(viewers.length - 1),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('assign' as const), by: fc.nat(1), uses: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('revoke' as const), by: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('write' as const), what: fc.nat(6), value: fc.nat(1) }) },
);

/** Changes that a command beside the service makes, in every table that answers are made of. */
const writes: ((store: Store, value: number) => Promise<unknown>)[] = [
  (store, value) => rename(store, ['Ember Works', 'Amber Works'][value] ?? ''),
  (store, value) =>
    loadRows(store, 'membership', [
      {
        character_uid: '1:2',
        faction_uid: '20:1',
        is_primary: 1,
        can_view_datacards: value as 0,
        can_manage_datacards: 0,
      },
    ]),
  (store, value) =>
    loadRows(store, 'event', [
      { uid: '39:1', receiver_uid: '1:1', time: NOW - 60 - value, type: 'XP', text: `Text ${value}` },
    ]),
  (store, value) =>
    loadRows(store, 'transaction', [
      { id: 2500 + value, time: NOW, amount: value, sender_uid: '1:1', receiver_uid: '20:1', communication: '' },
    ]),
  (store, value) =>
    loadRows(store, 'datacard', [
      {
        uid: '14:3',
        owner_uid: '20:1',
        entity_uid: '2:1',
        total_uses: 10 + value,
        assignments: [{ location_uid: '4:1', uses: 4 }],
      },
    ]),
  (store, value) =>
    value === 1
      ? removeRows(store, 'event', [{ uid: '39:1' } as never], NOW)
      : loadRows(store, 'event', [{ uid: '39:3', receiver_uid: '1:1', time: NOW, type: null, text: 'New' }]),
  (store, value) =>
    loadRows(store, 'membership', [
      {
        character_uid: '1:4',
        faction_uid: '20:1',
        is_primary: 0,
        can_view_datacards: 1,
        can_manage_datacards: value as 0,
      },
    ]),
];

test('random calls and changes get the same answers from two instances', async (t) => {
  const { database, servers } = await startAll(t, {}, {});
  const beside = await openTestStore(database);
  t.teardown(() => beside.close());
  const tokens: string[] = [];
  for (const viewer of viewers) tokens.push(await tokenFor(beside, viewer));
  const play = async (step: Action): Promise<void> => {
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
