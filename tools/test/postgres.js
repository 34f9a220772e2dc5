import { randomBytes } from 'node:crypto';
import process from 'node:process';
import { Redis } from 'ioredis';
import pg from 'pg';
import { ava } from './ava.js';
import { heavySuites, postgresSuites, quickSuites } from './suites.js';

/** The tests that call routes: they count in Redis, where there is one, and the others in PostgreSQL. */
const ROUTES = ['routes'];

/** Those that touch rows. Of the command line, only the commands that open a database themselves: the others call a server. */
const OTHERS = ['server/accounts', 'server/oauth', 'server/streams', 'store', 'transfer', 'cli/commands/host'];

/** Their files that make SQLite files, or no database, and would run here for a second time. */
const WITHOUT = [
  ...['commits', 'engine', 'query-plans', 'sqlite', 'sqlite-file'].map((name) => `store/${name}`),
  ...['lines', 'records', 'record-refusals'].map((name) => `transfer/${name}`),
  ...['backup', 'import', 'import-full-disk.all', 'migrate', 'records-from-csv'].map(
    (name) => `cli/commands/host/${name}`,
  ),
  'server/accounts/passwords',
  'routes/time',
].map((name) => `${name}.test.js`);

/** An hour in place of the limits of the service, which a busy machine would reach. The tests of these limits use separate databases. */
const LIMITS = ['lock_timeout', 'statement_timeout', 'query_timeout'].map((limit) => `${limit}=3600000`).join('&');

/**
 * Runs the tests that touch a database, and those that need PostgreSQL, on that at SVCAPI_TEST_POSTGRES_URL, in a separate database
 * that is dropped afterwards. It sorts text as English does, so that code which relies on byte order fails.
 *
 * @param args options of AVA
 * @param output where it prints
 * @returns the exit code
 */
export async function testPostgres(args, output) {
  const url = process.env.SVCAPI_TEST_POSTGRES_URL;
  if (!url) {
    output.write('# SVCAPI_TEST_POSTGRES_URL is not set, so nothing runs on PostgreSQL\n');
    return ava([...postgresSuites(), ...args], {}, output);
  }
  const name = `svcapi_test_${randomBytes(6).toString('hex')}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `create database ${name} template template0 encoding 'UTF8' locale_provider icu icu_locale 'en-US'`,
  );
  const database = Object.assign(new URL(url), { pathname: `/${name}` }).href;
  const inside = new pg.Client({ connectionString: database });
  await inside.connect();
  await inside.query('create table free_schemas (name text primary key)');
  await inside.end();

  output.write('# On PostgreSQL\n');
  const env = { SVCAPI_TEST_DATABASE: `${database}?${LIMITS}`, SVCAPI_TEST_POSTGRES_URL: database };
  const redis = process.env.SVCAPI_TEST_REDIS_URL;
  const prefix = `${name}:`;
  const counters = redis ? { SVCAPI_TEST_COUNTERS: redis, SVCAPI_TEST_COUNTERS_PREFIX: prefix } : {};
  const statuses = [
    await ava(
      [...quickSuites(ROUTES, WITHOUT), ...heavySuites(ROUTES, WITHOUT), ...args],
      { ...env, ...counters },
      output,
    ),
    await ava(
      [...quickSuites(OTHERS, WITHOUT), ...heavySuites(OTHERS, WITHOUT), ...postgresSuites(), ...args],
      env,
      output,
    ),
  ];
  if (redis) await forgetCounters(redis, prefix);
  await client.query(`drop database ${name} with (force)`);
  await client.end();
  return Math.max(...statuses);
}

async function forgetCounters(url, prefix) {
  const client = new Redis(url);
  for await (const keys of client.scanStream({ match: `${prefix}*`, count: 1000 })) {
    if (keys.length > 0) await client.unlink(keys);
  }
  client.disconnect();
}
