import test, { type ExecutionContext } from 'ava';
import { openTestStore } from '../../helpers/database.js';
import { NOW, tokenFor } from '../../helpers/galaxy.js';
import { rename, startAll } from '../../helpers/instances.js';
import { loadRows } from '../../helpers/load-rows.js';
import { openServer } from '../../helpers/open-server.js';
import { plainCall } from '../../helpers/plain.js';
import { call, form, type Server, withServer } from '../../helpers/server.js';

/** Long lists are kept until anything stored changes. */

const V2 = '/ws/v2.0';

/** Opens a server on SQLite, and counts the queries for lists. */
async function open(t: ExecutionContext, publicUrl?: string) {
  const opened = await openServer(t, { publicUrl });
  const { store, url, token } = opened;
  const queries = { count: 0 };
  const count = <Input extends unknown[], Output>(query: (...input: Input) => Output) => {
    return (...input: Input) => {
      queries.count += 1;
      return query(...input);
    };
  };
  store.creditLog.page = count(store.creditLog.page);
  store.events.page = count(store.events.page);
  store.datacards.ofFaction = count(store.datacards.ofFaction);
  store.characters.profile = count(store.characters.profile);
  const read = (path: string, as = token) => call(url + V2 + path, { headers: { Authorization: `Bearer ${as}` } });
  /** Returns the number of queries that calls cost, one after the other. */
  const costOf = async (...paths: string[]) => {
    queries.count = 0;
    for (const path of paths) await read(path);
    return queries.count;
  };
  return { ...opened, queries, read, costOf };
}

test('a repeated list costs no query until anything stored changes', async (t) => {
  const { store, url, token, costOf } = await open(t);
  const headers = { Authorization: `Bearer ${token}` };
  for (const path of ['/character/1:1/creditlog', '/events/personal', '/datacards/20:1']) {
    t.is(await costOf(path, path, path), 1, path);
    await rename(store, `Works of ${path}`);
    t.is(await costOf(path, path), 1, path);
    await call(`${url + V2}/datacard/14:1`, { ...form({ production_entity_uid: '4:2', uses: 1 }), headers });
    t.is(await costOf(path, path), 1, path);
  }
});

test('a change by another process shows in the next list', async (t) => {
  const { database, servers } = await startAll(t, {});
  const [server] = servers as [Server];
  const other = await openTestStore(database);
  t.teardown(() => other.close());
  for (const text of ['First text', 'Second text']) {
    const event = { uid: '39:1', receiver_uid: '1:1', time: NOW - 60, type: 'XP', text };
    await loadRows(other, 'event', [event]);
    for (let turn = 0; turn < 2; turn += 1) t.true((await server.call('/events/personal')).text.includes(text));
  }
});

test('what is not a long list is not kept', async (t) => {
  const { costOf } = await open(t);
  t.is(await costOf('/character/1:1', '/character/1:1'), 2);
});

test('a kept list has the time and the path of its own request', withServer, async (t, { call, time }) => {
  await call('/character/1:1/creditlog?item_count=2');
  time.now += 5000;
  const { json, headers } = await call('/character/Hana%20Veil/creditlog.json?item_count=2');
  t.is(json.timestamp, NOW + 5);
  t.is(json.request, '/ws/v2.0/character/Hana%20Veil/creditlog.json');
  t.is(headers.get('x-ratelimit-remaining'), '598');
});

test('two spellings of a query share a list; other parameters and the other format do not', async (t) => {
  const { read, costOf } = await open(t);
  const log = '/character/1:1/creditlog';
  const spellings = [`${log}?item_count=3&start_index=2`, `${log}?start_index=02&item_count=%203&unknown=1`];
  t.is(await costOf(...spellings, ...spellings), 1);
  t.is(await costOf(`${log}?item_count=4&start_index=2`, `${log}.xml?item_count=3&start_index=2`, log), 3);
  const [first, second] = [await read(spellings[0] as string), await read(spellings[1] as string)];
  t.deepEqual(first.json.svcapi, second.json.svcapi);
  t.is(first.json.svcapi.transactions.attributes.count, 3);
  t.regex((await read(`${log}.xml?item_count=3&start_index=2`)).text, /^<\?xml/);
});

test('each grant has its own lists', async (t) => {
  const { store, token, queries, read } = await open(t);
  const other = await tokenFor(store, '1:2');
  const again = await tokenFor(store, '1:1');
  queries.count = 0;
  for (let turn = 0; turn < 2; turn += 1) {
    for (const [each, uid] of [
      [token, '1:1'],
      [other, '1:2'],
      [again, '1:1'],
    ] as const) {
      t.is((await read('/events/personal', each)).json.svcapi.events.attributes.uid, uid);
    }
  }
  t.is(queries.count, 3);
});

test('a revoked token gets no kept list', async (t) => {
  const { store, read } = await open(t);
  t.is((await read('/events/personal')).status, 200);
  await store.transaction(({ clients }) => clients.revoke('console', NOW));
  t.is((await read('/events/personal')).json.svcapi.error, 'token_invalid');
});

for (const [publicUrl, ofStrangers, ofLoopback] of [
  [undefined, 4, 2],
  ['https://galaxy.example', 1, 0],
] as const) {
  test(`${publicUrl ?? 'without a public URL'}: each Host field gets its own addresses`, async (t) => {
    const { url, queries } = await open(t, publicUrl);
    const readAs = async (...hosts: string[]) => {
      queries.count = 0;
      for (const host of hosts) {
        const { text } = await plainCall(`${url + V2}/datacards/20:1`, { headers: { Host: host } });
        const [{ attributes }] = JSON.parse(text).svcapi.datacards.datacard;
        t.is(attributes.href, `${publicUrl ?? `http://${host}`}${V2}/datacard/14:1`);
      }
      return queries.count;
    };
    t.is(await readAs('one.example', 'two.example', 'one.example', 'two.example'), ofStrangers);
    t.is(await readAs('localhost:1', '127.0.0.1:2', 'localhost:1', '127.0.0.1:2'), ofLoopback);
  });
}
