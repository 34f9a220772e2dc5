import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import http from 'node:http';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { asOther, startAsNobody } from '../../helpers/cli/other-user.js';
import { type Ran, temporaryFolder, withGalaxy } from '../../helpers/cli/run.js';
import { onSmallDisk, smallDisk } from '../../helpers/cli/small-disk.js';
import { listen } from '../../helpers/cli/strange-server.js';
import { alterFile, openTestStore, postgresDatabase, postgresUrl, query } from '../../helpers/database.js';
import { needs } from '../../helpers/needs.js';
import { withRedisServer } from '../../helpers/redis.js';
import { startServer } from '../../helpers/server.js';
import { startRedis } from '../../helpers/servers/redis-server.js';
import { accountFor } from '../../helpers/visitor.js';

/** `svcapi doctor`, with each fault really made. */

const NOW = Math.floor(Date.now() / 1000);

/** The states of findings, the worst first. */
const STATES = ['problem', 'warning', 'ok'];

/** A galaxy on a database of its own, and the doctor for it, on ports that are free. */
async function surroundings(t: ExecutionContext) {
  const galaxy = await withGalaxy(t);
  const examine = async (argv: string[] = [], env: Record<string, string> = {}, now = NOW) => {
    const ran = await galaxy.run(['doctor', ...argv], { now, env: { SVCAPI_PORT: '0', ...env } });
    const lines = linesOf(ran).sort(([, a = ''], [, b = '']) => STATES.indexOf(a) - STATES.indexOf(b));
    /** Returns the state, finding and next step of the worst finding of a check. */
    const of = (check: string) => lines.find(([name]) => name === check)?.slice(1) ?? [];
    return { ...ran, of };
  };
  const found = async (check: string, ...argv: string[]) => (await examine(argv)).of(check).join('\t');
  return { galaxy, examine, found };
}

const linesOf = ({ stdout }: Ran) => Array.from(stdout.matchAll(/.+/g), ([line]) => line.split('\t'));

test('a sound configuration has only good findings', async (t) => {
  const { examine } = await surroundings(t);
  const ran = await examine();
  t.deepEqual([ran.code, ran.stderr], [0, 'No problems found.\n'], ran.stdout);
  const lines = linesOf(ran);
  t.deepEqual(
    [...new Set(lines.map(([check]) => check))].join(', '),
    'settings, Node.js, clock, public URL, ports, database, damage, encoding, durability, disk, tokens, Redis, limits, stop',
  );
  t.regex(ran.stdout, /^([^\t\n]+\tok\t[^\t\n]+\t\n)+$/);
});

const PROVIDER = ['--oidc-issuer', 'https://login.example'];

/** Flags, and the finding that they cause: its check, its state and its next step. */
const faults: [argv: string[], check: string, state: string, next: RegExp][] = [
  [['--rate-limit', 'many'], 'settings', 'problem', /^give a whole number/],
  [['--trusted-proxies', '0.0.0.0/0'], 'settings', 'problem', /^give a network/],
  [PROVIDER, 'settings', 'problem', /^give --oidc-client-id/],
  [['--oidc-client-id', 'a'], 'settings', 'problem', /^give --oidc-issuer/],
  [
    [...PROVIDER, '--oidc-client-id', 'a', '--oidc-client-secret-file', '/nonexistent/a'],
    ...(['settings', 'problem', /^give a file with only the secret, which this user can read$/] as const),
  ],
  [['--trusted-proxies', '128.0.0.0/1'], 'public URL', 'problem', /only the addresses of the proxies/],
  [['--trusted-proxies', '2000::/3'], 'public URL', 'problem', /only the addresses of the proxies/],
  [['--public-url', 'https://a.example'], 'public URL', 'problem', /--trusted-proxies/],
  [['--public-url', 'http://a.example'], 'public URL', 'problem', /certificate/],
  [['--host', '0.0.0.0'], 'public URL', 'warning', /--trusted-proxies/],
  [['--host', '0.0.0.0'], 'public URL', 'warning', /--public-url https/],
  [['--metrics-port', '0.0.0.0:0'], 'ports', 'warning', /firewall/],
  [['--port', '48123', '--metrics-port', '48123'], 'ports', 'problem', /^choose another --metrics-port$/],
  [['--host', '192.0.2.1', '--port', '8080'], 'ports', 'problem', /another --host/],
  [['--max-connections', '1000000'], 'limits', 'problem', /LimitNOFILE/],
  [['--drain-delay', '25s'], 'stop', 'warning', /^lower --drain-delay/],
  [['--database', ':memory:'], 'database', 'warning', /--database/],
  [['--database', '/nonexistent/galaxy.db'], 'database', 'warning', /svcapi import or svcapi serve/],
  [['--database', 'postgres://u:hush@127.0.0.1:1/d'], 'database', 'problem', /^start PostgreSQL/],
  [['--redis', 'redis://:hush@127.0.0.1:1'], 'Redis', 'problem', /start it/],
  [['--redis', 'redis://0.0.0.0:1'], 'Redis', 'problem', /requirepass/],
];

test('each fault of the settings is found, with the next step and without secrets', async (t) => {
  const { examine } = await surroundings(t);
  for (const [argv, check, state, next] of faults) {
    const found = await examine(argv);
    const matching = linesOf(found).filter(
      ([name, has, , step = '']) => name === check && has === state && next.test(step),
    );
    t.is(matching.length, 1, `${argv.join(' ')}: ${found.stdout}`);
    t.not(matching[0]?.[2], '');
    t.is(found.code, found.stdout.includes('\tproblem\t') ? 1 : 0, argv.join(' '));
    t.false((found.stdout + found.stderr).includes('hush'));
  }
  const all = await examine(['--rate-limit', 'x'], { SVCAPI_REDIS: 'redis://:hush@host/x' });
  t.is(all.stdout.match(/^settings\tproblem/gm)?.length, 2, 'all are named at once');
  t.false(all.stdout.includes('hush'));
});

test('variables that are no settings are warnings, with the nearest setting, and no failure', async (t) => {
  const { galaxy, examine } = await surroundings(t);
  const env = { SVCAPI_RATE_LIMT: '5', SVCAPI_WEATHER: 'fair' };
  const { code, stdout, stderr } = await examine([], env);
  t.is(code, 0);
  t.deepEqual(stdout.match(/.* is not a setting.*/g) as string[], [
    'settings\twarning\tSVCAPI_RATE_LIMT is not a setting\tdid you mean SVCAPI_RATE_LIMIT?',
    'settings\twarning\tSVCAPI_WEATHER is not a setting\tremove it; see docs/settings.md',
  ]);
  t.is(stderr, '2 warnings: see the last column for what to do.\n');
  const table = await galaxy.run(['doctor', '--port', '0'], { now: NOW, terminal: 80, env: { ...env, NO_COLOR: '1' } });
  t.regex(
    table.stdout,
    /│ settings +│ warning │ SVCAPI_WEATHER is not a setting +│\n│ +│ +│ → remove it; see docs\/settings\.md +│/,
    'a table has the next step below the finding',
  );
});

test('doctor reads the config file of serve, and the clock, and warns of tokens that expire within a week', async (t) => {
  const { galaxy, examine } = await surroundings(t);
  const file = join(await temporaryFolder(t), 'config.toml');
  await writeFile(file, 'metrics-port = "0.0.0.0:0"\n');
  const { of } = await examine(['--config', file], {}, 86_400);
  t.is(of('ports')[0], 'warning');
  t.is(of('clock')[0], 'problem', 'a battery is empty');
  const grant = { client_id: 'console', character_uid: '1:1', permissions: [] };
  const endsIn = (seconds: number) => ({ ...grant, expires_at: NOW + seconds });
  await galaxy.look(async (store) => {
    for (const end of [6 * 86_400, 8 * 86_400, -5]) await store.tokens.create(endsIn(end), NOW - 10);
    const account = await accountFor(store, 'Hana');
    await store.tokens.create(endsIn(3600), NOW, account);
    const grant_id = await store.grants.create({ ...endsIn(86_400), account_id: account }, NOW);
    const times = { created_at: NOW, expires_at: NOW + 3600 };
    for (const kind of ['access', 'refresh'] as const)
      await store.tokens.add({ kind, grant_id, scope: 'character_read', ...times, hash: kind.padEnd(64) });
  });
  t.deepEqual((await examine()).of('tokens').slice(0, 2), ['warning', '1 valid token expires within a week']);
});

test('a port of another program is a problem, one of svcapi is not', async (t) => {
  const { examine, found } = await surroundings(t);
  const other = http.createServer((_, response) => response.end('hello'));
  const taken = new URL(await listen(t, other)).port;
  const server = await startServer();
  t.teardown(() => server.close());
  const ours = new URL(server.url).port;
  t.regex(await found('ports', '--port', taken, '--metrics-port', '0'), /^problem\t/);
  t.regex(await found('ports', '--metrics-port', taken), /^problem\t/);
  t.deepEqual((await examine(['--port', ours])).of('ports'), ['ok', `svcapi already runs on 127.0.0.1:${ours}`, '']);
});

test('a file that is no database, a damaged one, one of another version and one open to others are named', async (t) => {
  const { galaxy, examine, found } = await surroundings(t);
  const folder = await temporaryFolder(t);
  const at = (name: string) => join(folder, name);
  const [text, broken, open] = [at('text'), at('broken.db'), at('open.db')];
  await writeFile(text, 'This is text, and more of it than a header of a database has. '.repeat(20), { mode: 0o600 });
  t.regex(await found('database', '--database', text), /^problem\t.*\tchoose another --database$/);
  alterFile(broken, 'create table t (a); insert into t values (zeroblob(20000)); pragma user_version = 1');
  await writeFile(broken, (await readFile(broken)).fill(7, 4096, 5000), { mode: 0o600 });
  t.regex(await found('damage', '--database', broken), /^problem\t.*is damaged.*\trestore the last backup/);

  alterFile(galaxy.path, "insert into kysely_migration values ('9999-later', '')");
  t.regex(await found('database'), /^problem\tmade by a newer version .*9999-later.*\tinstall that version/);
  alterFile(galaxy.path, 'delete from kysely_migration');
  t.regex(await found('database'), /^warning\t.*older than this version .*\trun svcapi migrate/);

  // In a folder that others can write to, and without a write-ahead log.
  alterFile(open, 'create table t (a)');
  await chmod(open, 0o644);
  await chmod(folder, 0o777);
  const { stdout, of } = await examine(['--database', open]);
  t.true(stdout.includes(`\trun chmod 600 ${open}`));
  t.true(stdout.includes(`\trun chmod go-w ${folder}`));
  t.is(of('durability')[0], 'warning');
});

asOther('a database that this user may not write to (needs root)', async (t) => {
  const folder = await temporaryFolder(t);
  const path = join(folder, 'galaxy.db');
  alterFile(path, 'create table t (a)');
  await chmod(path, 0o444);
  await chmod(folder, 0o755);
  const { code, stdout, stderr } = await startAsNobody(['doctor', '--port', '0', '--database', path]).ended;
  t.is(code, 1, stdout + stderr);
  t.regex(stdout, /^database\tproblem\t.*permission denied\trun as its owner, or choose another --database$/m);
  t.regex(stdout, /^disk\tproblem\t/m);
});

onSmallDisk('a disk with little room (needs a mount)', async (t) => {
  const { found } = await surroundings(t);
  const folder = join(smallDisk(t), 'svcapi');
  await mkdir(folder, { mode: 0o700 });
  t.regex(await found('disk', '--database', join(folder, 'galaxy.db')), /^problem\t/);
});

withRedisServer('a Redis that throws counters away, and one whose password is another', async (t) => {
  const { examine } = await surroundings(t);
  const { url } = await startRedis(t, undefined, ['--maxmemory', '50mb', '--maxmemory-policy', 'allkeys-lru']);
  t.regex((await examine([], { SVCAPI_REDIS: url })).of('Redis').join('\t'), /^warning\t.*\tset maxmemory-policy/);

  const locked = await startRedis(t, undefined, ['--requirepass', 'hush']);
  for (const [user, expected] of [
    [':other@', /^problem\t.*WRONGPASS/],
    ['', /^problem\t/],
    [':hush@', /^ok\t/],
  ] as const) {
    const { code, stdout, of } = await examine([], { SVCAPI_REDIS: locked.url.replace('//', `//${user}`) });
    t.regex(of('Redis').join('\t'), expected);
    t.is(code, user === ':hush@' ? 0 : 1);
    t.false(/hush|other@/.test(stdout), stdout);
  }
});

/** Skipped without a PostgreSQL to examine. */
const onPostgres = needs('SVCAPI_TEST_POSTGRES_URL', postgresUrl !== undefined);

/** The database of a test, opened with other settings of the server. */
function withOption(address: string, option: string): string {
  const url = new URL(address);
  url.searchParams.set('options', `${url.searchParams.get('options')} -c ${option}`);
  return url.href.replaceAll('+', '%20');
}

onPostgres('PostgreSQL: no tables, sound ones, and newer ones (needs SVCAPI_TEST_POSTGRES_URL)', async (t) => {
  const { examine, found } = await surroundings(t);
  const address = withOption(await postgresDatabase(t), 'synchronous_commit=on');
  t.regex(await found('database', '--database', address), /^warning\t.*\trun svcapi migrate/);
  await (await openTestStore(address)).close();
  const sound = await examine(['--database', address]);
  t.is(sound.code, 0, sound.stdout);
  t.regex(sound.stdout, /^database\tok\troom for \d+ svcapi with 10 connections each: \d+ in all/m);
  for (const check of ['database', 'encoding', 'durability', 'tokens']) t.is(sound.of(check)[0], 'ok', check);
  await query(address, "insert into kysely_migration values ('9999-later', '')");
  t.regex(await found('database', '--database', address), /^problem\tmade by a newer version .*9999-later/);
});

onPostgres('PostgreSQL: finds each fault of the server (needs SVCAPI_TEST_POSTGRES_URL)', async (t) => {
  const { examine } = await surroundings(t);
  const database = await postgresDatabase(t);
  for (const [option, argv, check, next] of [
    ['synchronous_commit=off', [], 'durability', /synchronous_commit = on/],
    ['default_transaction_read_only=on', [], 'database', /primary server/],
    ['search_path=nowhere_at_all', [], 'database', /^make one, or name another/],
    ['application_name=x', ['--database-connections', '1000'], 'database', /max_connections/],
  ] as const) {
    const found = await examine(['--database', withOption(database, option), ...argv]);
    t.is(found.code, 1, found.stdout);
    t.is(found.of(check)[0], 'problem', found.stdout);
    t.regex(found.of(check)[2] ?? '', next);
  }
});
