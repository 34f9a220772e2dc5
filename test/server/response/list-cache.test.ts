import test, { type ExecutionContext } from 'ava';
import { NOW, tokenFor } from '../../helpers/galaxy.js';
import { openServer } from '../../helpers/open-server.js';
import { plainCall } from '../../helpers/plain.js';
import { call, form, withServer } from '../../helpers/server.js';

/** Long lists are kept until anything stored changes. */

const V2 = '/ws/v2.0';
const LOG = '/character/1:1/creditlog';
const EVENTS = '/events/personal';
const CARDS = '/datacards/20:1';

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

test('a repeated list costs no query until anything stored changes, however its query is spelled', async (t) => {
  const { url, token, read, costOf } = await open(t);
  const headers = { Authorization: `Bearer ${token}` };
  for (const path of [LOG, EVENTS, CARDS]) {
    t.is(await costOf(path, path, path), 1, path);
    await call(`${url + V2}/datacard/14:1`, { ...form({ production_entity_uid: '4:2', uses: 1 }), headers });
    t.is(await costOf(path, path), 1, path);
  }
  t.is(await costOf('/character/1:1', '/character/1:1'), 2, 'nothing else is kept');
  const spellings = [`${LOG}?item_count=3&start_index=2`, `${LOG}?start_index=02&item_count=%203&unknown=1`];
  t.is(await costOf(...spellings, ...spellings), 1);
  const others = [`${LOG}?item_count=4&start_index=2`, `${LOG}.xml?item_count=3&start_index=2`, `${LOG}?item_count=5`];
  t.is(await costOf(...others), 3, 'other parameters, and the other format');
  t.is((await read(spellings[1] as string)).json.svcapi.transactions.attributes.count, 3);
  t.regex((await read(`${LOG}.xml?item_count=3&start_index=2`)).text, /^<\?xml/);
});

test('a kept list has the time and the path of its own request', withServer, async (t, { call, time }) => {
  await call(`${LOG}?item_count=2`);
  time.now += 5000;
  const { json, headers } = await call('/character/Hana%20Veil/creditlog.json?item_count=2');
  t.is(json.timestamp, NOW + 5);
  t.is(json.request, '/ws/v2.0/character/Hana%20Veil/creditlog.json');
  t.is(headers.get('x-ratelimit-remaining'), '598');
});

test('each grant has its own lists, and a revoked token gets none', async (t) => {
  const { store, token, queries, read } = await open(t);
  const [other, again] = [await tokenFor(store, '1:2'), await tokenFor(store, '1:1')];
  queries.count = 0;
  for (const _ of [1, 2]) {
    for (const [each, uid] of [
      [token, '1:1'],
      [other, '1:2'],
      [again, '1:1'],
    ] as const)
      t.is((await read(EVENTS, each)).json.svcapi.events.attributes.uid, uid);
  }
  await t.is(queries.count, 3);
  await store.transaction(({ clients }) => clients.revoke('console', NOW));
  t.is((await read(EVENTS)).json.svcapi.error, 'token_invalid');
});

for (const [publicUrl, ofStrangers, ofLoopback] of [
  [undefined, 4, 2],
  ['https://galaxy.example', 1, 0],
] as const) {
  test(`${publicUrl ?? 'without a public URL'}: each Host field gets its own addresses`, async (t) => {
    const { url, queries } = await open(t, publicUrl);
    const readAs = async (...hosts: string[]) => {
      queries.count = 0;
      for (const host of [...hosts, ...hosts]) {
        const { text } = await plainCall(url + V2 + CARDS, { headers: { Host: host } });
        const [{ attributes }] = JSON.parse(text).svcapi.datacards.datacard;
        t.is(attributes.href, `${publicUrl ?? `http://${host}`}${V2}/datacard/14:1`);
      }
      return queries.count;
    };
    t.is(await readAs('one.example', 'two.example'), ofStrangers);
    t.is(await readAs('localhost:1', '127.0.0.1:2'), ofLoopback);
  });
}
