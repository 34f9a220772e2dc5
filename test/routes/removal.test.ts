import test, { type ExecutionContext } from 'ava';
import { ask, expectAnswers } from '../helpers/ask.js';
import { changesOf } from '../helpers/changes-of.js';
import { NOW } from '../helpers/galaxy.js';
import { type Server, withServer } from '../helpers/server.js';
import { file, importAll, lines } from '../transfer/galaxy.js';

/** Imports records, and expects that none is refused. */
async function load(t: ExecutionContext, { store }: Pick<Server, 'store'>, ...records: object[]): Promise<void> {
  const { refused } = await importAll(store, file(lines(...records)), { now: NOW });
  t.deepEqual(refused, []);
}

const KINDS: Record<string, string> = { 1: 'character', 20: 'faction', 14: 'datacard', 39: 'event' };

/** Removes things by their uids. */
const remove = (t: ExecutionContext, server: Pick<Server, 'store'>, ...uids: string[]) =>
  load(t, server, ...uids.map((uid) => ({ kind: KINDS[uid.split(':')[0] ?? ''] ?? 'entity', uid, removed: true })));

/** Returns the payload of an answer. */
const read = async (server: Server, path: string) => (await ask(server, `GET ${path}`)).json.svcapi;

const payment = (id: number, sender: string, receiver: string) => ({
  ...{ kind: 'transaction', id, time: NOW, amount: 1, sender, receiver },
});

const removed: [record: object, paths: string][] = [
  [{ kind: 'membership', character: '1:1', faction: '20:1' }, '/datacard/14:1'],
  [{ kind: 'event', uid: '39:1' }, '/event/39:1'],
  [
    { kind: 'character', uid: '1:2' },
    '/character/1:2 /character/Bram+Oster /character/handlecheck/bram+oster /entity/1:2',
  ],
  [{ kind: 'character', uid: '1:4' }, '/character/1:4/permissions /character/dorn/permissions /entity/1:4'],
  [{ kind: 'entity', uid: '4:1' }, '/entity/4:1'],
  [{ kind: 'entity', uid: '22:1' }, '/entity/22:1'],
  [{ kind: 'datacard', uid: '14:3' }, '/entity/14:3'],
  [{ kind: 'faction', uid: '20:1' }, '/datacards/20:1 /datacards/the+lantern+guild /entity/20:1 /entity/14:1'],
];

test('nothing finds a removed thing', withServer, async (t, server) => {
  for (const [record, all] of removed) {
    const paths = all.split(' ');
    for (const path of paths) t.is((await ask(server, `GET ${path}`)).status, 200, path);
    await load(t, server, { ...record, removed: true });
    for (const path of paths) t.is((await ask(server, `GET ${path}`)).status, 404, path);
  }
});

test('what was removed is on no list, owns nothing, and takes and returns no uses', withServer, async (t, server) => {
  await load(t, server, { kind: 'transaction', id: 2500, removed: true });
  await remove(t, server, '39:1', '22:1', '20:2', '1:3');
  await load(t, server, { kind: 'entity', uid: '4:1', name: 'Ember Works', owner: '1:3' });
  t.is((await read(server, '/events/personal')).events.attributes.total, 0);
  const { transaction } = (await read(server, '/character/1:1/creditlog?item_count=1')).transactions;
  t.is(transaction[0].attributes.transaction_id, 2499);
  t.deepEqual((await read(server, '/entity/4:1')).entity.owner, {});
  const { assignedlocation } = (await read(server, '/datacard/14:3')).datacard.assignedlocations;
  t.deepEqual(assignedlocation[0].locationowner, {});
  const { race, factions } = (await read(server, '/character')).character;
  t.deepEqual([race, factions.length], [{}, 1]);
  await remove(t, server, '14:3', '4:1');
  await expectAnswers(t, server, [
    ['GET /datacard/14:3', 404, 'not_found'],
    ['POST /datacard/14:3 production_entity_uid=5:1&uses=1', 404, 'not_found'],
    ['POST /datacard/14:1 production_entity_uid=4:1&uses=1', 404, 'not_found'],
    ['DELETE /datacard/14:1?production_entity_uid=4:1', 404, 'not_found'],
  ]);
  t.deepEqual((await ask(server, 'GET /datacards/20:1')).text.match(/(?<="uid":")14:\d/g), ['14:1', '14:2']);
  await remove(t, server, '20:1');
  t.deepEqual((await read(server, '/character')).character.faction, {});
});

test('the uses of a removed place or faction return, and the audit trail says so', withServer, async (t, server) => {
  const usesOf = async () => (await read(server, '/datacard/14:3')).datacard.uses;
  await ask(server, 'POST /datacard/14:3 production_entity_uid=5:1&uses=3');
  t.is(await usesOf(), 3);
  const revoked = { time: NOW, action: 'revoke', client_id: null, character_uid: null, request_id: null };
  for (const _ of [1, 2]) {
    await remove(t, server, '4:1');
    t.is(await usesOf(), 7);
    const changes = await changesOf(server.store, '14:3');
    t.is(changes.length, 2);
    const expected = { ...revoked, datacard_uid: '14:3', location_uid: '4:1', uses_before: 4, uses_after: 0 };
    t.deepEqual(changes[1], expected);
  }
  await remove(t, server, '20:1');
  t.like((await changesOf(server.store, '14:3'))[2], { action: 'revoke', uses_before: 3, uses_after: 0 });
  await load(
    ...([t, server, { kind: 'faction', uid: '20:1', name: 'The Lantern Guild' }] as const),
    { kind: 'membership', character: '1:1', faction: '20:1', can_view_datacards: true },
    { kind: 'datacard', uid: '14:3', owner: '20:1', entity: '2:1', total_uses: 10 },
  );
  t.is(await usesOf(), 10);
  t.is((await ask(server, 'GET /datacard/14:1')).status, 404, 'it has no record, and stays removed');
});

test('a history and a datacard keep the name of what was removed, without a link', withServer, async (t, server) => {
  const path = '/character/1:1/creditlog?item_count=1';
  const receiver = async () => (await read(server, path)).transactions.transaction[0].receiver;
  await load(t, server, payment(3000, '1:1', '1:4'));
  t.like(await receiver(), { value: 'Dorn', attributes: { href: `${server.url}/character/1:4` } });
  await remove(t, server, '1:4', '2:1');
  t.deepEqual(await receiver(), { value: 'Dorn', attributes: { uid: '1:4', type: 'character' } });
  await load(t, server, { kind: 'character', uid: '1:4', name: 'Removed player', removed: true });
  t.deepEqual(await receiver(), { value: 'Removed player', attributes: { uid: '1:4', type: 'character' } });
  const { text } = await ask(server, `GET ${path}&format=xml`);
  t.true(text.includes('<receiver uid="1:4" type="character">Removed player</receiver>'));
  const entity = { value: 'Heron freighter', attributes: { uid: '2:1', type: 'ship' } };
  t.deepEqual((await read(server, '/datacard/14:1')).datacard.entity, entity);
  t.deepEqual((await read(server, '/datacards/20:1')).datacards.datacard[0].entity, entity);
  t.like((await read(server, '/entity/14:1')).entity, { name: 'Heron freighter' });
});

test('a removed name is free, and what had it can come back with another', withServer, async (t, server) => {
  await remove(t, server, '1:4', '20:2');
  const dorn = { kind: 'character', uid: '1:9', name: 'DORN' };
  await load(t, server, dorn, { kind: 'faction', uid: '20:9', name: 'Quiet Harbour' });
  await expectAnswers(t, server, [
    ['GET /character/handlecheck/dorn', 200, { character: { uid: '1:9', handle: 'DORN' } }],
    ['GET /datacards/quiet+harbour', 200, { datacards: { attributes: { count: 0 } } }],
  ]);
  const { refused } = await importAll(server.store, file(lines({ kind: 'character', uid: '1:4', name: 'Dorn' })));
  t.like(refused, [{ reason: '1:4 “Dorn” has the name of 1:9 “DORN” (in the database); change one of them' }]);
  await load(t, server, { kind: 'character', uid: '1:4', name: 'Dorn the Elder' });
  t.like(await read(server, '/character/dorn+the+elder'), { character: { uid: '1:4', shortdescription: '' } });
});

test(
  'a character comes back without memberships, grants and tokens; its account stays',
  withServer,
  async (t, server) => {
    const account = await server.store.accounts.create('Hana', ['1:1', '1:3'], NOW);
    await remove(t, server, '1:1');
    await load(t, server, { kind: 'character', uid: '1:1', name: 'Hana Veil' });
    server.time.now += 1000;
    t.is((await ask(server, 'GET /character')).status, 401);
    await expectAnswers(t, server, [
      ['GET /character', 200, { character: { name: 'Hana Veil', factions: [], shortdescription: '' } }, ['1:1']],
      ['GET /datacard/14:1', 404, 'not_found', ['1:1']],
    ]);
    t.deepEqual((await server.store.accounts.find(account))?.characters, [{ uid: '1:3', name: 'Cleo Ray' }]);
  },
);

const KEPT = [
  { kind: 'account', id: 'a1', name: 'Dorn' },
  { kind: 'account_character', account: 'a1', character: '1:4' },
  { kind: 'client', id: 'console', name: 'Trade console' },
];

test(
  'removing a client, account, its character, a grant or a token revokes tokens for good',
  withServer,
  async (t, server) => {
    const { tokens } = server.store;
    for (const kind of ['token', 'grant', 'account_character', 'account', 'client'] as const) {
      await load(t, server, ...KEPT);
      const times = { permissions: ['character_read' as const], expires_at: NOW + 3600 };
      const { token, id } = await tokens.create({ client_id: 'console', character_uid: '1:4', ...times }, NOW, 'a1');
      const status = async () => (await ask(server, 'GET /api/helloauth', token)).status;
      t.is(await status(), 200, kind);
      const ids = {
        client: 'console',
        account: 'a1',
        grant: (await tokens.principal(token, NOW))?.grant_id,
        token: id,
      };
      await load(t, server, { ...(kind === 'account_character' ? KEPT[1] : { kind, id: ids[kind] }), removed: true });
      for (const records of [[], KEPT]) {
        await load(t, server, ...records);
        server.time.now += 1000;
        t.is(await status(), 401, kind);
      }
    }
  },
);

test('no answer has the address of anything that was removed', withServer, async (t, server) => {
  await load(t, server, ...['1:2', '1:4', '4:1'].map((uid, index) => payment(3000 + index, uid, '1:1')));
  await remove(t, server, '1:2', '1:3', '1:4', '20:2', '2:1', '2:2', '22:1', '4:1', '14:2', '39:2');
  const lists = ['/character/1:1/creditlog?item_count=1000', '/events/personal', '/datacards/20:1'];
  const found = new Set(['/character', ...lists]);
  // A set that grows while it is read is read to its end.
  for (const path of found) {
    const { status, text } = await ask(server, `GET ${path}`);
    t.is(status, 200, path);
    for (const [, href = ''] of text.matchAll(/"href":"([^"]+)"/g)) found.add(href.slice(server.url.length));
  }
  for (const path of ['/datacard/14:1', '/entity/20:1', '/character/1:1/credits']) t.true(found.has(path), path);
});
