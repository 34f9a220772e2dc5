import test from 'ava';
import { hasAlready } from '../../../src/server/response/envelope.js';
import { rows } from '../../helpers/reference.js';
import { form, withServer } from '../../helpers/server.js';
import { sharedServer } from '../../helpers/shared-server.js';

/** ETags, and answers to repeated calls. */

const withoutTime = (text: string) => text.replace(/("timestamp":|\btimestamp=")1\d{9}/, '$1');

const kept = rows.filter(({ method, path }) => method === 'GET' && !['/api/ratelimits', '/api/time'].includes(path));

test('a later answer differs only in its timestamp, and has the same ETag', withServer, async (t, { call, time }) => {
  for (const { sample } of kept) {
    for (const Accept of ['application/json', 'text/xml']) {
      const first = await call(sample, { headers: { Accept } });
      time.now += 5000;
      const { status, text, headers } = await call(sample, { headers: { Accept } });
      t.is(status, 200, sample);
      t.not(text, first.text, sample);
      t.is(withoutTime(text), withoutTime(first.text), sample);
      t.regex(headers.get('etag') ?? '', /^W\/"[\w-]{22}"$/);
      t.is(headers.get('etag'), first.headers.get('etag'), sample);
      t.is(headers.get('content-length'), String(Buffer.byteLength(text)));
    }
  }
  t.is((await call('/entity/4:1')).json.timestamp, Math.floor(time.now / 1000));
});

const shared = sharedServer();
const coded = ['-gzip', '-br', '-zstd', '-deflate', '--gzip', ';gzip'];

/** What If-None-Match may be for an ETag, and the status to which it leads. */
const conditions: [status: 304 | 200, ifNoneMatch: (etag: string) => string][] = [
  [304, (etag) => etag],
  [304, (etag) => etag.replace('W/', '')],
  [304, (etag) => `"other",\t${etag}\t,\t"third"`],
  [304, () => '*'],
  ...coded.map((coding): [304, (etag: string) => string] => [304, (etag) => etag.replace(/"$/, `${coding}"`)]),
  [304, (etag) => `"other-gzip", ${etag.replace('W/', '').replace(/"$/, '-br"')}`],
  [200, () => '"other"\t,\t"third"'],
  [200, (etag) => etag.replace(/"$/, '-other"')],
  [200, (etag) => etag.toLowerCase()],
];

test('If-None-Match leads to a 304 when it names the ETag, and else to a 200, whatever other fields say', async (t) => {
  for (const path of ['/datacard/14:3', '/']) {
    const etag = (await shared.call(path)).headers.get('etag') ?? '';
    for (const [status, ifNoneMatch] of conditions) {
      const own = { 'If-None-Match': ifNoneMatch(etag) };
      const more = { 'If-Modified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT', 'Cache-Control': 'no-cache' };
      for (const [method, headers] of Object.entries({ GET: own, HEAD: { ...own, ...more } }))
        t.is((await shared.call(path, { headers, method })).status, status, `${path} ${headers['If-None-Match']}`);
    }
  }
  for (const own of ['x-', 'x--', 'x-br', 'x--gzip'])
    for (const coding of ['', ...coded])
      t.true(hasAlready({ 'if-none-match': `"${own}${coding}"` }, `W/"${own}"`), 'an ETag that ends like a coding');
});

test('a 304 is counted like any call, and says so', withServer, async (t, { call }) => {
  const { headers: first } = await call('/datacard/14:3');
  const headers = { 'If-None-Match': first.get('etag') ?? '' };
  const { status, text, headers: second } = await call('/datacard/14:3', { headers });
  t.deepEqual([status, text, second.get('x-ratelimit-remaining'), second.get('content-type')], [304, '', '598', null]);
  for (const name of ['etag', 'vary', 'cache-control']) t.is(second.get(name), first.get(name), name);
});

test('a POST and an error have no ETag, and only what everybody sees may be kept by any cache', async (t) => {
  const headers = { 'If-None-Match': '*' };
  const posted = await shared.call('/datacard/14:1', { ...form({ production_entity_uid: '4:2', uses: 1 }), headers });
  const missing = await shared.call('/datacard/14:99', { headers });
  for (const [answer, status] of [[posted, 200] as const, [missing, 404] as const])
    t.deepEqual(
      [answer.status, answer.headers.get('etag'), answer.headers.get('cache-control')],
      [status, null, 'no-store'],
    );
  t.is((await fetch(`${shared.url}/entity/4:1`)).headers.get('cache-control'), 'public, no-cache');
});
