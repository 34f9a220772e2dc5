import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { temporaryFolder } from '../folder.js';
import type { Scope } from '../scope.js';
import { until } from '../until.js';
import { freePort } from './free-port.js';

/** False where PgBouncer is not installed on this machine. */
export const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0;

/** PgBouncer does not run as root: it reads its settings, and becomes somebody else. */
const asItself = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];

/**
 * Starts PgBouncer in transaction mode before a PostgreSQL database; it ends with the test.
 *
 * @returns the address of the same schema behind it
 */
export async function startPgBouncer(t: Scope, address: string): Promise<string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(address);
  const [, schema = 'public'] = /search_path=(\w+)/.exec(searchParams.get('options') ?? '') ?? [];
  const own = await freePort();
  const file = join(temporaryFolder(), 'pgbouncer.ini');
  const server = [
    `host=${hostname} port=${port || 5432} user=${username} dbname=${pathname.slice(1)}`,
    ...(password === '' ? [] : [`password=${password}`]),
    `connect_query='set search_path to ${schema}'`,
  ];
  const settings = [
    '[databases]',
    `pooled = ${server.join(' ')}`,
    '[pgbouncer]',
    ...['listen_addr = 127.0.0.1', `listen_port = ${own}`, 'unix_socket_dir =', 'auth_type = any'],
    ...['pool_mode = transaction', 'default_pool_size = 4', 'ignore_startup_parameters = extra_float_digits'],
  ];
  writeFileSync(file, settings.join('\n'));
  const child = spawn('pgbouncer', [...asItself, file], { stdio: 'ignore' });
  t.teardown(async () => {
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  });
  const pooled = `postgres://${username}@127.0.0.1:${own}/pooled`;
  await until(() => answers(pooled), { what: 'PgBouncer answers' });
  return pooled;
}

async function answers(address: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: address });
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
