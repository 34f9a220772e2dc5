import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import process from 'node:process';
import { Redis } from 'ioredis';
import pg from 'pg';

// Runs the tests on PostgreSQL, in a database of their own that is dropped afterwards. It sorts text as English does, so that
// code which relies on byte order fails. Where SVCAPI_TEST_REDIS_URL is set, the tests of routes count calls in that Redis; the
// others count them in PostgreSQL.
const url = process.env.SVCAPI_TEST_POSTGRES_URL;
if (!url) {
  process.stderr.write('Set SVCAPI_TEST_POSTGRES_URL, such as postgres://postgres@127.0.0.1:5432/test\n');
  process.exit(2);
}
// Of the command line, only the commands that open a database themselves: the others call a server.
const ROUTES = ['dist/test/routes/**/*.test.js'];
const FILES = ['dist/test/{server,store,transfer,demo}/**/*.test.js', 'dist/test/cli/commands/host/*.test.js'];

const name = `svcapi_test_${randomBytes(6).toString('hex')}`;
const database = Object.assign(new URL(url), { pathname: `/${name}` }).href;

const client = new pg.Client({ connectionString: url });
await client.connect();
await client.query(`create database ${name} template template0 encoding 'UTF8' locale_provider icu icu_locale 'en-US'`);
const inside = new pg.Client({ connectionString: database });
await inside.connect();
await inside.query('create table free_schemas (name text primary key)');
await inside.end();

const [ava, ...args] = ['node_modules/ava/entrypoints/cli.mjs', ...process.argv.slice(2)];
const redis = process.env.SVCAPI_TEST_REDIS_URL;
const prefix = `${name}:`;
const counters = redis ? { SVCAPI_TEST_COUNTERS: redis, SVCAPI_TEST_COUNTERS_PREFIX: prefix } : {};
function run(files, env) {
  const { status } = spawnSync(process.execPath, [ava, ...files, ...args], {
    env: { ...process.env, ...env, SVCAPI_TEST_DATABASE: database, SVCAPI_TEST_POSTGRES_URL: database },
    stdio: 'inherit',
  });
  return status ?? 1;
}
const named = args.filter((arg) => arg.endsWith('.js'));
const status =
  named.length > 0
    ? run([], named.every((file) => file.includes('/routes/')) ? counters : {})
    : Math.max(run(ROUTES, counters), run(FILES, {}));
if (redis) await forgetCounters(redis, prefix);
await client.query(`drop database ${name} with (force)`);
await client.end();
process.exitCode = status;

async function forgetCounters(url, prefix) {
  const client = new Redis(url);
  for await (const keys of client.scanStream({ match: `${prefix}*`, count: 1000 })) {
    if (keys.length > 0) await client.unlink(keys);
  }
  client.disconnect();
}
