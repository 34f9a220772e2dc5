import { Failure } from '../../domain/failure.js';
import { UnusableDatabase } from '../unusable-database.js';
import { codeOf } from './errors.js';

/** What is wrong with an address or the database that it leads to, and what to do. */
const reasons: Record<string, string> = {
  '28P01': 'the password is wrong or missing; give it in SVCAPI_DATABASE or PGPASSWORD',
  '28000': 'the server does not let this user in; look at the user and at pg_hba.conf',
  '3D000': 'there is no such database; make it with createdb, or name another',
  '42501': 'the user may not make or change tables there; make it the owner of the database',
  '25006': 'it is read-only; name the primary server',
  '53300': 'it has no connection left; raise max_connections, or lower --database-connections',
  '57P03': 'it is starting or stopping; try again shortly',
  '55P03': 'another process holds it; try again when that has ended',
  ECONNREFUSED: 'nothing listens there; start PostgreSQL, or correct host and port',
  ENOENT: 'there is no such socket or file; start PostgreSQL, or correct the address',
  ENOTFOUND: 'there is no host of that name; correct it',
  EAI_AGAIN: 'the name of the host cannot be looked up now; try again shortly',
  EHOSTUNREACH: 'there is no way to that host; correct it, or look at the network',
  ENETUNREACH: 'there is no way to that host; correct it, or look at the network',
  ETIMEDOUT: 'the host does not answer; correct it, or look at the network',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself; name it with sslrootcert=FILE',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is of an unknown authority; name that with sslrootcert=FILE',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is of an unknown authority; name that with sslrootcert=FILE',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host; correct the host',
};

/** What an error says about a PostgreSQL database, in words; any other error as it is. */
export function unusablePostgres(address: string, error: unknown): unknown {
  const cause = error instanceof Failure ? error.cause : error;
  if (cause instanceof UnusableDatabase) return new UnusableDatabase(sentence(address, cause.message), cause);
  const reason = reasons[codeOf(cause) ?? ''] ?? (cause instanceof Error ? reasonOfDriver(cause.message) : undefined);
  if (reason !== undefined) return new UnusableDatabase(sentence(address, reason), cause);
  if (!(error instanceof Failure) || !(cause instanceof Error)) return error;
  return new UnusableDatabase(sentence(address, `it does not answer as it should (${cause.message}); look at its log`));
}

function reasonOfDriver(message: string): string | undefined {
  if (/SSL/.test(message)) return 'it does not speak TLS; leave out sslmode, or turn ssl on in postgresql.conf';
  if (/password must be a string|no password/i.test(message)) return reasons['28P01'];
  if (/timeout|terminated/i.test(message)) return reasons.ETIMEDOUT;
  return undefined;
}

function sentence(address: string, reason: string): string {
  return `The database ${withoutSecrets(address)} is of no use: ${reason}.`;
}

/** The address as it may be shown: without the password, and without parameters, which can hold one too. */
export function withoutSecrets(address: string): string {
  const url = new URL(address);
  url.password = '';
  url.search = '';
  return url.href;
}
