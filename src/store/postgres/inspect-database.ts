import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { type Inspection, QUESTIONS } from '../inspection.js';
import { compareMigrations } from '../migrations/index.js';
import { cannotUse } from './unusable.js';

/** The findings of an inspection of a PostgreSQL database. */
export interface PostgresInspection extends Inspection {
  /** Such as 150020 for 15.20. */
  version: number;
  /** Connections that the server allows to users like this one. */
  connections: number;
  /** Connections of other programs. */
  taken: number;
  /** Settings with which a crash loses acknowledged changes. */
  unsafe: string[];
  /** The server's clock, in Unix seconds with fractions, and this machine's at the same moment. */
  clock: number;
  asked: number;
  /** Of a round trip, in milliseconds: the median of some. */
  latency: number;
  isEncrypted: boolean;
}

const SERVER = `
  select current_schema() as schema, current_setting('server_version_num')::int as version,
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections,
    (select count(*)::int from pg_stat_activity
      where backend_type = 'client backend' and application_name <> 'svcapi' and pid <> pg_backend_pid()) as taken,
    current_setting('fsync') as fsync,
    current_setting('full_page_writes') as full_page_writes,
    current_setting('synchronous_commit') as synchronous_commit,
    coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as encrypted,
    to_regclass(quote_ident(current_schema()) || '.kysely_migration') is not null as has_tables`;

/** Number of round trips that are measured. */
const ROUND_TRIPS = 5;

/**
 * Inspects a PostgreSQL database and its server, and checks that tables can be made in it, also while servers use it.
 *
 * @param clock this machine's, in Unix milliseconds
 * @param until tokens that expire before this timestamp count as expiring
 * @throws what the driver throws
 */
export async function inspectPostgres(
  address: string,
  clock: () => number,
  until: number,
): Promise<PostgresInspection> {
  const client = new pg.Client({
    connectionString: address,
    connectionTimeoutMillis: 5000,
    query_timeout: 10_000,
    application_name: 'svcapi doctor',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return await look(client, address, clock, until);
  } finally {
    await client.end().catch(() => {});
  }
}

async function look(
  client: pg.Client,
  address: string,
  clock: () => number,
  until: number,
): Promise<PostgresInspection> {
  const all = async (query: string) => (await client.query(query)).rows as Record<string, unknown>[];
  const first = async (query: string) => (await all(query))[0] ?? {};
  const server = await first(SERVER);
  if (server.schema === null) throw cannotUse(address, 'its search_path names no schema', 'make one, or name another');
  const asked = clock() / 1000;
  const found = await first('select extract(epoch from clock_timestamp())::float8 as clock');
  const latency = await roundTrip(() => client.query('select 1'));
  // Rolled back: a standby, and a user without rights, fail here.
  await client.query(`begin; create table svcapi_probe_${randomBytes(6).toString('hex')} (probed int); rollback`);
  const unsafe = ['fsync', 'full_page_writes', 'synchronous_commit'].filter((name) => server[name] === 'off');
  const applied = server.has_tables ? (await all(QUESTIONS.applied)).map(({ name }) => String(name)) : [];
  const inspection = {
    ...compareMigrations(applied),
    version: Number(server.version),
    connections: Number(server.connections),
    taken: Number(server.taken),
    unsafe,
    clock: Number(found.clock),
    asked,
    latency,
    isEncrypted: server.encrypted === true,
  };
  if (inspection.missing.length > 0) return { ...inspection, blacklisted: [], expiring: 0, newest: 0, sleeping: 0 };
  const now = Math.floor(asked);
  const tokens = await first(QUESTIONS.tokens(now, until));
  const blacklisted = (await all(QUESTIONS.blacklisted(now))).map((row) => String(row.address));
  const sleeping = Number((await first(QUESTIONS.sleeping)).sleeping);
  return { ...inspection, blacklisted, sleeping, expiring: Number(tokens.expiring), newest: Number(tokens.newest) };
}

/** @returns milliseconds */
async function roundTrip(ask: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < ROUND_TRIPS; turn++) {
    const begun = performance.now();
    await ask();
    times.push(performance.now() - begun);
  }
  return times.sort((a, b) => a - b)[Math.floor(ROUND_TRIPS / 2)] ?? 0;
}
