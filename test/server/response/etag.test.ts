import test from 'ava';
import { hasAlready } from '../../../src/server/response/envelope.js';
import { NOW } from '../../helpers/galaxy.js';
import { rows } from '../../helpers/reference.js';
import { form, withServer } from '../../helpers/server.js';
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
