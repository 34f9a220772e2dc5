import test from 'ava';
import { holdEvents } from '../helpers/hold-events.js';
import { exchange, outcomeOf, RawClient, request } from '../helpers/raw.js';
import { call, statusesOf, withServer } from '../helpers/server.js';
import { sharedServer } from '../helpers/shared-server.js';
import { until } from '../helpers/until.js';

/** Malformed and oversized requests, as bytes that no client library could send. */

const TIME = '/ws/v2.0/api/time';
const HOST = 'Host: localhost\r\n';
const JSON_TYPE = 'Content-Type: application/json\r\n';

const server = sharedServer({ rateLimit: 1e9 });

test.after.always('no malformed request is a fault of the service', (t) => {
  t.notRegex(server.log.join(''), /internal_error|fault outside/);
});

const MALFORMED = '400 malformed_request';
const TOO_LARGE = '431 header_fields_too_large';

/** A request, its answer (a status, or a status and an error code), and what the message says. */
type Row = [title: string, bytes: string | Buffer, answer?: string, message?: RegExp];

const post = (headers: string, body: string) => `POST ${TIME} HTTP/1.1\r\n${HOST}${JSON_TYPE}${headers}\r\n${body}`;
const chunked = (body: string, coding = 'chunked') => post(`Transfer-Encoding: ${coding}\r\n`, body);
const get = (headers: string, target = TIME) => `GET ${target} HTTP/1.1\r\n${headers}\r\n`;
const raw = (text: string) => Buffer.from(text, 'latin1');

const tables: Record<string, Row[]> = {
  line: [
    ['garbage', 'garbage\r\n\r\n', MALFORMED, /not a valid HTTP request/],
    ['a TLS hello', raw('\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03'), MALFORMED, /speaks TLS: use http:/],
    ['the PROXY protocol', `PROXY TCP4 192.0.2.1 192.0.2.2 1 2\r\n${get(HOST)}`, MALFORMED, /X-Forwarded-For/],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', MALFORMED, /HTTP\/1\.1, not HTTP\/2/],
    ['a request without its end', `GET ${TIME} HTTP/1.1\r\n${HOST}`],
    ['an unknown method', request(`BREW ${TIME}`)],
    ['a method in lower case', request(`post ${TIME}`), MALFORMED, /capital letters/],
    ['no target', `GET  HTTP/1.1\r\n${HOST}\r\n`],
    ['no version', `GET ${TIME}\r\n\r\n`, '200'],
    ['HTTP/1.0 without Host', `GET ${TIME} HTTP/1.0\r\n\r\n`, '200'],
    ['a space in the path', get(HOST, '/ws/v2.0/event/39 1'), MALFORMED, /%20/],
    ['bytes beyond ASCII in the path', raw(get(HOST, `${TIME}/\xe9\xff`)), MALFORMED, /percent-encoded/],
    ['CONNECT', 'CONNECT localhost:80 HTTP/1.1\r\nHost: localhost:80\r\n\r\n'],
    ['TRACE', request(`TRACE ${TIME}`, { Cookie: 'secret' }), '405 method_not_allowed'],
    ['an upgrade', get(`${HOST}Upgrade: websocket\r\nConnection: Upgrade\r\n`), '200'],
    ['an unknown expectation', get(`${HOST}Expect: a miracle\r\n`), '200'],
  ],
  target: [
    ['the absolute form', get(HOST, `http://localhost${TIME}?format=json`), '200'],
    ['the absolute form with a user', get(HOST, `http://user:secret@localhost${TIME}`)],
    ['the absolute form without a path', get(HOST, 'http://localhost'), '303'],
    ['the absolute form with an invalid port', get(HOST, `http://localhost:port${TIME}`)],
    ['an asterisk for OPTIONS', request('OPTIONS *'), '204'],
    ['an asterisk for GET', request('GET *')],
    ['a path that climbs', get(HOST, '/ws/v2.0/../../etc/passwd'), '404 route_not_found'],
    [
      'two slashes',
      get(HOST, '/ws/v2.0/api///time//'),
      '404 route_not_found',
      /two slashes .* Send \/ws\/v2.0\/api\/time/,
    ],
    ['a fragment', get(HOST, `${TIME}#there`), '200'],
    ['an invalid % in a path', get(HOST, '/ws/v2.0/datacards/%zz'), '400 invalid_parameter'],
    ['NUL in a path', get(HOST, '/ws/v2.0/datacards/%00'), '400 invalid_parameter'],
    ['an invalid % in a query', get(HOST, `${TIME}?a=%zz&%=%`), '200'],
    ['2048 characters', get(HOST, `${TIME}?`.padEnd(2048, 'x')), '200'],
    ['2049 characters', get(HOST, `${TIME}?`.padEnd(2049, 'x')), '414 uri_too_long'],
    ['2049 characters in the absolute form', get(HOST, 'http://localhost/?'.padEnd(2049, 'x')), '414 uri_too_long'],
  ],
  field: [
    ['no Host', get('')],
    ['two Hosts', get(`${HOST}Host: elsewhere\r\n`)],
    ['markup for a Host', get('Host: "><script>\r\n', '/ws/v2.0/')],
    ['the same token twice', get(`${HOST}Authorization: Bearer a\r\nauthorization: Bearer a\r\n`)],
    ['two idempotency keys', post('Idempotency-Key: a\r\nIdempotency-Key: b\r\nContent-Length: 2\r\n', '{}')],
    ['two Content-Types', post(`Content-Length: 2\r\n${JSON_TYPE}`, '{}'), '415 unsupported_media_type'],
    ['100 fields', get(HOST + 'A: b\r\n'.repeat(99)), '200'],
    ['101 fields', get(HOST + 'A: b\r\n'.repeat(100)), TOO_LARGE],
    ['8 KiB in one field', get(`${HOST}A: ${'x'.repeat(8192)}\r\n`), TOO_LARGE],
    ['20 KiB of fields', get(`${HOST}A: ${'x'.repeat(20_000)}\r\n`), TOO_LARGE],
    ['a space before the colon', get('Host : localhost\r\n')],
    ['a folded field', get(`${HOST}A: b\r\n c\r\n`)],
    ['LF in a value', get(`${HOST}A: b\nX-Injected: c\r\n`)],
    ['NUL in a value', raw(get(`${HOST}A: b\0\r\n`))],
  ],
  framing: [
    ['two lengths', post('Content-Length: 2\r\nContent-Length: 3\r\n', '{} ')],
    ['a length of 30 digits', post(`Content-Length: ${'9'.repeat(30)}\r\n`, '{}')],
    ['less than the length', post('Content-Length: 50\r\n', '{}')],
    ['length and chunks', post('Content-Length: 2\r\nTransfer-Encoding: chunked\r\n', '2\r\n{}\r\n0\r\n\r\n')],
    ['chunks with trailers', chunked('2\r\n{}\r\n0\r\nA: b\r\n\r\n', 'Chunked'), '200'],
    ['a chunk without a valid size', chunked('xy\r\n{}\r\n')],
    ['an unknown transfer coding before chunked', chunked('2\r\n{}\r\n0\r\n\r\n', 'gzip, chunked')],
    ['a GET with a body', `${get(`${HOST}Content-Length: 3\r\n`)}abc`, '200'],
  ],
};

for (const [about, rows] of Object.entries(tables)) {
  test(`each gets one answer, by its ${about}, and others are served`, async (t) => {
    for (const [title, bytes, expected = MALFORMED, message = /./] of rows) {
      const [answer, ...others] = await exchange(server.url, bytes);
      t.is(outcomeOf(answer), expected, title);
      t.deepEqual(others, [], title);
      if (answer?.body) t.regex(answer.body, message, title);
      t.is((await call(`${server.url}/api/time`)).status, 200, title);
    }
  });
}

test('HEAD has no body, whatever its answer is', async (t) => {
  const rows: [status: number, target: string, headers?: Record<string, string>][] = [
    [200, '/ws/v2.0/openapi.json', { 'Accept-Encoding': 'gzip' }],
    [304, '/ws/v2.0/documentation', { 'If-None-Match': '*' }],
    [303, '/'],
    [400, `${TIME}?format=yaml`],
    [404, '/nowhere'],
    // After these the connection closes.
    [414, `${TIME}?`.padEnd(3000, 'x')],
    [431, TIME, Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`A${at}`, 'b']))],
  ];
  for (const [status, target, headers] of rows) {
    const client = await RawClient.connect(server.url);
    client.send(request(`HEAD ${target}`, headers));
    t.is((await client.answer({ toHead: true }))?.status, status, target);
    const head = client.received.length;
    // Whatever had followed the header fields would stand before this answer.
    client.end(request('GET /livez'));
    const next = await client.answer();
    if (status < 410) t.is(next?.body, '{"state":"alive"}', target);
    else t.is(client.received.length, head, target);
  }
});

test('HEAD that cannot be read has a body, also behind another request', async (t) => {
  const unreadable = `HEAD ${TIME} HTTP/1.1\r\n${HOST}nonsense\r\n\r\n`;
  for (const first of ['', request('GET /livez').toString()]) {
    const answers = await exchange(server.url, first + unreadable);
    t.deepEqual(answers.map(outcomeOf), [...(first ? ['200'] : []), MALFORMED]);
    t.like(JSON.parse(answers.at(-1)?.body ?? ''), { resource: 'error', request: '' });
  }
});

test('an Authorization that is no Bearer token is told that one is wanted', async (t) => {
  for (const Authorization of ['Basic dG9rZW46', 'abc', 'Bearer', 'Bearer a b', 'Bearer: abc']) {
    const { status, json, headers } = await server.call('/character', { headers: { Authorization } });
    t.is(`${status} ${json.svcapi.error}`, '401 token_missing', Authorization);
    t.regex(json.svcapi.error_message, /does not hold a Bearer token\. Send it as “Authorization: Bearer TOKEN”/);
    t.regex(headers.get('www-authenticate') ?? '', /^Bearer /);
  }
});

test('pipelined requests are answered in their order, also before garbage, and nothing after the last answer', async (t) => {
  const wanted = ['/api/time', '/api/nothing', '/api/permissions', '/'].map((path) => `/ws/v2.0${path}`);
  const bytes = [...wanted.map((path) => request(`GET ${path}`)), raw('garbage\r\n\r\n'), request(`GET ${TIME}`)];
  const answers = await exchange(server.url, Buffer.concat(bytes));
  t.deepEqual(
    answers.map(({ body }) => JSON.parse(body).request),
    [...wanted, ''],
  );
  const last = request(`GET ${TIME}`, { Connection: 'close' });
  t.deepEqual(statusesOf(await exchange(server.url, Buffer.concat([last, request(`GET ${TIME}`)]))), [200]);
  for (const nothing of ['', '\r\n\r\n']) t.deepEqual(await exchange(server.url, nothing), []);
  const refused = 'GET /ws/v2.0/ HTTP/1.1\r\nTransfer-Encoding: identity\r\n\r\nGET /ws/v2.0/ HTTP/1.1\r\n\r\n';
  t.deepEqual(statusesOf(await exchange(server.url, refused)), [400], 'its rest cannot be parsed');
});

test('a slow request and a malformed one behind it get their answers', withServer, async (t, own) => {
  const events = holdEvents(own);
  const client = await RawClient.connect(own.url);
  const first = request('GET /ws/v2.0/event/39:1', { Authorization: `Bearer ${own.token}` });
  client.end(`${first}garbage\r\n\r\n`);
  await until(() => events.inFlight === 1, { what: 'a request in flight' });
  // The end of the client arrives with the request, or behind it.
  for (let count = 0; count < 5; count++) t.is((await own.call('/api/time')).status, 200);
  events.letGo();
  t.deepEqual(statusesOf(await client.answers()), [200, 400]);
});
