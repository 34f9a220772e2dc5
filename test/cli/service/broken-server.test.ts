import test from 'ava';
import { run } from '../../helpers/cli/run.js';
import { closedPort, enveloped, rawServer, strangeServer } from '../../helpers/cli/strange-server.js';

const SECRET = 'svcapi_a-token-that-nobody-may-see';
const env = { SVCAPI_TOKEN: SECRET };

const ASSIGN = ['datacard', 'assign', '14:1', '--to', '4:1', '--uses', '1'];

const wrong: [name: string, body: string | Buffer, status: number, message: string][] = [
  ['HTML', '<!doctype html><h1>Welcome</h1>', 200, 'the answer is not JSON'],
  ['nothing', '', 200, 'the answer is not JSON'],
  ['half of JSON', '{"version": "2.0", "svc', 200, 'the answer is not JSON'],
  ['another JSON', '{"hello": "world"}', 200, 'the answer is not an envelope of the service'],
  ['a list', '[]', 200, 'the answer is not an envelope of the service'],
  ['null', 'null', 200, 'the answer is not an envelope of the service'],
  ['deep nesting', '['.repeat(200_000), 200, 'the answer is not JSON'],
  ['bytes that are no text', Buffer.from([0x7b, 0xff, 0xfe]), 200, 'the answer is not UTF-8'],
  ['HTML of a proxy', '<html><h1>502 Bad Gateway</h1></html>', 502, 'the server answers with status 502'],
  ['an empty error', '', 500, 'the server answers with status 500'],
];

for (const [name, body, status, message] of wrong) {
  test(`an answer that is not the service’s: ${name}`, async (t) => {
    const { url } = await strangeServer(t, (response) => response.writeHead(status).end(body));
    const { code, stdout, stderr } = await run(['permissions', '--url', url]);
    t.is(code, 3);
    t.is(stdout, '');
    t.true(stderr.startsWith(`svcapi: ${message}`), stderr);
  });
}

for (const status of [301, 302, 303, 307, 308]) {
  test(`a redirect is not followed, and its target does not get the token: ${status}`, async (t) => {
    const other = await strangeServer(t, (response) => response.end(enveloped({ message: 'mine' })));
    const { url, requests } = await strangeServer(t, (response) => {
      response.writeHead(status, { Location: `${other.url}/ws/v2.0/api/helloauth` }).end();
    });
    const { code, stdout, stderr } = await run(['hello', '--url', url], { env });
    t.deepEqual({ code, stdout }, { code: 3, stdout: '' });
    t.true(stderr.startsWith(`svcapi: the answer sends elsewhere (${other.url}/`), stderr);
    t.is(requests.length, 1);
    t.is(requests[0]?.headers.authorization, `Bearer ${SECRET}`);
    t.deepEqual(other.requests, []);
  });
}

test('a silent server is a timeout', async (t) => {
  const url = await rawServer(t, () => {});
  const { code, stderr } = await run(['hello', '--url', url, '--timeout', '1']);
  t.is(code, 9);
  t.is(stderr, `svcapi: ${url} did not answer in time; try again, or raise --timeout\n`);
});

test('a server that sends a byte now and then is a timeout, too', async (t) => {
  const url = await rawServer(t, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n');
    const timer = setInterval(() => socket.write('x'), 50);
    socket.on('close', () => clearInterval(timer));
  });
  const { code, stderr } = await run(['hello', '--url', url, '--timeout', '1']);
  t.is(code, 9);
  t.regex(stderr, /did not answer in time/);
});

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"version":';
const broken: [name: string, bytes: string, code: number, message: RegExp][] = [
  [
    'without a byte',
    '',
    9,
    /closed the connection without an answer, as it does for blacklisted addresses; ask its host$/,
  ],
  ['half an answer', HEAD, 9, /closed the connection in the middle of its answer; try again$/],
  ['half a head', 'HTTP/1.1 200 OK\r\nContent-Ty', 9, /closed the connection in the middle of its answer; try again$/],
  ['no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n', 3, /^the answer is not HTTP/],
  ['an endless head', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}`, 3, /^the answer is not HTTP, or/],
];

for (const [name, bytes, code, message] of broken) {
  test(`a closed connection: ${name}`, async (t) => {
    const url = await rawServer(t, (socket) => {
      socket.once('data', () => socket.end(bytes));
    });
    const ran = await run(['permissions', '--url', url]);
    t.is(ran.code, code);
    t.is(ran.stdout, '');
    t.regex(ran.stderr.replace(/^svcapi: (.*)\n$/, '$1'), message);
  });
}

test('when nothing listens, the message says how to start a service', async (t) => {
  const url = await closedPort();
  t.deepEqual(await run(['hello', '--url', url]), {
    code: 9,
    stdout: '',
    stderr: `svcapi: nothing answers at ${url}; start a service there with svcapi serve, or name another with --url\n`,
  });
});

test('after a change without an answer, the message says that it may have been made', async (t) => {
  const url = await rawServer(t, (socket) => {
    socket.once('data', () => socket.end());
  });
  const assign = [...ASSIGN, '--url', url];
  t.regex((await run(assign, { env })).stderr, /; the change may have been made: see svcapi datacard show 14:1\n$/);
  t.regex(
    (await run([...assign, '--idempotency-key', 'k'], { env })).stderr,
    /; the change may have been made: run it again with the same --idempotency-key\n$/,
  );
  t.notRegex((await run([...ASSIGN, '--url', await closedPort()], { env })).stderr, /may have been made/);
});
