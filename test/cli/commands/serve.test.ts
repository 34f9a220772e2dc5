import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import test from 'ava';
import { Redis } from 'ioredis';
import { asOther, startAsNobody } from '../../helpers/cli/other-user.js';
import { refuses, run } from '../../helpers/cli/run.js';
import { serve } from '../../helpers/cli/serving.js';
import { listen } from '../../helpers/cli/strange-server.js';
import { temporaryFolder } from '../../helpers/folder.js';
import { needs } from '../../helpers/needs.js';
import { plainCall } from '../../helpers/plain.js';
import { withRedisServer } from '../../helpers/redis.js';
import { honestProvider } from '../../helpers/servers/honest-provider.js';
import { startRedis } from '../../helpers/servers/redis-server.js';
import { until } from '../../helpers/until.js';
import { Visitor } from '../../helpers/visitor.js';
import { goThrough } from '../../server/accounts/at-provider.js';

const MEMORY = ['--database', ':memory:'];

test('an address where it cannot listen is reported in one line, before a database is made', async (t) => {
  const taken = new URL(await listen(t, createServer())).port;
  const folder = temporaryFolder();
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

const onOwnPorts = hasOwnPorts ? asOther : needs('unshare', false);

onOwnPorts('a port below 1024 is not said to be taken (needs root)', async (t) => {
  const { code, stderr } = await startAsNobody(['serve', '--port', '81', '--database', ':memory:']).ended;
  t.is(code, 1, stderr);
  t.regex(stderr, /cannot listen on 127\.0\.0\.1:81: .*ports below 1024 need root; choose another --port\n$/);
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

test('--no-request-log keeps requests out of the log, which names the metrics, after warnings of unknown variables', async (t) => {
  const argv = [...MEMORY, '--no-request-log', '--log-level', 'info', '--metrics-port', '0'];
  const env = { SVCAPI_RATE_LIMT: '5', SVCAPI_WEATHER: 'fair' };
  const { stderr, get, stop } = await serve(t, argv, { env });
  await until(() => stderr.text.includes('"metrics"'), { what: 'the metrics are logged' });
  const isLogged = (line: string) => line.startsWith('{');
  const { msg, url } = JSON.parse(stderr.text.split('\n').find(isLogged) ?? '');
  t.is(msg, 'metrics');
  t.is((await get('/api/time')).status, 200);
  t.true((await (await fetch(url)).text()).includes('route="/api/time",method="GET",status="200"} 1'));
  t.is(await stop(), 0);
  t.is(stderr.text.split('\n').filter(isLogged).length, 1);
  const said = stderr.text.split('\n').filter((line) => !isLogged(line));
  t.deepEqual(said, [
    'svcapi: warning: SVCAPI_RATE_LIMT is not a setting; did you mean SVCAPI_RATE_LIMIT?',
    'svcapi: warning: SVCAPI_WEATHER is not a setting',
    'The galaxy is empty. Fill it with svcapi import FILE, or start with --demo.',
    'SIGTERM: finishing open requests. Signal again to stop now.',
    '',
  ]);
});

const folder = temporaryFolder();
const fileOf = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const issuer = ['--oidc-issuer', 'https://login.example'];
const client = [...issuer, '--oidc-client-id', 'galaxy', '--oidc-client-secret-file'];

const refused: [argv: string[], message: RegExp][] = [
  [['--demo-size', '0'], /--demo-size is “0”; give a number up to 100/],
  [
    ['--database', 'postgres://me:hunter2#@db/x'],
    /^svcapi: --database is not valid; give a path, or postgres:\/\/USER:PASSWORD@HOST\/DATABASE with special characters percent-encoded\n$/,
  ],
  [['--rate-limt', '5'], /did you mean --rate-limit\?/],
  [['--sandbox', '--unix-socket', '/x'], /a sandbox is for this machine only; leave out .*--unix-socket/],
  [['--sandbox', '--host', '0.0.0.0'], /a sandbox is for this machine only/],
  [issuer, /needs a client; give --oidc-client-id and --oidc-client-secret-file\n$/],
  [client.slice(0, -1), /needs a client; give --oidc-client-id and --oidc-client-secret-file\n$/],
  [['--oidc-client-secret-file', folder], /need the provider; give --oidc-issuer\n$/],
  [['--oidc-create'], /need the provider; give --oidc-issuer\n$/],
  [[...client, fileOf('empty', '\n')], /holds no secret; give a file/],
  [[...client, fileOf('two', 'hush\nhush\n')], /holds no secret; give a file(?!.*hush)/],
  [['--oidc-issuer', 'http://login.example'], /give an https address such as/],
  [['--oidc-issuer', 'https://login.example/?a=b'], /give an https address such as/],
  [[...client, folder, '--oidc-name', 'a\nb'], /give a name of 1 to 40 characters/],
];

test('serve does not start with an unusable setting, and says in one line why', async (t) => {
  for (const [argv, message] of refused) {
    const ran = run(['serve', '--port', '0', ...MEMORY, ...argv]);
    await refuses(t, ran, 2, message);
    t.is((await ran).stderr.split('\n').length, 2);
  }
});

test('players sign in by the provider of the settings', async (t) => {
  const { options } = await honestProvider(t);
  const { url } = await serve(t, [
    ...[...MEMORY, '--oidc-issuer', options.issuer, '--oidc-client-id', options.clientId],
    ...['--oidc-client-secret-file', fileOf('secret', `${options.clientSecret}\n`), '--oidc-create'],
  ]);
  const visitor = new Visitor(`${url}/ws/v2.0`);
  await visitor.visit('/account/sign-in');
  t.regex(visitor.html, /Sign in with 127\.0\.0\.1/);
  t.regex((await goThrough(visitor)).html, /<h1>Choose a name<\/h1>/);
  t.is((await visitor.submit({ name: 'Cleo' })).status, 200);
});

test('a new database is announced, with how to fill it; a known one is not', async (t) => {
  const database = join(temporaryFolder(), 'folder', 'galaxy.db');
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
async function statusAt(socketPath: string, client?: string): Promise<number> {
  const headers = client === undefined ? {} : { 'X-Forwarded-For': client };
  return (await plainCall('http://localhost/ws/v2.0/character/handlecheck/Hana', { socketPath, headers })).status;
}

test('a proxy at a Unix socket is trusted, and clients that it does not name count as one', async (t) => {
  const socket = join(temporaryFolder(), 'svcapi.sock');
  const limits = ['--rate-limit', '1', '--blacklist-after', '1'];
  const { url, stop } = await serve(t, ['--unix-socket', socket, ...MEMORY, ...limits]);
  t.is(url, `unix:${socket}`);
  t.deepEqual([await statusAt(socket, '192.0.2.1'), await statusAt(socket, '192.0.2.2')], [404, 404]);
  const unnamed = [await statusAt(socket), await statusAt(socket), await statusAt(socket), await statusAt(socket)];
  t.deepEqual(unnamed, [404, 400, 400, 400], 'a proxy is never blacklisted');
  t.is(await statusAt(socket, '192.0.2.1'), 400);
  await t.throwsAsync(statusAt(socket, '192.0.2.1'), { code: 'ECONNRESET' });

  const second = await run(['serve', '--unix-socket', socket, ...MEMORY]);
  const next = 'another program listens there; choose another --unix-socket';
  t.true(second.stderr.includes(`cannot listen on ${socket}: ${next}`), second.stderr);
  const { stdout } = await run(['doctor', '--unix-socket', socket, '--database', join(socket, '../x.db')]);
  t.regex(stdout, new RegExp(`a service listens on ${socket}`));
  renameSync(socket, `${socket}.left`);
  t.is(await stop(), 0);
  t.false(existsSync(socket));
  const left = await run(['doctor', '--unix-socket', `${socket}.left`, '--database', join(socket, '../x.db')]);
  t.true(existsSync(`${socket}.left`) && left.stdout.includes(`${socket}.left is free`), 'doctor changes nothing');
});
