import pg from 'pg';
import { Failure, unavailable } from '../../domain/failure.js';
import { shownDatabase } from '../address.js';
import { Conflict } from '../commits.js';
import { UnusableDatabase } from '../unusable-database.js';

type Reason = [reason: string, next: string];

const noAnswer: Reason = ['the host does not answer', 'correct the host, or check the network'];
const wrongPassword: Reason = ['the password is wrong or missing', 'give it in SVCAPI_DATABASE or PGPASSWORD'];
const untrusted: Reason = ['its certificate is not trusted', 'name its authority with sslrootcert=FILE'];

const reasons: Record<string, Reason> = {
  '28P01': wrongPassword,
  '28000': ['the server refuses this user', 'check the user and pg_hba.conf'],
  '3D000': ['there is no such database', 'make it with createdb, or name another'],
  '25006': ['it is read-only', 'name the primary server'],
  '53100': ['its disk is full', 'free some space on the server'],
  '53300': ['it has no connection left', 'raise max_connections, or lower --database-connections'],
  '57P03': ['it is starting or stopping', 'try again shortly'],
  '55P03': ['another process has locked it', 'try again when it has finished'],
  ECONNREFUSED: ['nothing listens there', 'start PostgreSQL, or correct host and port'],
  ENOENT: ['there is no such socket or file', 'start PostgreSQL, or correct the address'],
  ENOTFOUND: ['there is no host of that name', 'correct the host'],
  EAI_AGAIN: ['the name of the host cannot be looked up now', 'try again shortly'],
  EHOSTUNREACH: noAnswer,
  ENETUNREACH: noAnswer,
  ETIMEDOUT: noAnswer,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  ERR_TLS_CERT_ALTNAME_INVALID: ['its certificate is for another host', 'correct the host'],
};

/** Insufficient privilege: a later attempt fails too. */
const NO_RIGHTS = '42501';

/** Codes and SQLSTATE classes of connections, changing roles, resources, timeouts and shutdowns, the system, damaged data. */
const AWAY = /^(?:25P03|ECONNRESET|ECONNABORTED|EPIPE|(?:08|28|53|57|58|XX)...)$/;

/** Errors of the driver, which have no code. */
const DRIVER =
  /^(Connection terminated|timeout (exceeded|expired)|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after)/;

/** Translates an error of PostgreSQL, its driver or the network; returns errors of the query itself as they are. */
export function translate(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (isConflict(error)) return new Conflict(error);
  const code = codeOf(error);
  const isAway = code === undefined ? DRIVER.test(error.message) : code in reasons || AWAY.test(code);
  return isAway ? unavailable({ retry_after: 1, cause: error }) : error;
}

function isConflict(error: Error): boolean {
  const code = codeOf(error);
  // The second of two requests with one Idempotency-Key finds the answer of the first.
  const isKnownKey = code === '23505' && error instanceof pg.DatabaseError && error.table === 'idempotency_keys';
  // Serialization failure, or deadlock.
  return code === '40001' || code === '40P01' || isKnownKey || isStalePlan(error);
}

/** Returns true for a prepared statement that no longer fits its tables, after a newer version has changed them. */
export function isStalePlan(error: unknown): boolean {
  return codeOf(error) === '0A000' && error instanceof Error && error.message.startsWith('cached plan');
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error ? (error as { code?: string }).code : undefined;
}

/** Explains an error of PostgreSQL or its driver; returns any other error as it is. */
export function unusablePostgres(address: string, error: unknown): unknown {
  const cause = error instanceof Failure ? error.cause : error;
  if (cause instanceof UnusableDatabase) return cause;
  if (!(cause instanceof Error)) return error;
  const code = codeOf(cause) ?? '';
  if (code === NO_RIGHTS) {
    return cannotUse(address, 'the user may not make or change tables', 'make it the owner of the database', cause);
  }
  const reason = reasons[code] ?? reasonOfDriver(cause.message);
  if (reason !== undefined) return cannotUse(address, ...reason, cause);
  return error instanceof Failure ? cannotUse(address, cause.message, 'look at the log of PostgreSQL', cause) : error;
}

function reasonOfDriver(message: string): Reason | undefined {
  if (/SSL/.test(message)) return ['it does not use TLS', 'leave out sslmode, or turn ssl on in postgresql.conf'];
  if (/password must be a string|no password/i.test(message)) return wrongPassword;
  return /timeout|terminated/i.test(message) ? noAnswer : undefined;
}

/** Returns an error whose message never has the password. */
export function cannotUse(address: string, reason: string, next: string, cause?: unknown): UnusableDatabase {
  return new UnusableDatabase(`cannot use the database ${shownDatabase(address)}: ${reason}`, next, cause);
}
