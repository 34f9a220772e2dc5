import { writeFileSync } from 'node:fs';
import test from 'ava';
import type { Permission } from '../../../src/domain/permission.js';
import { hasAlready } from '../../../src/server/response/envelope.js';
import { run } from '../../helpers/cli/run.js';
import { openTestStore } from '../../helpers/database.js';
import { temporaryFolder } from '../../helpers/folder.js';
import { NOW, tokenFor } from '../../helpers/galaxy.js';
import { ask, startAll } from '../../helpers/instances.js';
import { plainCall } from '../../helpers/plain.js';
import { rows } from '../../helpers/reference.js';
import { rawRequest, startSandboxed } from '../../helpers/sandboxed.js';
import { form, type Server, withServer } from '../../helpers/server.js';
import { sharedServer } from '../../helpers/shared-server.js';

/** ETags, and answers to repeated calls: none may be older than the data, whoever has changed it. */

const withoutTime = (text: string) => text.replace(/("timestamp":|\btimestamp=")1\d{9}/, '$1');

const kept = rows.filter(({ method, path }) => method === 'GET' && !['/api/ratelimits', '/api/time'].includes(path));

test('a later answer differs only in its timestamp, and has the same ETag', withServer, async (t, { call, time }) => {
  const calls = kept.flatMap(({ sample }) =>
    ['application/json', 'application/xml', 'text/xml'].map((Accept) => [sample, Accept]),
  );
  const callEach = async () => {
    const answers = [];
    for (const [sample = '', Accept = ''] of calls) answers.push(await call(sample, { headers: { Accept } }));
    return answers;
  };
  const first = await callEach();
  time.now += 5000;
  for (const [index, { status, text, headers }] of (await callEach()).entries()) {
    const what = calls[index]?.join(' as ');
    t.is(status, 200, what);
    t.not(text, first[index]?.text, what);
    t.is(withoutTime(text), withoutTime(first[index]?.text ?? ''), what);
    t.true(text.includes(String(NOW + 5)));
    t.regex(headers.get('etag') ?? '', /^W\/"[\w-]{22}"$/);
    t.is(headers.get('etag'), first[index]?.headers.get('etag') ?? null, what);
    t.is(headers.get('content-length'), String(Buffer.byteLength(text)));
  }
});

const shared = sharedServer();
const coded = ['-gzip', '-br', '-zstd', '-deflate', '--gzip', ';gzip'];

/** What If-None-Match may be for an ETag, and other header fields that do not matter. */
const conditions: Record<304 | 200, [ifNoneMatch: (etag: string) => string, more?: Record<string, string>][]> = {
  304: [
    [(etag) => etag],
    [(etag) => etag.replace('W/', '')],
    [(etag) => `"other", ${etag}`],
    [() => '*'],
    [(etag) => `"other",\t${etag}`],
    [(etag) => `${etag}\t,\t"other"`],
    [(etag) => etag, { 'If-Modified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' }],
    [(etag) => etag, { 'Cache-Control': 'no-cache' }],
    ...coded.map((coding): [(etag: string) => string] => [(etag) => etag.replace(/"$/, `${coding}"`)]),
    ...coded.map((coding): [(etag: string) => string] => [
      (etag) => `"other-gzip", ${etag.replace('W/', '').replace(/"$/, `${coding}"`)}`,
    ]),
  ],
  200: [
    [() => '"other"\t,\t"third"'],
    [(etag) => etag.replace(/"$/, '-other"')],
    [() => '"other"'],
    [(etag) => etag.toLowerCase()],
  ],
};

for (const status of [304, 200] as const) {
  test(`If-None-Match that leads to a ${status}`, async (t) => {
    for (const path of ['/datacard/14:3', '/api/helloauth', '/']) {
      const etag = (await shared.call(path)).headers.get('etag') ?? '';
      for (const [ifNoneMatch, more] of conditions[status]) {
        const headers = { 'If-None-Match': ifNoneMatch(etag), ...more };
        for (const method of ['GET', 'HEAD'])
          t.is((await shared.call(path, { headers, method })).status, status, `${path} ${headers['If-None-Match']}`);
      }
    }
  });
}

test('an ETag that ends like a coding, or in a dash, stays itself', (t) => {
  for (const own of ['x-', 'x--', 'x-br', 'x--gzip'])
    for (const coding of ['', ...coded])
      t.true(hasAlready({ 'if-none-match': `"${own}${coding}"` }, `W/"${own}"`), own);
});

test('a document in another coding is another one', async (t) => {
  const read = (headers: Record<string, string>) => fetch(`${shared.url}/openapi.json`, { headers });
  const identity = { 'Accept-Encoding': 'identity' };
  const etag = (await read(identity)).headers.get('etag') ?? '';
  t.is((await read({ ...identity, 'If-None-Match': etag.replace(/"$/, '-gzip"') })).status, 200);
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

test('without a token, what everybody sees may be kept by any cache', async (t) => {
  const { headers } = await fetch(`${shared.url}/entity/4:1`);
  t.is(headers.get('cache-control'), 'public, no-cache');
});

test('an answer has the addresses of its own Host field', async (t) => {
  for (const host of ['one.example', 'two.example', 'one.example']) {
    const { text } = await plainCall(`${shared.url}/entity/4:1`, { headers: { Host: host } });
    t.is(JSON.parse(text).svcapi.entity.owner.attributes.href, `http://${host}/ws/v2.0/entity/20:1`);
  }
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

test('a change shows in the next answer, whoever has made it', async (t) => {
  const { database, servers } = await startAll(t, {}, {});
  const [one, other] = servers as [Server, Server];
  const assignment = form({ production_entity_uid: '4:2', uses: 1 });
  const left = async () => (await one.call('/datacard/14:1')).json.svcapi.datacard.uses;
  for (const [index, server] of [one, other, one, other].entries()) {
    t.is(await left(), 100 - index);
    await server.call('/datacard/14:1', assignment);
    t.is(await left(), 99 - index);
  }
  const file = `${temporaryFolder()}/galaxy.ndjson`;
  for (const name of ['Amber Works', 'Coral Works']) {
    await one.call('/entity/4:1');
    writeFileSync(file, `${JSON.stringify({ kind: 'entity', uid: '4:1', name, owner: '20:1' })}\n`);
    const { code, stderr } = await run(['import', file, '--database', database]);
    t.is(code, 0, stderr);
    t.is((await one.call('/entity/4:1')).json.svcapi.entity.name, name, 'by a command beside the service');
  }
});

test('ten clients that ask for a long list at the same time get the same answer', async (t) => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      shared.call('/character/1:1/creditlog?item_count=1000', { headers: { 'X-Request-Id': `client-${n}` } }),
    ),
  );
  t.is(new Set(answers.map(({ text }) => text)).size, 1);
  for (const [n, { status, headers }] of answers.entries()) {
    t.is(status, 200);
    t.is(headers.get('x-request-id'), `client-${n}`);
  }
});

test('a snapshot of a sandbox drops what was made since', async (t) => {
  const { token, exchange, sandbox } = await startSandboxed(t);
  const Authorization = `Bearer ${token}`;
  const read = () => exchange(rawRequest('GET /ws/v2.0/datacard/14:1', { Authorization }));
  t.regex(await read(), /"uses":100/);
  await exchange(rawRequest('POST /ws/v2.0/datacard/14:1', { Authorization }, 'production_entity_uid=4:2&uses=7'));
  t.regex(await read(), /"uses":93/);
  await sandbox.reset();
  t.regex(await read(), /"uses":100/);
});
