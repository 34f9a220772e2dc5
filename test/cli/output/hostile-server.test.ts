import test from 'ava';
import { run } from '../../helpers/cli/run.js';
import { closedPort, enveloped, rawServer, strangeServer } from '../../helpers/cli/strange-server.js';

const SECRET = 'svcapi_a-token-that-nobody-may-see';
const env = { SVCAPI_TOKEN: SECRET };

/** Characters that control a terminal or mislead its reader. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
const RAW = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;
const EVIL = '\u001b]0;owned\u0007\u001b[31m\u009b2J\u202egnp\u200b\r\n\u0000\u{e0041}';

/** One command for each route, by the shape of its answer. */
const commands = {
  index: ['index'],
  permissions: ['permissions'],
  ratelimits: ['ratelimits'],
  hello: ['hello'],
  character: ['character'],
  grants: ['grants', '1:1'],
  'own grants': ['grants'],
  event: ['event', '39:1'],
  datacards: ['datacards', '20:1'],
  show: ['datacard', 'show', '14:1'],
  assign: ['datacard', 'assign', '14:1', '--to', '4:1', '--uses', '1'],
  'assign, dry': ['datacard', 'assign', '14:1', '--to', '4:1', '--uses', '1', '--dry-run'],
  revoke: ['datacard', 'revoke', '14:1', '--from', '4:1'],
  'revoke, dry': ['datacard', 'revoke', '14:1', '--from', '4:1', '--dry-run'],
  'remote time': ['time', '--remote'],
  'remote conversion': ['time', '--remote', 'Y12D3'],
  status: ['status'],
} as const;

/** A value of which every field, however deep, is the same value again. */
function everywhere(leaf: unknown): unknown {
  const ref = { value: leaf, attributes: { uid: leaf, href: leaf, type: leaf, primary: leaf } };
  const use = { location: ref, locationowner: ref, quantity: leaf };
  const moment = { years: leaf, days: leaf, hours: leaf, mins: leaf, secs: leaf, timestamp: leaf };
  const card = { uid: leaf, attributes: { uid: leaf, href: leaf }, entity: ref, owner: ref, uses: leaf };
  return {
    ...moment,
    message: leaf,
    client: leaf,
    resources: {
      routes: [
        {
          attributes: { name: leaf },
          route: [
            {
              attributes: { name: leaf, href: leaf },
              description: leaf,
              methods: {
                method: [{ attributes: { type: leaf }, permissions: leaf, parameters: { parameter: [leaf] } }],
              },
            },
          ],
        },
      ],
    },
    permissions: {
      permission: [{ attributes: { name: leaf, description: leaf, expires: leaf }, scopes: { scope: [leaf] } }],
    },
    ratelimits: { ratelimit: [{ attributes: { pattern: leaf, limit: leaf, remaining: leaf, reset: leaf } }] },
    character: { uid: leaf, name: leaf, race: ref, factions: [ref], lastlogin: moment, biography: leaf, credits: leaf },
    event: { uid: leaf, receiver: ref, time: moment, text: leaf },
    datacards: { datacard: [card] },
    datacard: { ...card, assignedlocations: { assignedlocation: [use] } },
    assignments: { assignment: [{ assigneddatacard: card, originaluse: use, newquantity: leaf }] },
    revocations: { revocation: [{ revokeddatacard: card, revokeduse: use }] },
  };
}

const leaves: [name: string, leaf: unknown][] = [
  ['null', null],
  ['a number', 1e308],
  ['a huge number', -1e300],
  ['text', 'x'],
  ['an empty text', ''],
  ['true', true],
  ['a list', [[[]]]],
  ['an object', { toString: 'x', valueOf: 1, value: {}, length: 3 }],
  ['an evil text', EVIL],
  ['a number in a text', '1718625600'],
];
const payloads: [name: string, payload: unknown][] = [
  ['nothing at all', {}],
  ...leaves.map(([name, leaf]): [string, unknown] => [`${name} as every field`, everywhere(leaf)]),
  ...leaves.map(([name, leaf]): [string, unknown] => [`${name} in place of every resource`, shallow(leaf)]),
];

function shallow(leaf: unknown): unknown {
  return Object.fromEntries(Object.keys(everywhere(leaf) as object).map((key) => [key, leaf]));
}

for (const [name, payload] of payloads) {
  test(`a command survives any answer: ${name}`, async (t) => {
    const { url } = await strangeServer(t, (response) => response.end(enveloped(payload)));
    for (const [command, argv] of Object.entries(commands)) {
      for (const format of [{ terminal: 90 }, {}, { flags: ['--json'] }, { flags: ['--output', 'csv'] }]) {
        const { flags = [], ...around } = format as { flags?: string[]; terminal?: number };
        const argvs = [...argv, '--url', url, ...flags];
        const { code, stdout, stderr } = await run(argvs, { ...around, env: { ...env, NO_COLOR: '1' } });
        t.true([0, 1, 2, 3, 6].includes(code), `${command}: ${code} ${stderr}`);
        t.false(/internal error|TypeError|\[object|undefined/.test(stdout + stderr), command + stderr);
        // A cell of CSV may hold line ends in a pipe.
        const shown = flags.includes('csv') ? stdout.replaceAll('\r', '') : stdout;
        t.false(RAW.test(shown) || RAW.test(stderr), `${command}: ${JSON.stringify(stdout + stderr)}`);
        if (code === 3) t.regex(stderr, /^svcapi: the answer .*; is this the address of a Web Services v2\.0\?\n/);
        if (code === 0 && flags[0] === '--json') t.notThrows(() => JSON.parse(stdout));
      }
    }
  });
}

test('errors are sanitized to one line', async (t) => {
  const { url } = await strangeServer(t, (response) => {
    response.writeHead(404).end(enveloped({ error: EVIL, error_message: EVIL.repeat(1000), error_code: EVIL }));
  });
  for (const format of [[], ['--xml']]) {
    const { code, stdout, stderr } = await run(['character', '--url', url, ...format], { env, terminal: 80 });
    t.deepEqual({ code, stdout }, { code: 6, stdout: '' });
    t.false(RAW.test(stderr));
    t.is(stderr.split('\n').length, 2);
    t.true(stderr.length < 50_000);
  }
});

test('the details of an error may be of any type', async (t) => {
  for (const leaf of leaves.map(([, value]) => value)) {
    for (const error of ['permission_missing', 'rate_limit_exceeded', 'token_invalid', 'invalid_parameter', leaf]) {
      const { url } = await strangeServer(t, (response) => {
        const details = { parameter: leaf, required_permission: leaf, available_permissions: leaf, retry_after: leaf };
        response.writeHead(401, { 'X-RateLimit-Reset': encodeURI(JSON.stringify(leaf)) });
        response.end(enveloped({ error, error_message: leaf, ...details }));
      });
      const { code, stderr } = await run(['character', '--url', url], { env });
      t.true(code >= 2 && code <= 7, stderr);
      t.false(/internal error|\[object|undefined/.test(stderr), stderr);
    }
  }
});

test('XML is sanitized on a terminal and unchanged in a pipe', async (t) => {
  const xml = `<svcapi>${EVIL}</svcapi>`;
  const { url } = await strangeServer(t, (response) => response.end(xml));
  const argv = ['character', '--xml', '--url', url];
  t.is((await run(argv, { env })).stdout, `${xml}\n`);
  t.false(RAW.test((await run(argv, { env, terminal: 80 })).stdout.replace('\r', '')));
  const api = await run(['api', 'GET', '/character', '--url', url], { env, terminal: 80 });
  t.false(RAW.test(api.stdout));
});

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
  t.is(stderr, `svcapi: ${url} did not answer in time; try again, or give it longer with --timeout\n`);
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

test('an answer without an end is cut off', async (t) => {
  let sent = 0;
  const url = await rawServer(t, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    const pour = () => {
      while (!socket.destroyed) {
        sent += chunk.length;
        const more = socket.write(Buffer.concat([Buffer.from('100000\r\n'), chunk, Buffer.from('\r\n')]));
        if (!more) return socket.once('drain', pour);
      }
      return undefined;
    };
    pour();
  });
  const { code, stderr } = await run(['hello', '--url', url]);
  t.is(code, 3);
  t.regex(stderr, /^svcapi: the answer is larger than 64 MiB;/);
  t.true(sent < 200 * 1024 * 1024);
});

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"version":';
const broken: [name: string, bytes: string, code: number, message: RegExp][] = [
  ['without a byte', '', 9, /closed the connection without a byte, as it does to blacklisted addresses; ask its host$/],
  ['half an answer', HEAD, 9, /ended its answer half-way; try again$/],
  ['half a head', 'HTTP/1.1 200 OK\r\nContent-Ty', 9, /ended its answer half-way; try again$/],
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
    stderr: `svcapi: nothing answers at ${url}; start a service there with “svcapi serve”, or name another with --url\n`,
  });
});

test('after a change without an answer, the message says that it may have been made', async (t) => {
  const url = await rawServer(t, (socket) => {
    socket.once('data', () => socket.end());
  });
  const assign = [...commands.assign, '--url', url];
  t.regex((await run(assign, { env })).stderr, /; the change may have been made: see svcapi datacard show 14:1\n$/);
  t.regex(
    (await run([...assign, '--idempotency-key', 'k'], { env })).stderr,
    /; the change may have been made: run it again with the same --idempotency-key\n$/,
  );
  t.notRegex((await run([...commands.assign, '--url', await closedPort()], { env })).stderr, /may have been made/);
});
