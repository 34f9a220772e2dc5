import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import { createLog, openLog } from '../../src/server/log.js';
import { exchange, RawClient, request } from '../helpers/raw.js';
import { call, type Server, serverWith, withServer } from '../helpers/server.js';
import { sharedServer } from '../helpers/shared-server.js';
import { until } from '../helpers/until.js';

/** The log has a line for each request, and no secret in any. */

const SECRET = 'x1QsecretQ1x';
const WHO = '/ws/v2.0/character';
const TIME = '/ws/v2.0/api/time';

const json = { 'Content-Type': 'application/json' };
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

const encoded = (text: string) => Buffer.from(text).toString('hex').replace(/../g, '%$&');

/** Decodes text that is percent-encoded once or several times. */
const decoded = (text: string) =>
  text.replace(/%(?:25)*([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));

const get = (path: string, headers: Record<string, string> = {}) => request(`GET ${path}`, headers);
const post = (body: string | Buffer, headers: Record<string, string> = json) => request(`POST ${TIME}`, headers, body);

/** Requests with a secret in each place where clients put theirs. */
const leaky: Record<string, (token: string) => string | Buffer> = {
  Authorization: () => get(WHO, { Authorization: `Bearer ${SECRET}` }),
  'another scheme': () => get(WHO, { Authorization: `Basic ${SECRET}` }),
  'an X-Request-Id': () => get(WHO, { 'X-Request-Id': `${SECRET} ${SECRET}` }),
  'an X-Request-Id, as a token': (token) => get(WHO, { 'X-Request-Id': token }),
  'a path, as a token': (token) => get(`${WHO}/${token}`),
  'a path, whose first letter is encoded': (token) => get(`${WHO}/%73${token.slice(1)}`),
  'a path, encoded twice': (token) => get(`${WHO}/${token.replace('_', '%255f')}`),
  'a path, wholly encoded twice': (token) => get(`${WHO}/${encoded(token).replaceAll('%', '%25')}`),
  'a Referer': (token) => get(TIME, { Referer: `http://a.example/?access_token=${token}` }),
  'a cookie': () => get(WHO, { Cookie: `session=${SECRET}` }),
  'Idempotency-Key': (token) =>
    request('POST /ws/v2.0/datacard/14:1', { Authorization: `Bearer ${token}`, 'Idempotency-Key': `${SECRET}\x80` }),
  'the token in a query': (token) => get(`${WHO}?access_token=${token}&x=${SECRET}`),
  'a query that is too long': () => get(`/?${SECRET}${'x'.repeat(3000)}`),
  'a query behind a broken host': () => get(`http://[::1/?access_token=${SECRET}`),
  'the absolute form': () => get(`http://${SECRET}:${SECRET}@localhost/ws/v2.0/?${SECRET}`),
  'a JSON body': () => post(`{"cgt":"${SECRET}"}`),
  'malformed JSON': () => post(`{"cgt":${SECRET}`),
  'JSON that is no UTF-8': () => post(Buffer.from(`{"${SECRET}":"\xff"}`, 'latin1')),
  'too many form keys': () => post(`${SECRET}=1&`.repeat(200), FORM),
  'a token in a form': (token) => request(`GET ${WHO}`, FORM, `access_token=${token}`),
  'a body that is too large': () => post(SECRET.repeat(2000)),
  'a body of another type': () => post(SECRET, { 'Content-Type': SECRET }),
  'half a body': () => post(SECRET, { ...json, 'Content-Length': '100' }),
  'chunks that are garbage': () => post(SECRET, { ...json, 'Transfer-Encoding': 'chunked', 'Content-Length': '9' }),
  garbage: () => `${SECRET} ${SECRET}\r\n\r\n`,
  'a header field that is too large': () => get('/', { Authorization: SECRET.repeat(1000) }),
  'a header field that is garbage': () => `GET / HTTP/1.1\r\nAuthorization ${SECRET}\r\n\r\n`,
  CONNECT: () => request('CONNECT localhost:80', { 'Proxy-Authorization': `Basic ${SECRET}` }),
};

const linesOf = ({ log }: Server): Record<string, unknown>[] => log.map((line) => JSON.parse(line));

const server = sharedServer();
const lenient = sharedServer({ accessTokenParameter: true });

test('each request has its line, and a secret is in none, wherever it was', async (t) => {
  for (const each of [server, lenient]) {
    const before = each.log.length;
    for (const [title, bytes] of Object.entries(leaky)) {
      await exchange(each.url, bytes(each.token));
      const text = decoded(each.log.join(''));
      t.false(text.includes('secret') || text.includes(each.token.slice('svcapi_'.length)), `${title}: ${text}`);
    }
    const lines = linesOf(each).slice(before);
    t.true(lines.length >= Object.keys(leaky).length);
    for (const line of lines) t.like(line, { requestId: String(line.requestId), address: '127.0.0.1' });
  }
});

test('a line has client, path, status and duration', withServer, async (t, server) => {
  await server.call('/event/39:1?x=y', { headers: { 'X-Request-Id': 'mine-1' } });
  await server.call('/event/39:99');
  await call(`${server.url}/event/39:1`, { method: 'DELETE' });
  await exchange(server.url, request('GET /ws/v2.0/{"error":"x\\"}%0a'));
  const [answer] = await exchange(server.url, 'garbage\r\n\r\n');
  const own = { method: 'GET', path: '/ws/v2.0/event/39:1', client: 'console', msg: 'answered' };
  const lines = linesOf(server);
  t.like(lines, [
    { ...own, requestId: 'mine-1', status: 200, address: '127.0.0.1', level: 'info' },
    { status: 404, error: 'not_found', client: 'console' },
    { method: 'DELETE', status: 405, error: 'method_not_allowed' },
    { path: '/ws/v2.0/{"error":"x\\"}%0a' },
    { requestId: answer?.headers['x-request-id'] as string, status: 400, error: 'malformed_request' },
  ]);
  t.is(lines.length, 5);
  t.deepEqual([typeof lines[0]?.ms, typeof lines[0]?.time], ['number', 'string']);

  const client = await RawClient.connect(server.url);
  client.send(request(`POST ${TIME}`, { ...json, 'Content-Length': '9', Expect: '100-continue' }));
  t.is((await client.answer())?.status, 100);
  await client.close();
  await until(() => server.log.length > 5, { what: 'the request is in the log' });
  t.like(linesOf(server)[5], { path: TIME, error: 'request_timeout', msg: 'closed' }, 'of a client that has gone');
});

const KEPT = ['a', 'A-Z_0.9:x', '7f9c24e8-3b12-4f5e-9a10-1d2c3b4a5f60', 'x'.repeat(64)];
const REPLACED = ['', ' ', 'a b', 'a,b', 'x'.repeat(65), '<b>', 'é', '../x', 'a\r\nX-Request-Id: b'];

test('a request id is kept, or replaced if it is none, by one of its own', async (t) => {
  const ids: string[] = [];
  const idOf = async (path: string, id: string) => {
    const [answer] = await exchange(server.url, get(path, { 'X-Request-Id': id }));
    ids.push(answer?.headers['x-request-id'] ?? '');
    return ids.at(-1) ?? '';
  };
  for (const id of KEPT) for (const path of [TIME, '/nowhere', '/ws/v2.0/event/39']) t.is(await idOf(path, id), id);
  for (const id of REPLACED) t.regex(await idOf(TIME, id), /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, id);
  t.is(new Set(ids).size, KEPT.length + REPLACED.length);
  const logged = linesOf(server).map(({ requestId }) => requestId);
  for (const id of ids) t.true(logged.includes(id), id);
});

const quiet = serverWith({ requestLog: false, rateLimit: 1, blacklistAfter: 1, trustedProxies: ['127.0.0.1'] });

test('without request lines, faults and warnings are logged all the same', quiet, async (t, server) => {
  const from = (address: string) => server.call('/event/39:1', { headers: { 'X-Forwarded-For': address } });
  await exchange(server.url, 'garbage\r\n\r\n');
  await from('192.0.2.7');
  t.deepEqual(server.log, []);
  await from('192.0.2.7');
  await server.store.close();
  await from('192.0.2.8');
  // The removal of expired rows, which begins with the server, may lose its database too.
  const lines = linesOf(server).filter(({ msg }) => !String(msg).startsWith('expired rows not removed'));
  t.deepEqual(
    lines.map(({ level, msg }) => `${level} ${msg}`),
    ['warn blacklisted', 'error internal_error'],
  );
});

test('a reader that stands still gets a bounded part, and then one line that counts the rest', async (t) => {
  const pending: (() => void)[] = [];
  let written = '';
  const log = createLog('info', {
    write(text, callback) {
      written += text;
      pending.push(callback);
    },
  });
  for (let line = 0; line < 3000; line++) log.info({ line, text: 'x'.repeat(1000) }, 'answered');
  await setImmediate();
  t.true(written.length < 1.1e6, `${written.length} characters wait`);
  const kept = written.split('\n').length - 1;
  while (pending.length > 0) pending.shift()?.();
  await setImmediate();
  t.like(JSON.parse(written.trim().split('\n').at(-1) ?? ''), { level: 'warn', lines: 3000 - kept });
  log.info('again');
  await setImmediate();
  t.true(written.endsWith('"msg":"again"}\n'), 'the log continues');
});

test('on a terminal, a request is one short line, and an error has its stack', async (t) => {
  let written = '';
  const write = (text: string) => {
    written += text;
  };
  const log = await openLog('info', { isTTY: true, write });
  log.info({ requestId: 'a', method: 'GET', path: TIME, status: 200, ms: 3 }, 'answered');
  log.error({ requestId: 'a', err: new Error('no \x1b[2J such table') }, 'internal_error');
  log.error({ err: new Error('gone') }, 'fault in the streams');
  await setImmediate();
  t.regex(written, /^[\d:]{8} GET \/ws\/v2\.0\/api\/time 200 3 ms\n[\d:]{8} ERROR internal_error request a\n.*at /s);
  t.regex(written, /^[\d:]{8} ERROR fault in the streams\nError: gone\n/m);
  t.false(written.includes('\x1b'));
});
