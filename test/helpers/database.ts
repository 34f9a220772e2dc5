import { randomBytes } from 'node:crypto';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import type { ExecutionContext } from 'ava';
import pg from 'pg';
import { isPostgres } from '../../src/store/address.js';
import { openStore } from '../../src/store/open-store.js';
import { DatabaseSync } from '../../src/store/sqlite/driver.js';
import type { Store } from '../../src/store/store.js';
import { databaseFolder } from './folder.js';
import { loadGalaxy } from './galaxy.js';
import type { Scope } from './scope.js';

/** A PostgreSQL database for tests; nothing where there is none, and tests that need one are skipped. */
export const postgresUrl = process.env.SVCAPI_TEST_POSTGRES_URL || undefined;

/** Set by tools/test/postgres.js: the database that tests run on which could as well run on SQLite. */
const chosenUrl = process.env.SVCAPI_TEST_DATABASE || undefined;

/** True where the databases of `newDatabase` are PostgreSQL's. */
export const onPostgres = chosenUrl !== undefined;

/** A database of a test's own, without tables or with empty ones. */
export interface TestDatabase {
  /** The value of `--database`. */
  address: string;
  /** Gives it back when its stores are closed. */
  release(): Promise<void>;
}

/** A database of the kind that the tests run on, with the small galaxy where `withGalaxy` asks for it. */
export async function newDatabase(withGalaxy = false): Promise<TestDatabase> {
  if (chosenUrl !== undefined) return newSchema(chosenUrl, withGalaxy);
  const folder = databaseFolder();
  const address = join(folder, 'galaxy.db');
  await copyFile(await templateOf(withGalaxy), address);
  return { address, release: () => rm(folder, { recursive: true, force: true }) };
}

/** Like `newDatabase`, but it ends with the test. */
export async function lastingDatabase(t: ExecutionContext, withGalaxy = false): Promise<string> {
  return releasedAfter(t, await newDatabase(withGalaxy));
}

/** Makes a SQLite file with the small galaxy, whatever the tests run on. It is gone when the process ends. */
export async function galaxyFile(): Promise<string> {
  const path = join(databaseFolder(), 'galaxy.db');
  await copyFile(await templateOf(true), path);
  return path;
}

/** Files that databases of SQLite are copied from: to copy one takes a fifteenth of the time of making it. */
const templates = new Map<boolean, Promise<string>>();

function templateOf(withGalaxy: boolean): Promise<string> {
  const template = templates.get(withGalaxy) ?? makeTemplate(withGalaxy);
  templates.set(withGalaxy, template);
  return template;
}

async function makeTemplate(withGalaxy: boolean): Promise<string> {
  const path = join(databaseFolder(), 'template.db');
  const store = await openTestStore(path);
  if (withGalaxy) await loadGalaxy(store);
  await store.close();
  return path;
}

/** A PostgreSQL database without tables that ends with the test, whatever the tests run on. */
export async function postgresDatabase(scope: Scope): Promise<string> {
  return releasedAfter(scope, await schemaOf(postgresUrl ?? '', false));
}

function releasedAfter(scope: Scope, { address, release }: TestDatabase): string {
  scope.teardown(release);
  return address;
}

/** An empty store that ends with the test. */
export async function emptyStore(t: ExecutionContext): Promise<Store> {
  const store = await openTestStore(await lastingDatabase(t));
  t.teardown(() => store.close());
  return store;
}

/** Asks a database something that no store answers. */
export async function query(address: string, statement: string): Promise<unknown[]> {
  if (!isPostgres(address)) {
    const database = new DatabaseSync(address);
    try {
      return database.prepare(statement).all();
    } finally {
      database.close();
    }
  }
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Runs statements on a SQLite file beside the store. */
export function alterFile(path: string, statements: string): void {
  const database = new DatabaseSync(path);
  database.exec(statements);
  database.close();
}

/** Makes a SQLite file one of an earlier version: that had none of the migrations. */
export function makeOlder(path: string): void {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  database.exec('drop view if exists uses');
  for (const table of TABLES) database.exec(`drop table if exists ${table}`);
  database.exec('delete from kysely_migration');
  database.close();
}

/** Opens a store with few connections, since many tests share the server's, and with time for slow machines. */
export function openTestStore(database: string): Promise<Store> {
  return openStore({ database, connections: 2, patient: true });
}

const pools = new Map<string, pg.Pool>();

function poolOf(url: string): pg.Pool {
  const pool = pools.get(url) ?? new pg.Pool({ connectionString: url, max: 2, allowExitOnIdle: true });
  pools.set(url, pool);
  return pool;
}

interface TestSchema extends TestDatabase {
  name: string;
}

/** Takes an empty schema. One that is shared goes from test to test, of all processes, since to empty it takes less than to make it. */
async function schemaOf(url: string, isShared: boolean): Promise<TestSchema> {
  const pool = poolOf(url);
  const take =
    'delete from free_schemas where name = (select name from free_schemas limit 1 for update skip locked) returning name';
  const found = isShared ? (await pool.query<{ name: string }>(take)).rows[0] : undefined;
  const name = found?.name ?? `svcapi_${randomBytes(6).toString('hex')}`;
  if (!found) await pool.query(`create schema ${name}`);
  let isReleased = false;
  return {
    name,
    address: withOptions(url, `-c search_path=${name} -c synchronous_commit=off`),
    async release() {
      if (isReleased) return;
      isReleased = true;
      const isFree = isShared && (await empty(pool, name));
      await (isFree
        ? pool.query('insert into free_schemas values ($1)', [name])
        : pool.query(`drop schema ${name} cascade`));
    },
  };
}

/** Statements that copy a galaxy into an empty schema, which takes less time than to import it. */
let copying: Promise<(to: string) => string> | undefined;

async function newSchema(url: string, withGalaxy: boolean): Promise<TestSchema> {
  const schema = await schemaOf(url, true);
  if (!withGalaxy) return schema;
  const pool = poolOf(url);
  copying ??= makeTemplateSchema(url);
  const copy = (await copying)(schema.name);
  await pool.query(copy).catch(async () => {
    // It is new.
    await (await openTestStore(schema.address)).close();
    await pool.query(copy);
  });
  return schema;
}

async function makeTemplateSchema(url: string): Promise<(to: string) => string> {
  const { name: from, address } = await schemaOf(url, false);
  const store = await openTestStore(address);
  await loadGalaxy(store);
  await store.close();
  const hasRows = async (table: string) => {
    const { rows } = await poolOf(url).query(`select from ${from}.${table} limit 1`);
    return rows.length > 0;
  };
  const filled: string[] = [];
  for (const table of TABLES) if (await hasRows(table)) filled.push(table);
  return (to) =>
    withoutChecks([
      `delete from ${to}.facts`,
      ...filled.map((table) => `insert into ${to}.${table} overriding system value select * from ${from}.${table}`),
      ...SEQUENCES.map((each) => `select setval('${to}.${each}', last_value, is_called) from ${from}.${each}`),
    ]);
}

/** Makes statements change rows without triggers, which check references. When one fails, all is as before. */
function withoutChecks(statements: readonly string[]): string {
  return ['set session_replication_role = replica', ...statements, 'reset session_replication_role'].join(';');
}

/** Parameters of a connection, as libpq understands them. */
function withOptions(url: string, options: string): string {
  const address = new URL(url);
  address.searchParams.set('options', options);
  return address.href.replaceAll('+', '%20');
}

/** In an order in which nothing refers to what is gone. */
const TABLES = `datacard_changes idempotency_keys blacklist codes sessions invitations tokens grant_permissions grants
  clients account_characters accounts arrivals events transactions assignments datacards memberships characters entities facts
  rate_windows`.split(/\s+/);

/** Numbers that start again, as in a new schema. */
const SEQUENCES = ['datacard_changes_id_seq', 'arrivals_sequence_seq'];

/** False where the tables are not those of this version, as a test may leave them. */
async function empty(pool: pg.Pool, schema: string): Promise<boolean> {
  try {
    const deletions = TABLES.map((table) => `delete from ${schema}.${table}`);
    const restarts = SEQUENCES.map((sequence) => `alter sequence ${schema}.${sequence} restart`);
    await pool.query(withoutChecks([...deletions, ...restarts]));
    return true;
  } catch {
    return false;
  }
}
