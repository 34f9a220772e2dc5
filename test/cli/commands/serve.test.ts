import { once } from 'node:events';
import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { createServer, get as getOver } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { Redis } from 'ioredis';
import { get, host, stop } from '../../helpers/cli/hosted.js';
import { asOther, startAsNobody } from '../../helpers/cli/other-user.js';
import { run, temporaryFolder, withGalaxyFile } from '../../helpers/cli/run.js';
import { serve } from '../../helpers/cli/serving.js';
import { NOW, tokenFor } from '../../helpers/galaxy.js';
import { withRedisServer } from '../../helpers/redis.js';
import { call, form } from '../../helpers/server.js';
import { startRedis } from '../../helpers/servers/redis-server.js';
import { inTime, until } from '../../helpers/until.js';

const MEMORY = ['--database', ':memory:'];

test('settings come by flag, variable and config file', async (t) => {
  const config = join(await temporaryFolder(t), 'config.toml');
  writeFileSync(config, 'rate-limit = 7\npublic-url = "https://galaxy.example.org"\n');
  const argv = [...MEMORY, '--config', config];
  const { get, stop } = await serve(t, argv, { env: { SVCAPI_RATE_WINDOW: '2h' } });
  const response = await get('/api/time');
  t.is(response.headers.get('Keep-Alive'), 'timeout=65');
  t.is((await get('/character')).headers.get('RateLimit-Policy'), '"character";q=7;w=7200');
  t.true((await (await get('/')).text()).includes('https://galaxy.example.org/ws/v2.0/'));
  t.is(await stop(), 0);
});

/** Returns a port on which another program listens. */
async function takenPort(t: ExecutionContext): Promise<string> {
  const other = createServer().listen(0, '127.0.0.1');
  t.teardown(() => other.close());
  await once(other, 'listening');
  return String((other.address() as AddressInfo).port);
}

test('an address where it cannot listen is reported in one line, before a database is made', async (t) => {
  const taken = await takenPort(t);
  const folder = await temporaryFolder(t);
  for (const [argv, message] of [
    [['--port', taken], `127.0.0.1:${taken}: another program listens there; choose another --port`],
    [['--metrics-port', taken], `127.0.0.1:${taken}: another program listens there; choose another --metrics-port`],
    ...['48123', '0.0.0.0:48123'].map((port) => [
      ['--port', '48123', '--metrics-port', port],
      `${port.includes(':') ? port : `127.0.0.1:${port}`}: the service itself listens there; choose another --metrics-port`,
    ]),
    [['--host', '192.0.2.1'], '192.0.2.1:0: this machine does not have that address; choose another --host'],
    [['--metrics-port', 'nowhere.invalid:9'], ' choose another --metrics-port'],
  ] as [string[], string][]) {
    const { stdout, stderr, code } = await run(['serve', '--port', '0', '--database', join(folder, 'a/b.db'), ...argv]);
    t.deepEqual([code, stdout], [1, '']);
    t.regex(stderr, /^svcapi: cannot listen on .+\n$/);
    t.true(stderr.endsWith(`${message}\n`), stderr);
  }
  t.deepEqual(await readdir(folder), []);
});

/** Containers may let every user have every port. */
const hasOwnPorts = Number(readFileSync('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8')) > 81;

(hasOwnPorts ? asOther : test.skip)('a port below 1024 is not said to be taken (needs root)', async (t) => {
  const { code, stderr } = await startAsNobody(['serve', '--port', '81', '--database', ':memory:']).ended;
  t.is(code, 1, stderr);
  t.regex(stderr, /cannot listen on 127\.0\.0\.1:81: .*ports below 1024 need root; choose another --port\n$/);
});

test('a draining service is not ready but still serves; a second signal stops it at once', async (t) => {
  const hosted = await host(t, [...MEMORY, '--drain-delay', '1h']);
  hosted.child.kill('SIGTERM');
  const state = async () => {
    const response = await fetch(`${hosted.url}/readyz`);
    return `${response.status} ${((await response.json()) as { state: string }).state}`;
  };
  await until(async () => (await state()) !== '200 ready', { what: 'the service stops being ready' });
  t.is(await state(), '503 draining');
  t.is((await fetch(`${hosted.url}/livez`)).status, 200);
  t.is(await get(hosted, '/api/time', ''), 200);
  t.is(await stop(hosted, 'SIGTERM'), null, 'ended by the signal');
});

withRedisServer('calls are counted in the Redis of SVCAPI_REDIS', async (t) => {
  const { url } = await startRedis(t);
  const client = new Redis(url);
  t.teardown(() => client.disconnect());
  const env = { SVCAPI_REDIS: `${url}/0`, SVCAPI_REDIS_PREFIX: 'galaxy:' };
  const { get, stop } = await serve(t, MEMORY, { env });
  t.is((await get('/event/39:1')).status, 401);
  t.regex((await client.get('galaxy:127.0.0.1 /event/{uid}')) ?? '', /^1 \d{13}$/);
  t.is(await stop(), 0);
});

test('--no-request-log keeps requests out of the log, which names the metrics', async (t) => {
  const argv = [...MEMORY, '--no-request-log', '--log-level', 'info', '--metrics-port', '0'];
  const { stderr, get, stop } = await serve(t, argv);
  await until(() => stderr.text.includes('"metrics"'), { what: 'the metrics are logged' });
  const isLogged = (line: string) => line.startsWith('{');
  const { msg, url } = JSON.parse(stderr.text.split('\n').find(isLogged) ?? '');
  t.is(msg, 'metrics');
  t.is((await get('/api/time')).status, 200);
  t.true((await (await fetch(url)).text()).includes('route="/api/time",method="GET",status="200"} 1'));
  t.is(await stop(), 0);
  t.is(stderr.text.split('\n').filter(isLogged).length, 1);
  t.deepEqual(
    stderr.text.split('\n').filter((line) => !isLogged(line)),
    [
      'The galaxy is empty. Fill it with svcapi import FILE, or start with --demo.',
      'SIGTERM: finishing open requests. Signal again to stop now.',
      '',
    ],
  );
});

test('the requests are logged before the end of the service', async (t) => {
  const argv = [...MEMORY, '--log-level', 'info'];
  const { stderr, get, stop } = await serve(t, argv);
  for (let count = 0; count < 3; count += 1) await (await get('/api/time')).arrayBuffer();
  t.is(await stop(), 0);
  const [, ...lines] = stderr.text.split('\n');
  t.deepEqual(
    lines.slice(0, 3).map((line) => JSON.parse(line).path),
    Array.from({ length: 3 }, () => '/ws/v2.0/api/time'),
  );
  t.regex(lines[3] ?? '', /^SIGTERM: finishing/);
});

test('serve warns of variables that are no settings, with the nearest setting', async (t) => {
  const env = { SVCAPI_RATE_LIMT: '5', SVCAPI_WEATHER: 'fair' };
  const { stderr, stop } = await serve(t, MEMORY, { env });
  t.is(await stop(), 0);
  t.true(
    stderr.text.startsWith(
      'svcapi: warning: SVCAPI_RATE_LIMT is not a setting; did you mean SVCAPI_RATE_LIMIT?\n' +
        'svcapi: warning: SVCAPI_WEATHER is not a setting\n',
    ),
  );
});

test('an unusable database is reported in one line', async (t) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'file');
  writeFileSync(file, 'this is a text, and no database, however long one looks at it; it goes on for a while');
  const cases: [string, RegExp][] = [
    [file, /is not a SQLite database; choose another/],
    [join(file, 'svcapi.db'), /cannot open .*; name a file in a folder/],
    [folder, /cannot open .*; name a file in a folder/],
    ['/proc/nothing/svcapi.db', /cannot open/],
  ];
  for (const [database, reason] of cases) {
    const { stderr, code } = await run(['serve', '--port', '0', '--database', database]);
    t.is(code, 1, database);
    t.regex(stderr, reason);
    t.is(stderr.trim().split('\n').length, 1, stderr);
  }
});

test('an unknown option and a wrong value are usage errors', async (t) => {
  for (const [argv, message] of [
    [['--demo-size', '0'], /--demo-size is “0”; give a number up to 100/],
    [['--rate-limt', '5'], /did you mean --rate-limit\?/],
    [['--sandbox', '--unix-socket', '/x'], /a sandbox is for this machine only; leave out .*--unix-socket/],
    [['--sandbox', '--host', '0.0.0.0'], /a sandbox is for this machine only/],
  ] as const) {
    const { stderr, code } = await run(['serve', ...argv, '--database', ':memory:']);
    t.is(code, 2);
    t.regex(stderr, message);
  }
});

const assignment = (token: string) => ({
  ...form({ production_entity_uid: '4:1', uses: 1 }),
  headers: { Authorization: `Bearer ${token}` },
});

test('a service whose database was replaced acknowledges no change and is not ready', async (t) => {
  const { path, look } = await withGalaxyFile();
  const token = await look((store) => tokenFor(store, '1:1'));
  const options = { env: { SVCAPI_LOG_LEVEL: 'error' }, now: () => NOW * 1000 };
  const { url, stderr, stop } = await serve(t, ['--database', path], options);
  const assign = () => call(`${url}/ws/v2.0/datacard/14:1`, assignment(token));
  t.is((await assign()).status, 200);
  t.is((await call(`${url}/readyz`)).status, 200);
  copyFileSync(path, `${path}.new`);
  renameSync(`${path}.new`, path);
  for (let attempt = 0; attempt < 3; attempt++) t.is((await assign()).status, 503);
  t.is((await call(`${url}/readyz`)).status, 503);
  t.is(await stop(), 0);
  t.regex(stderr.text, /galaxy\.db was deleted or replaced while in use; restore it, and start svcapi again/);
});

test('a second server on a file is refused; commands beside the first work, and a crash releases the file', async (t) => {
  const { path } = await withGalaxyFile();
  const database = ['--database', path];
  const first = await host(t, database);
  const { code, stdout, stderr } = await run(['serve', '--port', '0', ...database]);
  t.is(code, 1);
  t.is(stdout, '');
  t.is(
    stderr,
    `svcapi: another server uses the database ${path}; stop it first; several servers share a PostgreSQL database (docs/host/instances.md)\n`,
  );
  t.is((await run(['token', 'list', ...database])).code, 0);
  t.is((await run(['client', 'create', 'beside', '--public', ...database])).code, 0);
  const stdin = [Buffer.from('{"kind":"faction","uid":"20:99","name":"Late"}\n')];
  t.is((await run(['import', '-', ...database], { stdin })).code, 0);
  await stop(first, 'SIGKILL');
  t.is(await (await serve(t, database)).stop(), 0);
});

test('a new database is announced, with how to fill it; a known one is not', async (t) => {
  const database = join(await temporaryFolder(t), 'folder', 'galaxy.db');
  const start = async () => {
    const { stderr, stop } = await serve(t, ['--database', database]);
    t.is(await stop(), 0);
    return stderr.text.split('\n').slice(0, -2);
  };
  const empty = 'The galaxy is empty. Fill it with svcapi import FILE, or start with --demo.';
  t.deepEqual(await start(), [`New database at ${database}`, empty]);
  t.deepEqual(await start(), [empty]);
  const stdin = [Buffer.from('{"kind":"faction","uid":"20:1","name":"F"}\n')];
  t.is((await run(['import', '-', '--database', database], { stdin })).code, 0);
  t.deepEqual(await start(), []);
});

/** Asks for a name that nobody has, on a limited route, from a client behind a proxy at the socket. */
function statusAt(socketPath: string, client?: string): Promise<number | undefined> {
  const headers = client === undefined ? {} : { 'X-Forwarded-For': client };
  return new Promise((resolve, reject) => {
    const options = { socketPath, path: '/ws/v2.0/character/handlecheck/Hana', headers };
    getOver(options, (answer) => resolve(answer.resume().statusCode)).on('error', reject);
  });
}

test('a proxy at a Unix socket is trusted, and clients that it does not name count as one', async (t) => {
  const socket = join(await temporaryFolder(t), 'svcapi.sock');
  const limits = ['--rate-limit', '1', '--blacklist-after', '1'];
  const { url, stop } = await serve(t, ['--unix-socket', socket, ...MEMORY, ...limits]);
  t.is(url, `unix:${socket}`);
  t.deepEqual([await statusAt(socket, '192.0.2.1'), await statusAt(socket, '192.0.2.2')], [404, 404]);
  const unnamed = [await statusAt(socket), await statusAt(socket), await statusAt(socket), await statusAt(socket)];
  t.deepEqual(unnamed, [404, 400, 400, 400], 'a proxy is never blacklisted');
  t.is(await statusAt(socket, '192.0.2.1'), 400);
  await t.throwsAsync(statusAt(socket, '192.0.2.1'), { code: 'ECONNRESET' });

  const second = await run(['serve', '--unix-socket', socket, ...MEMORY]);
  t.is(second.code, 1);
  const next = 'another program listens there; choose another --unix-socket';
  t.true(second.stderr.includes(`cannot listen on ${socket}: ${next}`), second.stderr);
  const { stdout } = await run(['doctor', '--unix-socket', socket, '--database', join(socket, '../x.db')]);
  t.regex(stdout, new RegExp(`a service listens on ${socket}`));
  t.is(await stop(), 0);
  t.false(existsSync(socket));
});

test('the socket of a killed service is replaced, and another file is not', async (t) => {
  const socket = join(await temporaryFolder(t), 'svcapi.sock');
  const { child } = await host(t, ['--unix-socket', socket, ...MEMORY]);
  child.kill('SIGKILL');
  await inTime(once(child, 'exit'), 'the service lives');
  t.true(existsSync(socket));
  await serve(t, ['--unix-socket', socket, ...MEMORY]);
  t.is(await statusAt(socket), 404);

  const file = join(await temporaryFolder(t), 'file');
  writeFileSync(file, 'text');
  t.regex((await run(['serve', '--unix-socket', file, ...MEMORY])).stderr, /there is a file of that name/);
  t.true(existsSync(file));
});
