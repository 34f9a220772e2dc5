import test from 'ava';
import { exchange, outcomeOf, RawClient, request } from '../helpers/raw.js';
import { sharedServer } from '../helpers/shared-server.js';

const server = sharedServer({ rateLimit: 50 });

const TIME = '/ws/v2.0/api/time';
const HOST = 'Host: localhost\r\n';

/** A HEAD request and the status of its answer. */
type Row = [status: number, title: string, bytes: () => string | Buffer];

const head =
  (path: string, headers: Record<string, string> = {}): Row[2] =>
  () =>
    request(`HEAD ${path}`, { Authorization: `Bearer ${server.token}`, ...headers });

const answers: Row[] = [
  [200, 'a list', head('/ws/v2.0/datacards/20:1')],
  [200, 'a list in XML', head('/ws/v2.0/datacards/20:1', { Accept: 'text/xml' })],
  [200, 'the description', head('/ws/v2.0/openapi.json')],
  [200, 'the description, compressed', head('/ws/v2.0/openapi.json', { 'Accept-Encoding': 'gzip' })],
  [200, 'the page', head('/ws/v2.0/documentation')],
  [304, 'a document that the client has', head('/ws/v2.0/documentation', { 'If-None-Match': '*' })],
  [303, 'the root', head('/')],
  [200, '/livez', head('/livez')],
  [200, '/readyz', head('/readyz')],
  [400, 'an invalid parameter', head('/ws/v2.0/event/1:1')],
  [400, 'an unknown format', head(`${TIME}?format=yaml`)],
  [401, 'no token', () => request('HEAD /ws/v2.0/character')],
  [404, 'nothing that is there', head('/ws/v2.0/datacards/20:999')],
  [404, 'no route', head('/nowhere')],
  [406, 'no acceptable format', head(TIME, { Accept: 'image/png' })],
];

/** After these the connection closes. */
const closing: Row[] = [
  [414, 'a long target', head(`${TIME}?`.padEnd(3000, 'x'))],
  [431, '101 fields', () => `HEAD ${TIME} HTTP/1.1\r\n${HOST}${'A: b\r\n'.repeat(100)}\r\n`],
  [400, 'two Hosts', () => `HEAD ${TIME} HTTP/1.1\r\n${HOST}${HOST}\r\n`],
];

/** Requests whose head Node cannot read. */
const unreadable: Row[] = [
  [431, '20 KiB of fields', head(TIME, { A: 'x'.repeat(20_000) })],
  [400, 'a field without a colon', () => `HEAD ${TIME} HTTP/1.1\r\n${HOST}nonsense\r\n\r\n`],
  [400, 'an unknown version', () => `HEAD ${TIME} HTTP/3.7\r\n${HOST}\r\n`],
  [400, 'a malformed target', () => `HEAD x:1 HTTP/1.1\r\n${HOST}\r\n`],
];

for (const [status, title, bytes] of answers) {
  test.serial(`HEAD has no body: ${status} for ${title}`, async (t) => {
    const client = await RawClient.connect(server.url);
    client.send(bytes());
    t.is((await client.answer({ toHead: true }))?.status, status);
    // Whatever had followed the header fields would stand before this answer.
    client.end(request('GET /livez'));
    t.is((await client.answer())?.body, '{"state":"alive"}');
  });
}

for (const [status, title, bytes] of closing) {
  test.serial(`HEAD has no body: ${status} for ${title}`, async (t) => {
    const client = await RawClient.connect(server.url);
    client.end(bytes());
    t.is((await client.answer({ toHead: true }))?.status, status);
    await client.closed;
    t.true(client.received.toString().endsWith('\r\n\r\n'));
  });
}

test.serial('HEAD has no body: 400 beyond the rate limit', async (t) => {
  const client = await RawClient.connect(server.url);
  let status: number | undefined = 200;
  for (let calls = 0; status === 200 && calls <= 50; calls++) {
    client.send(head('/ws/v2.0/datacard/14:3')());
    status = (await client.answer({ toHead: true }))?.status;
  }
  t.is(status, 400);
  client.end(request('GET /livez'));
  t.is((await client.answer())?.body, '{"state":"alive"}');
});

for (const [status, title, bytes] of unreadable) {
  test(`HEAD that cannot be read has a body in JSON: ${status} for ${title}`, async (t) => {
    const [answer, ...others] = await exchange(server.url, bytes());
    t.is(answer?.status, status);
    t.is(answer?.headers.connection, 'close');
    const { resource, request: path, svcapi } = JSON.parse(answer?.body ?? '');
    t.deepEqual([resource, path, svcapi.error_code], ['error', '', status]);
    t.deepEqual(others, []);
  });
}

test('a malformed request behind another has a body, whichever of them is a HEAD', async (t) => {
  for (const [first, second] of ['GET HEAD', 'HEAD GET'].map((methods) => methods.split(' '))) {
    const client = await RawClient.connect(server.url);
    client.end(`${first} /livez HTTP/1.1\r\n${HOST}\r\n${second} ${TIME} HTTP/1.1\r\n${HOST}nonsense\r\n\r\n`);
    t.is((await client.answer({ toHead: first === 'HEAD' }))?.status, 200);
    t.is(outcomeOf(await client.answer()), '400 malformed_request');
  }
});
