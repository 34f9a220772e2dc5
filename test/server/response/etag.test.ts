import { writeFileSync } from 'node:fs';
import test from 'ava';
import type { Permission } from '../../../src/domain/permission.js';
import { run } from '../../helpers/cli/run.js';
import { openTestStore } from '../../helpers/database.js';
import { temporaryFolder } from '../../helpers/folder.js';
import { NOW, tokenFor } from '../../helpers/galaxy.js';
import { ask, startAll } from '../../helpers/instances.js';
import { plainCall } from '../../helpers/plain.js';
import { rows } from '../../helpers/reference.js';
import { rawRequest, startSandboxed } from '../../helpers/sandboxed.js';
import { type Answer, form, type Server, startServer, withServer } from '../../helpers/server.js';
import { sharedServer } from '../../helpers/shared-server.js';

/** ETags, and answers to repeated calls: none may be older than the data, whoever has changed it. */

const withoutTime = (text: string) => text.replace(/("timestamp":|\btimestamp=")1\d{9}/, '$1');

const kept = rows.filter(({ method, path }) => method === 'GET' && path !== '/api/ratelimits');

const twice = kept
  .filter(({ path }) => path !== '/api/time')
  .flatMap(({ sample }) => ['application/json', 'application/xml', 'text/xml'].map((accept) => ({ sample, accept })));

/** Answers to the same calls, five seconds apart. */
interface Pair {
  first: Answer;
  second: Answer;
}

let pairs: Promise<Pair[]> | undefined;

async function callTwice(): Promise<Pair[]> {
  const server = await startServer();
  try {
    const first = await callEach(server);
    server.time.now += 5000;
    const second = await callEach(server);
    return first.map((answer, index) => ({ first: answer, second: second[index] as Answer }));
  } finally {
    await server.close();
  }
}

async function callEach({ call }: Server): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const { sample, accept } of twice) answers.push(await call(sample, { headers: { Accept: accept } }));
  return answers;
}

for (const [index, { sample, accept }] of twice.entries()) {
  test(`GET ${sample} as ${accept}: a later answer differs in its timestamp, and has the same ETag`, async (t) => {
    pairs ??= callTwice();
    const { first, second } = (await pairs)[index] as Pair;
    t.is(second.status, 200);
    t.not(second.text, first.text);
    t.is(withoutTime(second.text), withoutTime(first.text));
    t.true(second.text.includes(String(NOW + 5)));
    t.regex(first.headers.get('etag') ?? '', /^W\/"[\w-]{22}"$/);
    t.is(second.headers.get('etag'), first.headers.get('etag'));
    t.is(second.headers.get('content-length'), String(Buffer.byteLength(second.text)));
  });
}

const conditions: [ifNoneMatch: (etag: string) => string, status: number, more?: Record<string, string>][] = [
  [(etag) => etag, 304],
  [(etag) => etag.replace('W/', ''), 304],
  [(etag) => `"other", ${etag}`, 304],
  [() => '*', 304],
  [(etag) => `"other",\t${etag}`, 304],
  [(etag) => `${etag}\t,\t"other"`, 304],
  [() => '"other"\t,\t"third"', 200],
  [(etag) => etag, 304, { 'If-Modified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' }],
  ...['-gzip', '-br', '-zstd', '-deflate', '--gzip', ';gzip'].flatMap((coding): typeof conditions => [
    [(etag) => etag.replace(/"$/, `${coding}"`), 304],
    [(etag) => `"other-gzip", ${etag.replace('W/', '').replace(/"$/, `${coding}"`)}`, 304],
  ]),
  [(etag) => etag.replace(/"$/, '-other"'), 200],
  [() => '"other"', 200],
  [(etag) => etag.toLowerCase(), 200],
  [(etag) => etag, 304, { 'Cache-Control': 'no-cache' }],
];

const shared = sharedServer();

for (const [index, [ifNoneMatch, status, more]] of conditions.entries()) {
  test(`If-None-Match ${index}: ${ifNoneMatch('W/"ETag"')} ${JSON.stringify(more ?? {})} is a ${status}`, async (t) => {
    const { call } = shared;
    for (const path of ['/datacard/14:3', '/api/helloauth', '/']) {
      const etag = (await call(path)).headers.get('etag') ?? '';
      const headers = { 'If-None-Match': ifNoneMatch(etag), ...more };
      const answers = [await call(path, { headers }), await call(path, { headers, method: 'HEAD' })];
      for (const answer of answers) t.is(answer.status, status);
    }
  });
}

test('a document in another coding is another one', async (t) => {
  const { url } = shared;
  const identity = { 'Accept-Encoding': 'identity' };
  const etag = (await fetch(`${url}/openapi.json`, { headers: identity })).headers.get('etag') ?? '';
  const headers = { ...identity, 'If-None-Match': etag.replace(/"$/, '-gzip"') };
  t.is((await fetch(`${url}/openapi.json`, { headers })).status, 200);
});

test('a 304 is counted like any call, and says so', withServer, async (t, { call }) => {
  const { headers: first } = await call('/datacard/14:3');
  const headers = { 'If-None-Match': first.get('etag') ?? '' };
  const { status, text, headers: second } = await call('/datacard/14:3', { headers });
  t.is(status, 304);
  t.is(text, '');
  t.is(second.get('x-ratelimit-remaining'), '598');
  for (const name of ['etag', 'vary', 'cache-control']) t.is(second.get(name), first.get(name), name);
  t.is(second.get('content-type'), null);
});

test('a POST and an error have no ETag, and ignore If-None-Match', withServer, async (t, { call }) => {
  const headers = { 'If-None-Match': '*' };
  const posted = await call('/datacard/14:1', { ...form({ production_entity_uid: '4:2', uses: 1 }), headers });
  const missing = await call('/datacard/14:99', { headers });
  t.deepEqual([posted.status, missing.status], [200, 404]);
  for (const answer of [posted, missing]) {
    t.false(answer.headers.has('etag'));
    t.is(answer.headers.get('cache-control'), 'no-store');
  }
});

test('without a token, what everybody sees may be kept by any cache', withServer, async (t, { url }) => {
  const { headers } = await fetch(`${url}/entity/4:1`);
  t.is(headers.get('cache-control'), 'public, no-cache');
});

const others: [character: string, permissions: Permission[]][] = [
  ['1:1', ['character_read']],
  ['1:2', ['character_read', 'character_stats', 'character_credits', 'faction_datacards_read']],
  ['1:3', ['character_read', 'faction_datacards_read']],
];

test('a principal gets no answer that was made for another', async (t) => {
  const { database, servers } = await startAll(t, {}, {});
  const store = await openTestStore(database);
  t.teardown(() => store.close());
  const tokens = [];
  for (const [character, permissions] of others) tokens.push(await tokenFor(store, character, permissions));
  for (const path of ['/character', '/character/1:1', '/character/1:2', '/datacard/14:3', '/character/1:1/credits']) {
    for (const token of [...tokens, ...tokens]) {
      const [one, other] = await ask(servers, path, token);
      t.deepEqual(one, other, path);
    }
  }
});

test('an answer has the addresses of its own Host field', withServer, async (t, { url }) => {
  for (const host of ['one.example', 'two.example', 'one.example']) {
    const { text } = await plainCall(`${url}/entity/4:1`, { headers: { Host: host } });
    t.is(JSON.parse(text).svcapi.entity.owner.attributes.href, `http://${host}/ws/v2.0/entity/20:1`);
  }
});

test('a change by the service shows in the next answer', async (t) => {
  const { servers } = await startAll(t, {});
  const { call } = servers[0] as Server;
  for (let uses = 1; uses <= 4; uses++) {
    await call('/datacard/14:1', form({ production_entity_uid: '4:2', uses: 1 }));
    t.is((await call('/datacard/14:1')).json.svcapi.datacard.uses, 100 - uses);
  }
});

test('a change by another instance shows in the next answer', async (t) => {
  const { servers } = await startAll(t, {}, {});
  const [one, other] = servers as [Server, Server];
  for (let uses = 1; uses <= 4; uses++) {
    await one.call('/datacard/14:1');
    await other.call('/datacard/14:1', form({ production_entity_uid: '4:2', uses: 1 }));
    const left = async () => (await one.call('/datacard/14:1')).json.svcapi.datacard.uses;
    t.is(await left(), 100 - uses);
  }
});

test('a change by a command beside the service shows in the next answer', async (t) => {
  const { database, servers } = await startAll(t, {});
  const { call } = servers[0] as Server;
  const file = `${temporaryFolder()}/galaxy.ndjson`;
  for (const name of ['Amber Works', 'Coral Works']) {
    await call('/entity/4:1');
    writeFileSync(file, `${JSON.stringify({ kind: 'entity', uid: '4:1', name, owner: '20:1' })}\n`);
    const { code, stderr } = await run(['import', file, '--database', database]);
    t.is(code, 0, stderr);
    t.is((await call('/entity/4:1')).json.svcapi.entity.name, name);
  }
});

test('ten clients that ask for a long list at the same time get the same answer', async (t) => {
  const { servers } = await startAll(t, {});
  const [server] = servers as [Server];
  const path = '/character/1:1/creditlog?item_count=1000';
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => server.call(path, { headers: { 'X-Request-Id': `client-${n}` } })),
  );
  t.is(new Set(answers.map(({ text }) => text)).size, 1);
  for (const [n, { status, headers }] of answers.entries()) {
    t.is(status, 200);
    t.is(headers.get('x-request-id'), `client-${n}`);
  }
});

test('a snapshot of a sandbox drops what was made since', async (t) => {
  const { url, token, exchange, sandbox } = await startSandboxed(t);
  t.truthy(url);
  const read = () => exchange(rawRequest('GET /ws/v2.0/datacard/14:1', { Authorization: `Bearer ${token}` }));
  const fresh = await read();
  await exchange(
    rawRequest('POST /ws/v2.0/datacard/14:1', { Authorization: `Bearer ${token}` }, 'production_entity_uid=4:2&uses=7'),
  );
  const changed = await read();
  t.regex(changed, /"uses":93/);
  await sandbox.reset();
  t.regex(await read(), /"uses":100/);
  t.regex(fresh, /"uses":100/);
});
