import test from 'ava';
import { Client, Unreachable, WrongAnswer } from '../../../src/client/index.js';
import { enveloped, rawServer, strangeServer } from '../../helpers/cli/strange-server.js';
import { withServer } from '../../helpers/server.js';

/** The client over `fetch`, with servers that behave in strange ways. */

const clientOf = (baseUrl: string, options = {}) => new Client({ baseUrl, retries: 0, ...options });

test('a request has the header fields of the client and of the call', async (t) => {
  const { url, requests } = await strangeServer(t, (response) => response.end(enveloped({})));
  await clientOf(url, { token: 'secret' }).call('GET /api/time', { headers: { 'X-Request-Id': 'mine' } });
  await clientOf(url, { userAgent: 'my-program/1.0' }).send({ method: 'GET', path: '/', format: 'xml' });
  const [first, second] = requests.map(({ headers }) => headers);
  t.like(first, { accept: 'application/json', authorization: 'Bearer secret', 'x-request-id': 'mine' });
  t.is(first?.['user-agent'], 'svcapi-client');
  t.like(second, { accept: 'application/xml', 'user-agent': 'my-program/1.0' });
  t.is(second?.authorization, undefined);
});

for (const path of ['', '/', '/ws/v2.0', '/ws/v2.0/']) {
  test(`the address of the service may end with ${JSON.stringify(path)}`, async (t) => {
    const { url, requests } = await strangeServer(t, (response) => response.end(enveloped({})));
    await clientOf(url + path).call('GET /api/time');
    t.is(requests[0]?.url, '/ws/v2.0/api/time');
  });
}

test('a fetch of the program is used', async (t) => {
  const asked: string[] = [];
  const fetch = (async (url: string) => {
    asked.push(url);
    return new Response(enveloped({ message: 'mine' }), { headers: { 'X-Request-Id': 'r1' } });
  }) as typeof globalThis.fetch;
  const { data, requestId } = await clientOf('http://galaxy.example', { fetch }).call('GET /api/helloworld');
  t.deepEqual([asked, data.message, requestId], [['http://galaxy.example/ws/v2.0/api/helloworld'], 'mine', 'r1']);
});

test('the names of header fields are read in lower case, however fetch writes them', async (t) => {
  const fetch = (async () => {
    const response = new Response(enveloped({ message: 'mine' }));
    const headers = [
      ['X-Request-Id', 'r1'],
      ['ETag', '"e1"'],
    ] as const;
    return Object.defineProperty(response, 'headers', { value: headers });
  }) as typeof globalThis.fetch;
  const { requestId, etag } = await clientOf('http://galaxy.example', { fetch }).call('GET /api/helloworld');
  t.deepEqual([requestId, etag], ['r1', '"e1"']);
});

for (const status of [301, 302, 303, 307, 308]) {
  test(`fetch: a redirect is not followed, and its target does not get the token: ${status}`, async (t) => {
    const other = await strangeServer(t, (response) => response.end(enveloped({ message: 'mine' })));
    const { url, requests } = await strangeServer(t, (response) => {
      response.writeHead(status, { Location: `${other.url}/ws/v2.0/api/helloauth` }).end();
    });
    const error = await t.throwsAsync(clientOf(url, { token: 'secret' }).call('GET /api/helloauth'), {
      instanceOf: WrongAnswer,
    });
    t.true(error.message.startsWith(`the answer sends elsewhere (${other.url}/`), error.message);
    t.is(error.status, status);
    t.deepEqual([requests.length, other.requests], [1, []]);
  });
}

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\nX-Request-Id: r1\r\n\r\n{"version":';
const broken: [name: string, bytes: string, code: string][] = [
  ['without a byte', '', 'ECONNRESET'],
  ['half an answer', HEAD, 'incomplete'],
];

for (const [name, bytes, code] of broken) {
  test(`fetch, a closed connection: ${name}`, async (t) => {
    const url = await rawServer(t, (socket) => {
      socket.once('data', () => socket.end(bytes));
    });
    const error = await t.throwsAsync(clientOf(url).call('GET /api/time'), { instanceOf: Unreachable });
    t.is(error.code, code);
    t.is(error.requestId, bytes === '' ? undefined : 'r1');
    t.notRegex(error.message, /--/, 'no flag of a command line');
  });
}

test('a silent server is a timeout of the client or of the call', async (t) => {
  const url = await rawServer(t, () => {});
  for (const call of [
    clientOf(url, { timeout: 1 }).call('GET /api/time'),
    clientOf(url).call('GET /api/time', { timeout: 1 }),
  ]) {
    const error = await t.throwsAsync(call, { instanceOf: Unreachable });
    t.is(error.message, `${url} did not answer in time; try again, or raise timeout or deadline`);
  }
});

test('a body without an end is a timeout, too', async (t) => {
  const url = await rawServer(t, (socket) => {
    socket.once('data', () => socket.write(HEAD));
  });
  const error = await t.throwsAsync(clientOf(url, { timeout: 50 }).call('GET /api/time'), { instanceOf: Unreachable });
  t.is(error.code, 'timeout');
});

test('a call is aborted before it is sent, while it waits, and while its answer arrives', async (t) => {
  const controllers = [new AbortController(), new AbortController(), new AbortController()] as const;
  const [before, waiting, arriving] = controllers;
  before.abort(new Error('before'));
  let seen = 0;
  const url = await rawServer(t, (socket) => {
    socket.once('data', () => {
      if (++seen === 1) waiting.abort(new Error('waiting'));
      else {
        socket.write(HEAD);
        setImmediate(() => arriving.abort(new Error('arriving')));
      }
    });
  });
  const call = ({ signal }: AbortController) => clientOf(url).call('GET /api/time', { signal });
  await t.throwsAsync(call(before), { message: 'before' });
  t.is(seen, 0);
  await t.throwsAsync(call(waiting), { message: 'waiting' });
  await t.throwsAsync(call(arriving), { message: 'arriving' });
});

test('text that is cut between two chunks is whole', async (t) => {
  const bytes = Buffer.from(enveloped({ message: '“é😀”' }));
  const { url } = await strangeServer(t, (response) => {
    response.writeHead(200, { 'Content-Length': bytes.length });
    response.flushHeaders();
    for (const byte of bytes) response.write(Buffer.from([byte]));
    response.end();
  });
  t.is((await clientOf(url).call('GET /api/helloworld')).data.message, '“é😀”');
});

test('a token or a header field that cannot be sent is refused, and is not quoted', async (t) => {
  const { url, requests } = await strangeServer(t, (response) => response.end(enveloped({})));
  const token = t.throws(() => clientOf(url, { token: 'a secret\n' }), { instanceOf: TypeError });
  const field = await t.throwsAsync(clientOf(url).call('GET /api/time', { headers: { Cookie: 'a secret\n' } }), {
    instanceOf: TypeError,
  });
  for (const error of [token, field]) t.notRegex(String(error?.message), /secret/);
  t.deepEqual(requests, []);
});

test('no parameter leads to another path', withServer, async (t, server) => {
  const client = clientOf(new URL(server.url).origin, { token: server.token });
  await t.throwsAsync(client.call('GET /character[/{uid}]', { params: { uid: '' } }), {
    message: 'GET /character[/{uid}] needs params.uid',
  });
  await t.throwsAsync(client.call('GET /event/{uid}', {} as never), { message: 'GET /event/{uid} needs params.uid' });
  await t.throwsAsync(client.call('GET /character/{uid}/credits', { params: { uid: '..' } }), {
    instanceOf: TypeError,
  });
  const { data } = await client.call('GET /character[/{uid}]', { params: { uid: undefined } });
  t.is(data.character.uid, '1:1');
});
