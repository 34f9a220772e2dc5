import { setImmediate } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { createLog, openLog } from '../../src/server/log.js';
import { exchange, RawClient, request } from '../helpers/raw.js';
import { call, form, type Server, serverWith, startServer, withServer } from '../helpers/server.js';
import { until } from '../helpers/until.js';

/** The log has a line for each request, and no secret in any. */

const SECRET = 'x1QsecretQ1x';

const DATACARD = 'POST /ws/v2.0/datacard/14:1';
const json = { 'Content-Type': 'application/json' };

function encoded(text: string): string {
  return Buffer.from(text).toString('hex').replace(/../g, '%$&');
}

/** Decodes text that is percent-encoded once or several times. */
function decoded(text: string): string {
  return text.replace(/%(?:25)*([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

const get = (path: string, headers: Record<string, string> = {}) => request(`GET ${path}`, headers);
const post = (body: string | Buffer, headers: Record<string, string> = json) =>
  request('POST /ws/v2.0/api/time', headers, body);
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const WHO = '/ws/v2.0/character';

/** Requests with a secret in each place where clients put theirs. */
const leaky: Record<string, (token: string) => string | Buffer> = {
  Authorization: () => get(WHO, { Authorization: `Bearer ${SECRET}` }),
  'another scheme': () => get(WHO, { Authorization: `Basic ${SECRET}` }),
  'an X-Request-Id': () => get(WHO, { 'X-Request-Id': `${SECRET} ${SECRET}` }),
  'a path, as a token': (token) => get(`${WHO}/${token}`),
  'a path, percent-encoded': (token) => get(`${WHO}/${token.replace('_', '%5F')}`),
  'a path, whose first letter is encoded': (token) => get(`${WHO}/%73${token.slice(1)}`),
  'a path, encoded twice': (token) => get(`${WHO}/${token.replace('_', '%255f')}`),
  'a path, wholly encoded': (token) => get(`${WHO}/${encoded(token)}`),
  'a path, wholly encoded twice': (token) => get(`${WHO}/${encoded(token).replaceAll('%', '%25')}`),
  'an X-Request-Id, as a token': (token) => get(WHO, { 'X-Request-Id': token }),
  'a Referer': (token) => get('/ws/v2.0/api/time', { Referer: `http://a.example/?access_token=${token}` }),
  'a cookie': () => get(WHO, { Cookie: `session=${SECRET}` }),
  'Idempotency-Key': (token) =>
    request(DATACARD, { Authorization: `Bearer ${token}`, 'Idempotency-Key': `${SECRET}\x80` }),
  'a query': () => get(`/ws/v2.0/api/time?access_token=${SECRET}`),
  'the token in a query': (token) => get(`${WHO}?access_token=${token}&x=${SECRET}`),
  'a query that is too long': () => get(`/?${SECRET}${'x'.repeat(3000)}`),
  'a query behind a broken host': () => get(`http://[::1/?access_token=${SECRET}`),
  'the absolute form': () => get(`http://${SECRET}:${SECRET}@localhost/ws/v2.0/?${SECRET}`),
  'a JSON body': () => post(`{"cgt":"${SECRET}"}`),
  'malformed JSON': () => post(`{"cgt":${SECRET}`),
  'malformed JSON with a token': (token) => request(DATACARD, { ...json, Authorization: `Bearer ${token}` }, SECRET),
  'JSON that is no UTF-8': () => post(Buffer.from(`{"${SECRET}":"\xff"}`, 'latin1')),
  'JSON that would change the prototype': () => post(`{"__proto__":"${SECRET}"}`),
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

function linesOf({ log }: Server): Record<string, unknown>[] {
  return log.map((line) => JSON.parse(line));
}

/** Servers that tests share: one as it is by default, and one where a parameter can be a token. */
let server: Server;
let lenient: Server;

test.before(async () => {
  server = await startServer();
  lenient = await startServer({ accessTokenParameter: true });
});

test.after.always('each request has its line', async (t) => {
  await Promise.all([server.close(), lenient.close()]);
  for (const line of linesOf(server)) {
    t.true(typeof line.requestId === 'string' && typeof line.address === 'string', JSON.stringify(line));
  }
  t.is(server.log.length, Object.keys(leaky).length + kept.length * PATHS.length + replaced.length + 50);
});

test('a secret is in no line, wherever it was', async (t) => {
  for (const [title, bytes] of Object.entries(leaky)) {
    for (const { url, token, log } of [server, lenient]) {
      await exchange(url, bytes(token));
      const text = decoded(log.join(''));
      t.false(text.includes('secret') || text.includes(token.slice('svcapi_'.length)), `${title}: ${text}`);
    }
  }
});

test('a fault is logged but not answered, and neither shows a secret', withServer, async (t, server) => {
  await server.store.close();
  const answers = [
    await server.call(`/character?x=${SECRET}`),
    await server.call(`/datacards/20:1?x=${SECRET}`),
    await server.call('/datacard/14:1', form({ production_entity_uid: '4:1', uses: 1, x: SECRET })),
    await server.call('/datacard/14:1', { method: 'POST', body: `{"${SECRET}":1}`, headers: json }),
  ];
  for (const { status, json, text } of answers) {
    t.true(status === 500 || status === 503);
    t.is(json.resource, 'error');
    t.is(json.svcapi.error, status === 500 ? 'internal_error' : 'unavailable');
    t.false(/database|driver|at .*\.js|stack/i.test(text.replace('its database is away', '')), text);
  }
  // Pruning, which also finds the store closed, is no request.
  const faults = linesOf(server).filter(({ err, requestId }) => err !== undefined && requestId !== undefined);
  t.is(faults.length, answers.length, 'the cause of each');
  for (const { err, requestId } of faults) {
    t.regex((err as { message: string }).message, /destroyed|closed|not open/);
    t.true(answers.some(({ headers }) => headers.get('x-request-id') === requestId));
  }
  const text = server.log.join('');
  t.false(text.includes('secret'), text);
  t.false(text.includes(server.token), text);
});

test('a line has client, path, status and duration', withServer, async (t, server) => {
  await server.call('/event/39:1?x=y', { headers: { 'X-Request-Id': 'mine-1' } });
  await server.call('/event/39:99');
  await call(`${server.url}/event/39:1`, { method: 'DELETE' });
  const [first, second, third, ...others] = linesOf(server);
  t.like(first, { requestId: 'mine-1', method: 'GET', path: '/ws/v2.0/event/39:1', status: 200, address: '127.0.0.1' });
  t.like(first, { client: 'console', level: 'info', msg: 'answered' });
  t.is(typeof first?.ms, 'number');
  t.is(typeof first?.time, 'string');
  t.like(second, { status: 404, error: 'not_found', client: 'console' });
  t.like(third, { method: 'DELETE', status: 405, error: 'method_not_allowed' });
  t.deepEqual(others, []);
});

test('requests answered before the routes have a line and an X-Request-Id too', withServer, async (t, server) => {
  const client = await RawClient.connect(server.url);
  client.send('garbage\r\n\r\n');
  const answer = await client.answer();
  t.like(linesOf(server)[0], {
    requestId: answer?.headers['x-request-id'],
    ...{ status: 400, error: 'malformed_request', address: '127.0.0.1', level: 'info' },
  });
});

test('a client that disconnects before its answer is logged as closed', withServer, async (t, server) => {
  const client = await RawClient.connect(server.url);
  client.send(request('POST /ws/v2.0/api/time', { ...json, 'Content-Length': '9', Expect: '100-continue' }));
  t.is((await client.answer())?.status, 100);
  await client.close();
  await until(() => server.log.length > 0, { what: 'the request is in the log' });
  t.like(linesOf(server)[0], { path: '/ws/v2.0/api/time', error: 'request_timeout', msg: 'closed' });
});

const kept = ['a', 'A-Z_0.9:x', '7f9c24e8-3b12-4f5e-9a10-1d2c3b4a5f60', 'x'.repeat(64)];
const PATHS = ['/ws/v2.0/api/time', '/nowhere', '/ws/v2.0/event/39', '/ws/v2.0/api/time?format=x'];
const replaced = ['', ' ', 'a b', 'a,b', 'x'.repeat(65), '{"a":1}', '<b>', 'é', '../x', 'a\tb', 'a\r\nX-Request-Id: b'];

/** Returns the id in an answer, which a line of the log has, too. */
async function idOf(t: ExecutionContext, path: string, id: string): Promise<string> {
  const [answer] = await exchange(server.url, get(path, { 'X-Request-Id': id }));
  const answered = answer?.headers['x-request-id'] ?? '';
  t.true(linesOf(server).some(({ requestId }) => requestId === answered));
  return answered;
}

test('a request id is kept, or replaced if it is none, by one of its own', async (t) => {
  for (const id of kept) for (const path of PATHS) t.is(await idOf(t, path, id), id);
  for (const id of replaced)
    t.regex(await idOf(t, PATHS[0] ?? '', id), /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, JSON.stringify(id));
  const answers = await Promise.all(Array.from({ length: 50 }, () => server.call('/api/time')));
  t.is(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size, 50);
});

test('a path with characters that JSON escapes is logged as it was sent', withServer, async (t, server) => {
  const paths = ['/ws/v2.0/"', '/ws/v2.0/a\\b', '/ws/v2.0/{"error":"x"}', '/ws/v2.0/%22%0a'];
  for (const path of paths) await exchange(server.url, request(`GET ${path}`, {}));
  t.deepEqual(
    linesOf(server).map(({ path }) => path),
    paths,
  );
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
  const last = JSON.parse(written.trim().split('\n').at(-1) ?? '');
  t.like(last, { level: 'warn', lines: 3000 - kept });
  log.info('again');
  await setImmediate();
  t.true(written.endsWith('"msg":"again"}\n'), 'the log continues');
});

test('on a terminal, a request is one short line, and an error has its stack', async (t) => {
  let written = '';
  const log = await openLog('info', {
    isTTY: true,
    write(text) {
      written += text;
    },
  });
  log.info({ requestId: 'a', method: 'GET', path: '/ws/v2.0/api/time', status: 200, ms: 3 }, 'answered');
  log.error({ requestId: 'a', err: new Error('no \x1b[2J such table') }, 'internal_error');
  await setImmediate();
  const [request, ...error] = written.split('\n');
  t.regex(request ?? '', /^\d\d:\d\d:\d\d GET \/ws\/v2\.0\/api\/time 200 3 ms$/);
  t.regex(error[0] ?? '', /^\d\d:\d\d:\d\d ERROR internal_error request a$/);
  t.true(error.join('\n').includes('at '));
  t.false(written.includes('\x1b'));
});
