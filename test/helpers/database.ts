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
  return releasedAfter(scope, await schemaOf(postgresUrl ?? '', ownSchemas));
}

function releasedAfter(scope: Scope, { address, release }: TestDatabase): string {
  scope.teardown(release);
  return address;
}

/** An empty store that ends with the test. */
export async function emptyStore(t: ExecutionContext): Promise<Store> {
  const { address, release } = await newDatabase();
  const store = await openTestStore(address);
  t.teardown(async () => {
    await store.close();
    await release();
  });
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

/** A schema, and who copied a galaxy into its largest table. */
interface Taken {
  name: string;
  copiedBy: string | null;
}

interface TestSchema extends TestDatabase, Taken {}

async function schemaOf(url: string, make: (pool: pg.Pool) => Schemas, withGalaxy = false): Promise<TestSchema> {
  const schemas = make(poolOf(url));
  const taken = await schemas.take(withGalaxy);
  let isReleased = false;
  const schema: TestSchema = {
    ...taken,
    address: withOptions(url, `-c search_path=${taken.name} -c synchronous_commit=off`),
    async release() {
      if (isReleased) return;
      isReleased = true;
      await schemas.giveBack(schema);
    },
  };
  return schema;
}

/** Statements that copy a galaxy into an empty schema, which takes less time than to import it. */
let copying: Promise<(to: TestSchema) => string> | undefined;

async function newSchema(url: string, withGalaxy: boolean): Promise<TestSchema> {
  const schema = await schemaOf(url, sharedSchemas, withGalaxy);
  const pool = poolOf(url);
  if (withGalaxy) {
    copying ??= makeTemplateSchema(url);
    const copy = (await copying)(schema);
    await pool.query(copy).catch(async () => {
      // It is new.
      await (await openTestStore(schema.address)).close();
      await pool.query(copy);
    });
    schema.copiedBy ??= await copierOf(pool, schema.name);
  } else if (schema.copiedBy !== null) {
    schema.copiedBy = null;
    await pool.query(withoutChecks([`delete from ${schema.name}.${LARGEST}`]));
  }
  return schema;
}

async function makeTemplateSchema(url: string): Promise<(to: TestSchema) => string> {
  const { name: from, address } = await schemaOf(url, ownSchemas);
  const store = await openTestStore(address);
  await loadGalaxy(store);
  await store.close();
  const hasRows = async (table: string) => {
    const { rows } = await poolOf(url).query(`select from ${from}.${table} limit 1`);
    return rows.length > 0;
  };
  const filled: string[] = [];
  for (const table of TABLES) if (await hasRows(table)) filled.push(table);
  return ({ name: to, copiedBy }) =>
    withoutChecks([
      `delete from ${to}.facts`,
      ...filled
        .filter((table) => table !== LARGEST || copiedBy === null)
        .map((table) => `insert into ${to}.${table} overriding system value select * from ${from}.${table}`),
      ...SEQUENCES.map((each) => `select setval('${to}.${each}', last_value, is_called) from ${from}.${each}`),
    ]);
}

/** The table with nearly all rows of a galaxy. Few tests change it, and it stays in a schema that has a galaxy again. */
const LARGEST = 'transactions';

/** Returns the transaction that wrote every row of the largest table and how many these are, or null where several did. */
async function copierOf(pool: pg.Pool, schema: string): Promise<string | null> {
  const { rows } = await pool.query<{ copier: string }>(
    `select min(xmin::text) || ' ' || count(*) as copier from ${schema}.${LARGEST} having min(xmin::text) = max(xmin::text)`,
  );
  return rows[0]?.copier ?? null;
}

/** Makes statements change rows without triggers, which check references. When one fails, all is as before. */
function withoutChecks(statements: readonly string[]): string {
  return ['set session_replication_role = replica', ...statements, 'reset session_replication_role'].join(';');
}

interface Schemas {
  take(withGalaxy: boolean): Promise<Taken>;
  giveBack(schema: Taken): Promise<void>;
}

/** Schemas that are made and dropped. */
function ownSchemas(pool: pg.Pool): Schemas {
  return {
    async take() {
      const name = `svcapi_${randomBytes(6).toString('hex')}`;
      await pool.query(`create schema ${name}`);
      return { name, copiedBy: null };
    },
    async giveBack({ name }) {
      await pool.query(`drop schema ${name} cascade`);
    },
  };
}

/** Schemas that go from test to test, of all processes: to empty tables takes a fraction of the time of making them. */
function sharedSchemas(pool: pg.Pool): Schemas {
  return {
    async take(withGalaxy) {
      const { rows } = await pool.query<Taken>(
        `delete from free_schemas where name = (
          select name from free_schemas order by (copied_by is not null) = $1 desc limit 1 for update skip locked
        ) returning name, copied_by as "copiedBy"`,
        [withGalaxy],
      );
      return rows[0] ?? ownSchemas(pool).take(withGalaxy);
    },
    async giveBack({ name, copiedBy }) {
      const isWhole = copiedBy !== null && (await copierOf(pool, name).catch(() => null)) === copiedBy;
      if (await empty(pool, name, isWhole ? LARGEST : undefined))
        await pool.query('insert into free_schemas values ($1, $2)', [name, isWhole ? copiedBy : null]);
      else await ownSchemas(pool).giveBack({ name, copiedBy });
    },
  };
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
async function empty(pool: pg.Pool, schema: string, except?: string): Promise<boolean> {
  try {
    const deletions = TABLES.filter((table) => table !== except).map((table) => `delete from ${schema}.${table}`);
    const restarts = SEQUENCES.map((sequence) => `alter sequence ${schema}.${sequence} restart`);
    await pool.query(withoutChecks([...deletions, ...restarts]));
    return true;
  } catch {
    return false;
  }
}
