import test, { type ExecutionContext } from 'ava';
import { changesOf } from '../helpers/changes-of.js';
import { lastingDatabase, openTestStore } from '../helpers/database.js';
import { NOW, tokenFor } from '../helpers/galaxy.js';
import { form, type Server, startServer, withServer } from '../helpers/server.js';
import { file, importAll, lines } from '../transfer/galaxy.js';

/** Imports records, and expects that none is refused. */
async function load(t: ExecutionContext, { store }: Pick<Server, 'store'>, ...records: object[]): Promise<void> {
  const { refused } = await importAll(store, file(lines(...records)), { now: NOW });
  t.deepEqual(refused, []);
}

/** Removes things by their kinds and uids. */
const remove = (t: ExecutionContext, server: Pick<Server, 'store'>, ...things: [kind: string, uid: string][]) =>
  load(t, server, ...things.map(([kind, uid]) => ({ kind, uid, removed: true })));

const removed: [record: object, paths: string[]][] = [
  [
    { kind: 'character', uid: '1:2' },
    ['/character/1:2', '/character/Bram Oster', '/character/handlecheck/bram oster', '/entity/1:2'],
  ],
  [{ kind: 'character', uid: '1:4' }, ['/character/1:4/permissions', '/character/dorn/permissions', '/entity/1:4']],
  [
    { kind: 'faction', uid: '20:1' },
    ['/datacards/20:1', '/datacards/the lantern guild', '/entity/20:1', '/datacard/14:1', '/entity/14:1'],
  ],
  [{ kind: 'entity', uid: '4:1' }, ['/entity/4:1']],
  [{ kind: 'entity', uid: '22:1' }, ['/entity/22:1']],
  [{ kind: 'entity', uid: '2:1' }, ['/entity/2:1']],
  [{ kind: 'datacard', uid: '14:3' }, ['/datacard/14:3', '/entity/14:3']],
  [{ kind: 'membership', character: '1:1', faction: '20:1' }, ['/datacard/14:1']],
  [{ kind: 'event', uid: '39:1' }, ['/event/39:1']],
];

for (const [record, paths] of removed) {
  test(`nothing finds a removed thing: ${JSON.stringify(record)}`, withServer, async (t, server) => {
    for (const path of paths) t.is((await server.call(path)).status, 200, path);
    await load(t, server, { ...record, removed: true });
    for (const path of paths) t.is((await server.call(path)).status, 404, path);
  });
}

test('a removed datacard or place takes and returns no uses', withServer, async (t, server) => {
  await remove(t, server, ['datacard', '14:3'], ['entity', '4:1']);
  const revoke = (path: string, place: string) =>
    server.call(`${path}?production_entity_uid=${place}`, { method: 'DELETE' });
  for (const [path, place] of [
    ['/datacard/14:3', '5:1'],
    ['/datacard/14:1', '4:1'],
  ] as const) {
    t.is((await server.call(path, form({ production_entity_uid: place, uses: 1 }))).status, 404, path);
    t.is((await revoke(path, place)).status, 404, path);
  }
  t.deepEqual((await server.call('/datacards/20:1')).text.match(/(?<="uid":")14:\d/g), ['14:1', '14:2']);
});

test('a removed event or transaction is on no list', withServer, async (t, server) => {
  await load(
    t,
    server,
    { kind: 'event', uid: '39:1', removed: true },
    { kind: 'transaction', id: 2500, removed: true },
  );
  t.is((await server.call('/events/personal')).json.svcapi.events.attributes.total, 0);
  const { transaction } = (await server.call('/character/1:1/creditlog?item_count=1')).json.svcapi.transactions;
  t.is(transaction[0].attributes.transaction_id, 2499);
});

test('a removed faction is the faction of nobody, and a removed race that of none', withServer, async (t, server) => {
  await remove(t, server, ['faction', '20:1'], ['entity', '22:1']);
  const { race, faction, factions } = (await server.call('/character')).json.svcapi.character;
  t.deepEqual(race, {});
  t.deepEqual(faction, {});
  t.like(factions, [{ value: 'Quiet Harbour' }]);
});

test('whoever was removed owns nothing', withServer, async (t, server) => {
  await remove(t, server, ['faction', '20:2'], ['character', '1:3']);
  await load(t, server, { kind: 'entity', uid: '4:1', name: 'Ember Works', owner: '1:3' });
  t.deepEqual((await server.call('/entity/4:1')).json.svcapi.entity.owner, {});
  const { assignedlocation } = (await server.call('/datacard/14:3')).json.svcapi.datacard.assignedlocations;
  t.deepEqual(assignedlocation[0].locationowner, {});
});

test('the uses of a removed place return, and the audit trail says so', withServer, async (t, server) => {
  const usesOf = async () => (await server.call('/datacard/14:3')).json.svcapi.datacard.uses;
  await server.call('/datacard/14:3', form({ production_entity_uid: '5:1', uses: 3 }));
  t.is(await usesOf(), 3);
  await remove(t, server, ['entity', '4:1']);
  t.is(await usesOf(), 7);
  t.deepEqual((await changesOf(server.store, '14:3')).at(-1), {
    ...{ time: NOW, action: 'revoke', client_id: null, character_uid: null, request_id: null },
    ...{ datacard_uid: '14:3', location_uid: '4:1', uses_before: 4, uses_after: 0 },
  });
  await remove(t, server, ['entity', '4:1']);
  t.is((await changesOf(server.store, '14:3')).length, 2);
});

test('the assignments of a removed faction end with its datacards', withServer, async (t, server) => {
  await remove(t, server, ['faction', '20:1']);
  t.like(await changesOf(server.store, '14:3'), [{ action: 'revoke', uses_before: 4, uses_after: 0 }]);
  await load(
    t,
    server,
    { kind: 'faction', uid: '20:1', name: 'The Lantern Guild' },
    { kind: 'membership', character: '1:1', faction: '20:1', can_view_datacards: true },
    { kind: 'datacard', uid: '14:3', owner: '20:1', entity: '2:1', total_uses: 10 },
  );
  t.like((await server.call('/datacard/14:3')).json.svcapi.datacard, { uses: 10 });
  t.is((await server.call('/datacard/14:1')).status, 404, 'it has no record, and stays removed');
});

test('a history keeps the name of what was removed, without an address', withServer, async (t, server) => {
  const read = async (format = '') => server.call(`/character/1:1/creditlog?item_count=1${format}`);
  const receiver = async () => (await read()).json.svcapi.transactions.transaction[0].receiver;
  await load(t, server, { kind: 'transaction', id: 3000, time: NOW, amount: 1, sender: '1:1', receiver: '1:4' });
  t.like(await receiver(), { value: 'Dorn', attributes: { href: `${server.url}/character/1:4` } });
  await remove(t, server, ['character', '1:4']);
  t.deepEqual(await receiver(), { value: 'Dorn', attributes: { uid: '1:4', type: 'character' } });
  await load(t, server, { kind: 'character', uid: '1:4', name: 'Removed player', removed: true });
  t.deepEqual(await receiver(), { value: 'Removed player', attributes: { uid: '1:4', type: 'character' } });
  t.true((await read('&format=xml')).text.includes('<receiver uid="1:4" type="character">Removed player</receiver>'));
});

test('a datacard names what it produces also when that was removed', withServer, async (t, server) => {
  await remove(t, server, ['entity', '2:1']);
  const entity = { value: 'Heron freighter', attributes: { uid: '2:1', type: 'ship' } };
  t.deepEqual((await server.call('/datacard/14:1')).json.svcapi.datacard.entity, entity);
  t.deepEqual((await server.call('/datacards/20:1')).json.svcapi.datacards.datacard[0].entity, entity);
  t.like((await server.call('/entity/14:1')).json.svcapi.entity, { name: 'Heron freighter' });
});

test('a removed name is free, and what had it can come back with another', withServer, async (t, server) => {
  await remove(t, server, ['character', '1:4'], ['faction', '20:2']);
  await load(
    t,
    server,
    { kind: 'character', uid: '1:9', name: 'DORN' },
    { kind: 'faction', uid: '20:9', name: 'Quiet Harbour' },
  );
  t.like((await server.call('/character/handlecheck/dorn')).json.svcapi.character, { uid: '1:9', handle: 'DORN' });
  t.is((await server.call('/datacards/quiet harbour')).json.svcapi.datacards.attributes.count, 0);
  const { refused } = await importAll(server.store, file(lines({ kind: 'character', uid: '1:4', name: 'Dorn' })));
  t.like(refused, [{ reason: '1:4 “Dorn” has the name of 1:9 “DORN” (in the database); change one of them' }]);
  await load(t, server, { kind: 'character', uid: '1:4', name: 'Dorn the Elder' });
  t.like((await server.call('/character/dorn the elder')).json.svcapi.character, { uid: '1:4', shortdescription: '' });
});

test('a character comes back without its memberships, grants and tokens', withServer, async (t, server) => {
  await remove(t, server, ['character', '1:1']);
  await load(t, server, { kind: 'character', uid: '1:1', name: 'Hana Veil' });
  server.time.now += 1000;
  t.is((await server.call('/character')).status, 401);
  const Authorization = `Bearer ${await tokenFor(server.store, '1:1')}`;
  const { json } = await server.call('/character', { headers: { Authorization } });
  t.like(json.svcapi.character, { name: 'Hana Veil', factions: [], shortdescription: '' });
  t.is((await server.call('/datacard/14:1', { headers: { Authorization } })).status, 404);
});

test('the token of a removed character ends within a second, also where another process removes it', async (t) => {
  const database = await lastingDatabase(t);
  const [server, importer] = [await startServer({ database }), await openTestStore(database)];
  t.is((await server.call('/character')).status, 200);
  await remove(t, { store: importer }, ['character', '1:1']);
  server.time.now += 1000;
  for (const path of ['/character', '/events/personal', '/api/helloauth', '/datacard/14:1']) {
    t.is((await server.call(path)).status, 401, path);
  }
  await importer.close();
  await server.close();
});

const revoked: [kind: string, key: object][] = [
  ['client', { id: 'console' }],
  ['account', { id: 'a1' }],
  ['account_character', { account: 'a1', character: '1:4' }],
];

for (const [kind, key] of revoked) {
  test(`removing a ${kind} revokes its tokens for good`, withServer, async (t, server) => {
    const { store } = server;
    const records = [
      { kind: 'account', id: 'a1', name: 'Dorn' },
      { kind: 'account_character', account: 'a1', character: '1:4' },
    ];
    await load(t, server, ...records);
    const grant = { client_id: 'console', character_uid: '1:4', permissions: ['character_read' as const] };
    const { token } = await store.tokens.create({ ...grant, expires_at: NOW + 3600 }, NOW, 'a1');
    const headers = { Authorization: `Bearer ${token}` };
    t.is((await server.call('/character', { headers })).status, 200);
    await load(t, server, { kind, ...key, removed: true });
    server.time.now += 1000;
    t.is((await server.call('/character', { headers })).status, 401);
    await load(t, server, { kind: 'client', id: 'console', name: 'Trade console' }, ...records);
    server.time.now += 1000;
    t.is((await server.call('/character', { headers })).status, 401);
  });
}

test('removing a grant or a token revokes it', withServer, async (t, server) => {
  const grant = { client_id: 'console', character_uid: '1:4', permissions: [], expires_at: NOW + 3600 };
  const other = await server.store.tokens.create(grant, NOW);
  const [{ grant_id: id } = { grant_id: '' }] = [await server.store.tokens.principal(server.token, NOW)].flatMap(
    (known) => known ?? [],
  );
  await load(t, server, { kind: 'grant', id, removed: true }, { kind: 'token', id: other.id, removed: true });
  server.time.now += 1000;
  t.is((await server.call('/api/helloauth')).status, 401);
  t.is((await server.call('/api/helloauth', { headers: { Authorization: `Bearer ${other.token}` } })).status, 401);
});

test('an account outlives its characters, and loses them', withServer, async (t, server) => {
  const account = await server.store.accounts.create('Dorn', ['1:4', '1:3'], NOW);
  await remove(t, server, ['character', '1:4']);
  t.deepEqual((await server.store.accounts.find(account))?.characters, [{ uid: '1:3', name: 'Cleo Ray' }]);
});

test('no answer has the address of anything that was removed', withServer, async (t, server) => {
  const gone = ['1:2', '1:3', '1:4', '20:2', '2:1', '2:2', '22:1', '4:1', '14:2', '39:2'];
  const kinds: Record<string, string> = { 1: 'character', 20: 'faction', 14: 'datacard', 39: 'event' };
  await load(
    t,
    server,
    ...['1:2', '1:4', '4:1'].map((uid, index) => ({
      ...{ kind: 'transaction', id: 3000 + index, time: NOW, amount: 1, sender: uid, receiver: '1:1' },
    })),
  );
  await remove(t, server, ...gone.map((uid): [string, string] => [kinds[uid.split(':')[0] ?? ''] ?? 'entity', uid]));
  const paths = ['/character', '/character/1:1/creditlog?item_count=1000', '/events/personal', '/datacards/20:1'];
  const found = new Set(paths.map((path) => server.url + path));
  for (const address of found) {
    const { status, text } = await server.call(address.slice(server.url.length));
    t.is(status, 200, address);
    for (const [, href] of text.matchAll(/"href":"([^"]+)"/g)) found.add(href ?? '');
  }
  t.true(found.has(`${server.url}/datacard/14:1`));
});
