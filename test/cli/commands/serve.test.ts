import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import test, { type ExecutionContext } from 'ava';
import { Redis } from 'ioredis';
import { openSqlite } from '../../../src/store/sqlite/open.js';
import { get, host, stop, tokenIn } from '../../helpers/cli/hosted.js';
import { asOther, startAsNobody } from '../../helpers/cli/other-user.js';
import { run, temporaryFolder } from '../../helpers/cli/run.js';
import { serve } from '../../helpers/cli/serving.js';
import { withRedisServer } from '../../helpers/redis.js';
import { startRedis } from '../../helpers/servers/redis-server.js';
import { until } from '../../helpers/until.js';
import { PASSWORD_HASH, Visitor } from '../../helpers/visitor.js';

/** The options of a small demo galaxy, and what its greeting ends with. */
const DEMO = ['--demo', '--demo-size', '0.01'];
const GREETED = { last: /login --url/ };

test('--demo prints a token and two commands that work as printed', async (t) => {
  const { stdout, token, get, stop } = await serve(t, [...DEMO, '--database', ':memory:'], GREETED);
  t.is((await get('/api/time')).headers.get('Keep-Alive'), 'timeout=65');
  const commands = stdout.text.split('\n').filter((line) => line.trim().startsWith('curl'));
  t.is(commands.length, 2);
  for (const command of commands) {
    const shell = spawn('sh', ['-c', command.replace('curl', 'curl -sf')], { env: { ...process.env, TOKEN: token } });
    const [answer, [code]] = await Promise.all([text(shell.stdout), once(shell, 'exit') as Promise<[number]>]);
    t.is(code, 0, command);
    t.is(JSON.parse(answer).version, '2.0');
  }
  t.is(await stop('SIGINT'), 0);
});

test('--demo prints a link with which Hana chooses a password, and then her page', async (t) => {
  const database = join(await temporaryFolder(t), 'svcapi.db');
  const argv = [...DEMO, '--database', database];
  const first = await serve(t, argv, GREETED);
  const [, link = ''] = /^ +(\S+\/account\/invitation\?code=\S+)$/m.exec(first.stdout.text) ?? [];
  t.true(link.startsWith(first.url));
  const visitor = new Visitor(`${first.url}/ws/v2.0`);
  await visitor.visit(link);
  t.regex(visitor.html, /Hana Veil[\s\S]*name="repeated"/);
  t.is(await first.stop(), 0);

  // The page hashes passwords at full cost; test/page/first-session.all.test.ts chooses one there.
  const store = await openSqlite({ path: database });
  const { id = '' } = (await store.accounts.findByName('Hana Veil')) ?? {};
  await store.accounts.setPassword(id, PASSWORD_HASH, Math.floor(Date.now() / 1000));
  await store.close();
  const second = await serve(t, argv, GREETED);
  t.false(second.stdout.text.includes('invitation'), 'the password stays');
  t.true(second.stdout.text.includes(`\n  ${second.url}/ws/v2.0/account\n`));
  t.is(await second.stop(), 0);
});

test('a second start keeps the galaxy, its changes and the first token', async (t) => {
  const argv = [...DEMO, '--database', join(await temporaryFolder(t), 'new', 'folders', 'svcapi.db')];
  const usesIn = async (answer: Response) =>
    ((await answer.json()) as { svcapi: { datacard: { uses: number } } }).svcapi.datacard.uses;
  const first = await host(t, argv, GREETED.last);
  const token = tokenIn(first);
  const headers = { Authorization: `Bearer ${token}` };
  const before = await usesIn(await fetch(`${first.url}/ws/v2.0/datacard/14:1`, { headers }));
  const assigned = await fetch(`${first.url}/ws/v2.0/datacard/14:1`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ production_entity_uid: '4:1', uses: '3' }),
  });
  t.is(assigned.status, 200);
  // Nothing that was acknowledged may depend on a clean end.
  await stop(first, 'SIGKILL');
  const second = await serve(t, argv, GREETED);
  t.is(await usesIn(await second.get('/datacard/14:1', token)), before - 3);
  t.not(second.token, token);
  t.is((await second.get('/character')).status, 200);
  t.is(await second.stop(), 0);
});

test('--demo leaves a database with other content alone and prints no token', async (t) => {
  const database = ['--database', join(await temporaryFolder(t), 'svcapi.db')];
  const records = [Buffer.from('{"kind":"faction","uid":"20:1","name":"The Lantern Guild"}\n')];
  t.is((await run(['import', '-', ...database], { stdin: records })).code, 0);
  const { stdout, get, stop } = await serve(t, [...DEMO, ...database]);
  t.is((await get('/datacards/the+lantern+guild')).status, 200);
  t.is(await stop(), 0);
  t.false(stdout.text.includes('svcapi_'));
});

test('settings come by flag, variable and config file', async (t) => {
  const config = join(await temporaryFolder(t), 'config.toml');
  writeFileSync(config, 'rate-limit = 7\npublic-url = "https://galaxy.example.org"\n');
  const argv = [...DEMO, '--database', ':memory:', '--config', config];
  const { get, stop } = await serve(t, argv, { ...GREETED, env: { SVCAPI_RATE_WINDOW: '2h' } });
  const response = await get('/character');
  t.is(response.headers.get('RateLimit-Policy'), '"character";q=7;w=7200');
  t.true((await response.text()).includes('https://galaxy.example.org/ws/v2.0/'));
  t.is(await stop(), 0);
});

/** Returns a port on which another program listens. */
async function takenPort(t: ExecutionContext): Promise<string> {
  const other = createServer().listen(0, '127.0.0.1');
  t.teardown(() => other.close());
  await once(other, 'listening');
  return String((other.address() as AddressInfo).port);
}

const obstacles: [title: string, argv: (taken: string) => string[], message: RegExp][] = [
  [
    'a taken port',
    (taken) => ['--port', taken],
    /127\.0\.0\.1:\d+: another program listens there; choose another --port, or stop/,
  ],
  [
    'a taken port of the metrics',
    (taken) => ['--metrics-port', taken],
    /127\.0\.0\.1:\d+: another program listens there; choose another --metrics-port, or stop/,
  ],
  [
    'one port for both',
    () => ['--port', '48123', '--metrics-port', '48123'],
    /127\.0\.0\.1:48123: the service itself listens there; choose another --metrics-port\n/,
  ],
  [
    'the port of both on all addresses',
    () => ['--port', '48123', '--metrics-port', '0.0.0.0:48123'],
    /0\.0\.0\.0:48123: the service itself listens there; choose another --metrics-port\n/,
  ],
  [
    'an address of another machine',
    (taken) => ['--host', '192.0.2.1', '--port', taken],
    /192\.0\.2\.1:\d+: this machine does not have that address; choose another --host\n/,
  ],
  [
    'an address of the metrics that has no machine',
    () => ['--metrics-port', 'nowhere.invalid:9'],
    /nowhere\.invalid:9: .+; choose another/,
  ],
];

for (const [title, argv, message] of obstacles) {
  test(`${title} is reported in one line, before a database is made`, async (t) => {
    const taken = await takenPort(t);
    const folder = await temporaryFolder(t);
    const database = ['--database', join(folder, 'new/galaxy.db')];
    const { stdout, stderr, code } = await run(['serve', ...database, ...argv(taken)]);
    t.is(code, 1, stderr);
    t.is(stdout, '');
    t.deepEqual(await readdir(folder), []);
    t.regex(stderr, /^svcapi: cannot listen on .+\n$/);
    t.regex(stderr, message);
    if (!title.startsWith('a taken')) t.notRegex(stderr, /another program/);
  });
}

/** Containers may let every user have every port. */
const hasOwnPorts = Number(readFileSync('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8')) > 81;

(hasOwnPorts ? asOther : test.skip)('a port below 1024 is not said to be taken (needs root)', async (t) => {
  const { code, stderr } = await startAsNobody(['serve', '--port', '81', '--database', ':memory:']).ended;
  t.is(code, 1, stderr);
  t.is(stderr, 'svcapi: cannot listen on 127.0.0.1:81: ports below 1024 need root; choose a --port of 1024 or above\n');
});

test('a draining service is not ready but still serves; a second signal stops it at once', async (t) => {
  const hosted = await host(t, ['--database', ':memory:', '--drain-delay', '1h']);
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
  const { get, stop } = await serve(t, ['--database', ':memory:'], { env });
  t.is((await get('/event/39:1')).status, 401);
  t.regex((await client.get('galaxy:127.0.0.1 /event/{uid}')) ?? '', /^1 \d{13}$/);
  t.is(await stop(), 0);
});

test('--no-request-log keeps requests out of the log, which names the metrics', async (t) => {
  const argv = ['--database', ':memory:', '--no-request-log', '--log-level', 'info', '--metrics-port', '0'];
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
  const argv = ['--database', ':memory:', '--metrics-port', 'off', '--log-level', 'info'];
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
  const { stderr, stop } = await serve(t, ['--database', ':memory:'], { env });
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
    [join(file, 'svcapi.db'), /a part of the path is not a folder/],
    [folder, /is a folder; name a file in it/],
    ['/proc/nothing/svcapi.db', /cannot make the folder/],
  ];
  for (const [database, reason] of cases) {
    const { stderr, code } = await run(['serve', '--port', '0', '--database', database]);
    t.is(code, 1, database);
    t.regex(stderr, reason);
    t.is(stderr.trim().split('\n').length, 1, stderr);
  }
});

for (const [argv, message] of [
  [['--demo-size', '0'], /--demo-size is “0”/],
  [['--rate-limt', '5'], /did you mean --rate-limit\?/],
] as const) {
  test(`serve ${argv.join(' ')} is a usage error`, async (t) => {
    const { stderr, code } = await run(['serve', ...argv, '--database', ':memory:']);
    t.is(code, 2);
    t.regex(stderr, message);
  });
}
