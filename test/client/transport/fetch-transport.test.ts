import test from 'ava';
import { Client, Unreachable, WrongAnswer } from '../../../src/client/index.js';
import { enveloped, rawServer, strangeServer } from '../../helpers/cli/strange-server.js';
import { withServer } from '../../helpers/server.js';

/** The client over `fetch`, with servers that behave in strange ways. */

const clientOf = (baseUrl: string, options = {}) => new Client({ baseUrl, retries: 0, ...options });

test('a request has the header fields of the client and of the call, and none that cannot be sent', async (t) => {
  const { url, requests } = await strangeServer(t, (response) => response.end(enveloped({})));
  await clientOf(url, { token: 'secret' }).call('GET /api/time', { headers: { 'X-Request-Id': 'mine' } });
  await clientOf(url, { userAgent: 'my-program/1.0' }).send({ method: 'GET', path: '/', format: 'xml' });
  const [first, second] = requests.map(({ headers }) => headers);
  t.like(first, { accept: 'application/json', authorization: 'Bearer secret', 'x-request-id': 'mine' });
  t.is(first?.['user-agent'], 'svcapi-client');
  t.like(second, { accept: 'application/xml', 'user-agent': 'my-program/1.0' });
  t.is(second?.authorization, undefined);
  const token = t.throws(() => clientOf(url, { token: 'a secret\n' }), { instanceOf: TypeError });
  const headers = { Cookie: 'a secret\n' };
  const field = await t.throwsAsync(clientOf(url).call('GET /api/time', { headers }), { instanceOf: TypeError });
  for (const error of [token, field]) t.notRegex(String(error?.message), /secret/);
  t.is(requests.length, 2);
});

test('a fetch of the program is used, and names of header fields are read in lower case', async (t) => {
  const asked: string[] = [];
  const fields = [
    ['X-Request-Id', 'r1'],
    ['ETag', '"e1"'],
  ] as const;
  const fetch = (async (url: string) => {
    asked.push(url);
    return Object.defineProperty(new Response(enveloped({ message: 'mine' })), 'headers', { value: fields });
  }) as typeof globalThis.fetch;
  const { data, requestId, etag } = await clientOf('http://galaxy.example', { fetch }).call('GET /api/helloworld');
  t.deepEqual(asked, ['http://galaxy.example/ws/v2.0/api/helloworld']);
  t.deepEqual([data.message, requestId, etag], ['mine', 'r1', '"e1"']);
});

test('a redirect is not followed, and its target does not get the token', async (t) => {
  for (const status of [301, 302, 303, 307, 308]) {
    const other = await strangeServer(t, (response) => response.end(enveloped({ message: 'mine' })));
    const { url, requests } = await strangeServer(t, (response) => {
      response.writeHead(status, { Location: `${other.url}/ws/v2.0/api/helloauth` }).end();
    });
    const call = clientOf(url, { token: 'secret' }).call('GET /api/helloauth');
    const error = await t.throwsAsync(call, { instanceOf: WrongAnswer });
    t.true(error.message.startsWith(`the answer sends elsewhere (${other.url}/`), error.message);
    t.is(error.status, status);
    t.deepEqual([requests.length, other.requests], [1, []]);
  }
});

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\nX-Request-Id: r1\r\n\r\n{"version":';

test('a closed connection, a silent server and a body without an end have their codes', async (t) => {
  for (const [bytes, isClosed, code, requestId] of [
    ['', true, 'ECONNRESET', undefined],
    [HEAD, true, 'incomplete', 'r1'],
    ['', false, 'timeout', undefined],
    [HEAD, false, 'timeout', 'r1'],
  ] as const) {
    const url = await rawServer(t, (socket) => {
      socket.once('data', () => (isClosed ? socket.end(bytes) : socket.write(bytes)));
    });
    const timeout = isClosed ? 1e9 : 50;
    for (const call of [
      clientOf(url, { timeout }).call('GET /api/time'),
      clientOf(url).call('GET /api/time', { timeout }),
    ]) {
      const error = await t.throwsAsync(call, { instanceOf: Unreachable });
      t.is(error.code, code, bytes);
      if (isClosed) t.is(error.requestId, requestId);
      t.notRegex(error.message, /--/, 'no flag of a command line');
    }
  }
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

test('no parameter leads to another path', withServer, async (t, server) => {
  const client = clientOf(new URL(server.url).origin, { token: server.token });
  const empty = client.call('GET /character[/{uid}]', { params: { uid: '' } });
  await t.throwsAsync(empty, { message: 'GET /character[/{uid}] needs params.uid' });
  await t.throwsAsync(client.call('GET /event/{uid}', {} as never), { message: 'GET /event/{uid} needs params.uid' });
  const up = client.call('GET /character/{uid}/credits', { params: { uid: '..' } });
  await t.throwsAsync(up, { instanceOf: TypeError });
  const { data } = await client.call('GET /character[/{uid}]', { params: { uid: undefined } });
  t.is(data.character.uid, '1:1');
});
