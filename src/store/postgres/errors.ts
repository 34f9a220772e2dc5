import pg from 'pg';
import { unavailable } from '../../domain/failure.js';
import { Conflict } from '../commits.js';

/** The reason behind an error: a conflict with another transaction, or a database that is away, busy or full. */
type Meaning = 'conflict' | 'away';

/** SQLSTATEs and codes of operating systems that are not about the query; two characters stand for a whole class. */
const meanings: Record<string, Meaning> = {
  '40001': 'conflict', // serialization_failure
  '40P01': 'conflict', // deadlock_detected
  '08': 'away', // connection exceptions
  '25006': 'away', // read_only_sql_transaction: a standby, until the address leads to the new primary
  '25P03': 'away', // idle_in_transaction_session_timeout
  '28': 'away', // the role or its password is being changed
  '3D000': 'away', // the database is being restored
  '53': 'away', // too many connections, disk full, out of memory
  '55P03': 'away', // lock_not_available
  '57': 'away', // statement timeout, shutdown, crash, start
  '58': 'away', // errors of the system around the database
  XX: 'away', // damaged data
  ECONNREFUSED: 'away',
  ECONNRESET: 'away',
  ECONNABORTED: 'away',
  EPIPE: 'away',
  ETIMEDOUT: 'away',
  EHOSTUNREACH: 'away',
  ENETUNREACH: 'away',
  ENOTFOUND: 'away',
  EAI_AGAIN: 'away',
  ENOENT: 'away', // the socket of a server that is stopped
};

/** The errors of the driver, which carry no code. */
const DRIVER =
  /^(Connection terminated|timeout (exceeded|expired)|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after)/;

/** Translates an error of PostgreSQL, its driver or the network; returns errors of the query itself as they are. */
export function translate(error: unknown): unknown {
  const meaning = meaningOf(error);
  if (meaning === 'conflict') return new Conflict(error);
  return meaning === 'away' ? unavailable({ retry_after: 1, cause: error }) : error;
}

function meaningOf(error: unknown): Meaning | undefined {
  if (!(error instanceof Error)) return undefined;
  // Two requests with one Idempotency-Key: the one that comes second finds the answer of the first.
  if (error instanceof pg.DatabaseError && error.table === 'idempotency_keys' && error.code === '23505')
    return 'conflict';
  if (isStalePlan(error)) return 'conflict';
  const code = codeOf(error);
  if (code === undefined) return DRIVER.test(error.message) ? 'away' : undefined;
  return meanings[code] ?? (code.length === 5 ? meanings[code.slice(0, 2)] : undefined);
}

/** Returns true when a prepared statement no longer fits its tables, which a newer version has changed. */
export function isStalePlan(error: unknown): boolean {
  return codeOf(error) === '0A000' && error instanceof Error && error.message.startsWith('cached plan');
}

/** Returns the SQLSTATE of an error, or its code of the operating system. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error ? (error as { code?: string }).code : undefined;
}
