import { Failure } from '../../domain/failure.js';
import { shownDatabase } from '../address.js';
import { UnusableDatabase } from '../unusable-database.js';
import { codeOf } from './errors.js';

/** The reasons behind SQLSTATEs and error codes, each with what to do. */
const reasons: Record<string, [reason: string, next: string]> = {
  '28P01': ['the password is wrong or missing', 'give it in SVCAPI_DATABASE or PGPASSWORD'],
  '28000': ['the server refuses this user', 'check the user and pg_hba.conf'],
  '3D000': ['there is no such database', 'make it with createdb, or name another'],
  '42501': ['the user may not make or change tables', 'make it the owner of the database'],
  '25006': ['it is read-only', 'name the primary server'],
  '53300': ['it has no connection left', 'raise max_connections, or lower --database-connections'],
  '57P03': ['it is starting or stopping', 'try again shortly'],
  '55P03': ['another process has locked it', 'try again when it has finished'],
  ECONNREFUSED: ['nothing listens there', 'start PostgreSQL, or correct host and port'],
  ENOENT: ['there is no such socket or file', 'start PostgreSQL, or correct the address'],
  ENOTFOUND: ['there is no host of that name', 'correct the host'],
  EAI_AGAIN: ['the name of the host cannot be looked up now', 'try again shortly'],
  EHOSTUNREACH: ['the host cannot be reached', 'correct the host, or check the network'],
  ENETUNREACH: ['the host cannot be reached', 'correct the host, or check the network'],
  ETIMEDOUT: ['the host does not answer', 'correct the host, or check the network'],
  DEPTH_ZERO_SELF_SIGNED_CERT: ['its certificate is self-signed', 'name it with sslrootcert=FILE'],
  SELF_SIGNED_CERT_IN_CHAIN: ['its certificate is of an unknown authority', 'name that with sslrootcert=FILE'],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ['its certificate is of an unknown authority', 'name that with sslrootcert=FILE'],
  ERR_TLS_CERT_ALTNAME_INVALID: ['its certificate is for another host', 'correct the host'],
};

/** Its message names the file. */
const DISK_FULL = '53100';

/** Explains an error of PostgreSQL or its driver as an `UnusableDatabase`; returns any other error as it is. */
export function unusablePostgres(address: string, error: unknown): unknown {
  const cause = error instanceof Failure ? error.cause : error;
  if (cause instanceof UnusableDatabase) return cause;
  if (codeOf(cause) === DISK_FULL && cause instanceof Error) {
    return cannotUse(address, `its disk is full (${cause.message})`, 'free some space on the server', cause);
  }
  const reason = reasons[codeOf(cause) ?? ''] ?? (cause instanceof Error ? reasonOfDriver(cause.message) : undefined);
  if (reason !== undefined) return cannotUse(address, ...reason, cause);
  if (!(error instanceof Failure) || !(cause instanceof Error)) return error;
  return cannotUse(address, cause.message, 'look at the log of PostgreSQL', cause);
}

function reasonOfDriver(message: string): [reason: string, next: string] | undefined {
  if (/SSL/.test(message)) return ['it does not use TLS', 'leave out sslmode, or turn ssl on in postgresql.conf'];
  if (/password must be a string|no password/i.test(message)) return reasons['28P01'];
  if (/timeout|terminated/i.test(message)) return reasons.ETIMEDOUT;
  return undefined;
}

/** Returns the error for a PostgreSQL database; its message never has the password. */
export function cannotUse(address: string, reason: string, next: string, cause?: unknown): UnusableDatabase {
  return new UnusableDatabase(`cannot use the database ${shownDatabase(address)}: ${reason}`, next, cause);
}
