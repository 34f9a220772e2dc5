import test from 'ava';
import { holdEvents } from '../helpers/hold-events.js';
import { exchange, outcomeOf, RawClient, request } from '../helpers/raw.js';
import { call, type Server, startServer, statusesOf, withServer } from '../helpers/server.js';
import { until } from '../helpers/until.js';

/** Malformed and oversized requests, as bytes that no client library could send. */

const TIME = '/ws/v2.0/api/time';
const HOST = 'Host: localhost\r\n';
const JSON_TYPE = 'Content-Type: application/json\r\n';

let server: Server;

test.before(async () => {
  server = await startServer({ rateLimit: 1e9 });
});

test.after.always('no malformed request is a fault of the service', async (t) => {
  await server.close();
  t.notRegex(server.log.join(''), /internal_error|fault outside/);
});

/** A request and its expected answer: `200`, or a status and an error code. */
type Row = [title: string, bytes: string | Buffer, answer?: string];

const MALFORMED = '400 malformed_request';

const post = (headers: string, body: string) => `POST ${TIME} HTTP/1.1\r\n${HOST}${headers}\r\n${body}`;
const get = (headers: string, target = TIME) => `GET ${target} HTTP/1.1\r\n${headers}\r\n`;
const raw = (text: string) => Buffer.from(text, 'latin1');

const lines: Row[] = [
  ['garbage', 'garbage\r\n\r\n'],
  ['a TLS hello', raw('\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03')],
  ['NUL bytes', raw('\0'.repeat(100))],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['half a request line', 'GET /ws'],
  ['a line without its end', `GET ${TIME} HTTP/1.1`],
  ['a request without its end', `GET ${TIME} HTTP/1.1\r\n${HOST}`],
  ['an unknown method', request(`BREW ${TIME}`)],
  ['a method in lower case', request(`get ${TIME}`)],
  ['no target', 'GET  HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['a version that does not exist', `GET ${TIME} HTTP/3.7\r\n${HOST}\r\n`],
  ['another protocol', `GET ${TIME} ICE/1.0\r\n${HOST}\r\n`],
  ['no version', `GET ${TIME}\r\n\r\n`, '200'],
  ['HTTP/1.0 without Host', `GET ${TIME} HTTP/1.0\r\n\r\n`, '200'],
  ['line feeds alone', `GET ${TIME} HTTP/1.1\nHost: localhost\n\n`],
  ['bytes beyond ASCII in the target', raw(get(HOST, `${TIME}/\xe9\xff`))],
  ['CONNECT', 'CONNECT localhost:80 HTTP/1.1\r\nHost: localhost:80\r\n\r\n'],
  ['TRACE', request(`TRACE ${TIME}`, { Cookie: 'secret' }), '405 method_not_allowed'],
  ['a method that no route has', request(`PROPFIND ${TIME}`), '405 method_not_allowed'],
  ['an upgrade', get(`${HOST}Upgrade: websocket\r\nConnection: Upgrade\r\n`), '200'],
  ['an unknown expectation', get(`${HOST}Expect: a miracle\r\n`), '200'],
];

const targets: Row[] = [
  ['the absolute form', get(HOST, `http://localhost${TIME}?format=json`), '200'],
  ['the absolute form with a user', get(HOST, `http://user:secret@localhost${TIME}`)],
  ['the absolute form without a path', get(HOST, 'http://localhost'), '303'],
  ['an absolute form with half an IPv6 address', get(HOST, `http://[::1${TIME}`)],
  ['an absolute form with an invalid port', get(HOST, `http://localhost:port${TIME}`)],
  ['an absolute form with a broken host', get(HOST, `http://%zz${TIME}`)],
  ['a URN', get(HOST, 'urn:uuid:1')],
  ['an asterisk for OPTIONS', request('OPTIONS *'), '204'],
  ['an asterisk for GET', request('GET *')],
  ['two slashes at the front', get(HOST, `/${TIME}`), '404 route_not_found'],
  ['a path that climbs', get(HOST, '/ws/v2.0/../../etc/passwd'), '404 route_not_found'],
  ['a fragment', get(HOST, `${TIME}#there`), '200'],
  ['an invalid % in a path', get(HOST, '/ws/v2.0/datacards/%zz'), '400 invalid_parameter'],
  ['half a character of UTF-8, in a path', get(HOST, '/ws/v2.0/datacards/%E2%82'), '400 invalid_parameter'],
  ['NUL in a path', get(HOST, '/ws/v2.0/datacards/%00'), '400 invalid_parameter'],
  ['an invalid % in an unknown path', get(HOST, '/ws/v2.0/%zz'), '404 route_not_found'],
  ['an invalid % in a query', get(HOST, `${TIME}?a=%zz&%=%`), '200'],
  ['2048 characters', get(HOST, `${TIME}?`.padEnd(2048, 'x')), '200'],
  ['2049 characters', get(HOST, `${TIME}?`.padEnd(2049, 'x')), '414 uri_too_long'],
  ['2049 characters in the absolute form', get(HOST, `http://localhost/?`.padEnd(2049, 'x')), '414 uri_too_long'],
];

const fields: Row[] = [
  ['no Host', get('')],
  ['an empty Host', get('Host:\r\n')],
  ['two Hosts', get(`${HOST}Host: elsewhere\r\n`)],
  ['two tokens', get(`${HOST}Authorization: Bearer a\r\nauthorization: Bearer b\r\n`)],
  ['the same token twice', get(`${HOST}Authorization: Bearer a\r\nAuthorization: Bearer a\r\n`)],
  ['two idempotency keys', post(`${JSON_TYPE}Idempotency-Key: a\r\nIdempotency-Key: b\r\nContent-Length: 2\r\n`, '{}')],
  [
    'two Content-Types',
    post(`${JSON_TYPE}Content-Type: application/xml\r\nContent-Length: 2\r\n`, '{}'),
    '415 unsupported_media_type',
  ],
  ['markup for a Host', get('Host: "><script>\r\n', '/ws/v2.0/')],
  ['100 fields', get(HOST + 'A: b\r\n'.repeat(99)), '200'],
  ['101 fields', get(HOST + 'A: b\r\n'.repeat(100)), '431 header_fields_too_large'],
  ['1500 fields', get(HOST + 'A:\r\n'.repeat(1500)), '431 header_fields_too_large'],
  ['8 KiB in one field', get(`${HOST}A: ${'x'.repeat(8192)}\r\n`), '431 header_fields_too_large'],
  ['8 KiB in many fields', get(HOST + `A: ${'x'.repeat(100)}\r\n`.repeat(90)), '431 header_fields_too_large'],
  ['a field without a name', get(`${HOST}: value\r\n`)],
  ['a field without a colon', get(`${HOST}Authorization\r\n`)],
  ['a space before the colon', get('Host : localhost\r\n')],
  ['a folded field', get(`${HOST}A: b\r\n c\r\n`)],
  ['CR in a value', get(`${HOST}A: b\rX-Injected: c\r\n`)],
  ['LF in a value', get(`${HOST}A: b\nX-Injected: c\r\n`)],
  ['NUL in a value', raw(get(`${HOST}A: b\0\r\n`))],
];

const framing: Row[] = [
  ['two lengths', post(`${JSON_TYPE}Content-Length: 2\r\nContent-Length: 3\r\n`, '{} ')],
  ['the same length twice', post(`${JSON_TYPE}Content-Length: 2\r\nContent-Length: 2\r\n`, '{}')],
  ['a negative length', post(`${JSON_TYPE}Content-Length: -1\r\n`, '{}')],
  ['a length in hexadecimal', post(`${JSON_TYPE}Content-Length: 0x2\r\n`, '{}')],
  ['a length of 30 digits', post(`${JSON_TYPE}Content-Length: ${'9'.repeat(30)}\r\n`, '{}')],
  ['less than the length', post(`${JSON_TYPE}Content-Length: 50\r\n`, '{}')],
  [
    'length and chunks',
    post(`${JSON_TYPE}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n`, '2\r\n{}\r\n0\r\n\r\n'),
  ],
  ['chunks', post(`${JSON_TYPE}Transfer-Encoding: chunked\r\n`, '2\r\n{}\r\n0\r\n\r\n'), '200'],
  ['chunks with trailers', post(`${JSON_TYPE}Transfer-Encoding: Chunked\r\n`, '2\r\n{}\r\n0\r\nA: b\r\n\r\n'), '200'],
  ['a chunk without a valid size', post(`${JSON_TYPE}Transfer-Encoding: chunked\r\n`, 'xy\r\n{}\r\n')],
  ['a chunk that is longer than its size', post(`${JSON_TYPE}Transfer-Encoding: chunked\r\n`, '1\r\n{}\r\n')],
  ['a chunk size of 20 digits', post(`${JSON_TYPE}Transfer-Encoding: chunked\r\n`, `${'f'.repeat(20)}\r\n{}\r\n`)],
  ['chunks without an end', post(`${JSON_TYPE}Transfer-Encoding: chunked\r\n`, '2\r\n{}\r\n')],
  ['another transfer coding', post(`${JSON_TYPE}Transfer-Encoding: gzip\r\n`, '{}')],
  [
    'an unknown transfer coding before chunked',
    post(`${JSON_TYPE}Transfer-Encoding: gzip, chunked\r\n`, '2\r\n{}\r\n0\r\n\r\n'),
  ],
  ['a GET with a body', `${get(`${HOST}Content-Length: 3\r\n`)}abc`, '200'],
];

for (const [about, rows] of Object.entries({ line: lines, target: targets, field: fields, framing })) {
  for (const [title, bytes, expected = MALFORMED] of rows) {
    test(`${about}: ${title}: ${expected}`, async (t) => {
      const [answer, ...others] = await exchange(server.url, bytes);
      t.is(outcomeOf(answer), expected, answer?.body);
      t.deepEqual(others, [], 'one request, one answer');
      t.is((await call(`${server.url}/api/time`)).status, 200, 'others are served');
    });
  }
}

const words: [title: string, bytes: string | Buffer, message: RegExp][] = [
  ['TLS', raw('\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03'), /speaks TLS: use http:/],
  ['the PROXY protocol', `PROXY TCP4 192.0.2.1 192.0.2.2 1 2\r\n${get(HOST)}`, /PROXY protocol: .* X-Forwarded-For/],
  ['a method in lower case', `post ${TIME} HTTP/1.1\r\n${HOST}\r\n`, /capital letters/],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', /HTTP\/1\.1, not HTTP\/2/],
  ['a space in the path', get(HOST, '/ws/v2.0/event/39 1'), /%20/],
  ['a letter beyond ASCII in the path', raw(get(HOST, '/ws/v2.0/\xe9')), /percent-encoded/],
  ['anything else', 'garbage\r\n\r\n', /not a valid HTTP request/],
];

for (const [title, bytes, message] of words) {
  test(`the answer to a request that cannot be read says why: ${title}`, async (t) => {
    const [answer] = await exchange(server.url, bytes);
    t.regex(JSON.parse(answer?.body ?? '').svcapi.error_message, message);
  });
}

test('a connection without a byte is closed without an answer', async (t) => {
  t.deepEqual(await exchange(server.url, ''), []);
  t.deepEqual(await exchange(server.url, '\r\n\r\n'), []);
});

test('pipelined requests are answered in their order', async (t) => {
  const wanted = ['/api/time', '/api/nothing', '/api/permissions', '/api/helloworld', '/'];
  const bytes = wanted.map((path) => request(`GET /ws/v2.0${path}`));
  const answers = await exchange(server.url, Buffer.concat(bytes));
  t.deepEqual(
    answers.map((answer) => JSON.parse(answer.body).request),
    wanted.map((path) => `/ws/v2.0${path}`),
  );
});

test('pipelined requests before garbage get their answers', async (t) => {
  const bytes = [request(`GET ${TIME}`), request(`POST ${TIME}`, { 'Content-Type': 'application/json' }, '{}')];
  const answers = await exchange(server.url, Buffer.concat([...bytes, Buffer.from('garbage\r\n\r\n')]));
  t.deepEqual(statusesOf(answers), [200, 200, 400]);
});

test(
  'a malformed request behind a slow one is answered, though its client has ended',
  withServer,
  async (t, server) => {
    const events = holdEvents(server);
    const client = await RawClient.connect(server.url);
    const first = request('GET /ws/v2.0/event/39:1', { Authorization: `Bearer ${server.token}` });
    client.end(`${first}garbage\r\n\r\n`);
    await until(async () => events.inFlight === 1, { what: 'a request in flight' });
    // The end of the client arrives with the request, or behind it.
    for (let count = 0; count < 5; count++) t.is((await server.call('/api/time')).status, 200);
    events.letGo();
    t.deepEqual(statusesOf(await client.answers()), [200, 400]);
  },
);

test('bytes after a malformed request are ignored', async (t) => {
  const client = await RawClient.connect(server.url);
  client.send('garbage\r\n\r\n');
  client.send(request(`GET ${TIME}`));
  t.deepEqual(statusesOf(await client.answers()), [400]);
});

test('a request that is refused while the rest of it cannot be parsed gets one answer', async (t) => {
  const bytes = 'GET /ws/v2.0/ HTTP/1.1\r\nTransfer-Encoding: identity\r\n\r\nGET /ws/v2.0/ HTTP/1.1\r\n\r\n';
  for (let attempt = 0; attempt < 5; attempt++) {
    t.deepEqual(statusesOf(await exchange(server.url, bytes)), [400]);
  }
});
