import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { unavailable } from '../../domain/failure.js';
import { driverAddress } from '../address.js';
import { type Inspection, inspectTables } from '../inspection.js';
import { cannotUse, unusablePostgres } from './errors.js';

const SERVER = `
  select current_schema() as schema, current_setting('server_version_num')::int as version,
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections,
    (select count(*)::int from pg_stat_activity
      where backend_type = 'client backend' and application_name <> 'svcapi' and pid <> pg_backend_pid()) as taken,
    current_setting('server_encoding') as encoding,
    current_setting('fsync') as fsync,
    current_setting('full_page_writes') as full_page_writes,
    current_setting('synchronous_commit') as synchronous_commit,
    to_regclass(quote_ident(current_schema()) || '.kysely_migration') is not null as has_tables`;

/** Inspects a database and its server, even while servers use it. @throws {UnusableDatabase} */
export async function inspectPostgres(address: string, now: number): Promise<Inspection> {
  const client = new pg.Client({
    connectionString: driverAddress(address),
    connectionTimeoutMillis: 5000,
    query_timeout: 10_000,
    application_name: 'svcapi doctor',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const read = async (query: string) => (await client.query(query)).rows;
    const [server] = await read(SERVER);
    if (server.schema === null)
      throw cannotUse(address, 'its search_path names no schema', 'make one, or name another');
    // Rolled back: a standby, and a user without rights, fail here.
    await client.query(`begin; create table svcapi_probe_${randomBytes(6).toString('hex')} (probed int); rollback`);
    const off = ['fsync', 'full_page_writes', 'synchronous_commit'].filter((name) => server[name] === 'off');
    return {
      ...(await inspectTables(read, server.has_tables, now)),
      encoding: server.encoding,
      unsafe: off.map((name) => ({
        finding: `${name} is off: a crash loses acknowledged changes`,
        next: `set ${name} = on in postgresql.conf`,
      })),
      server: { version: server.version, connections: server.connections, taken: server.taken },
    };
  } catch (error) {
    throw unusablePostgres(address, unavailable({ retry_after: 1, cause: error }));
  } finally {
    await client.end().catch(() => {});
  }
}
