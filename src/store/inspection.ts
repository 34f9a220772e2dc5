import type { Difference } from './migrations/migrate.js';

/** The findings of a look at a database, which changes nothing in it. */
export interface Inspection extends Difference {
  /** The damage that was found in a file. */
  damage?: string | undefined;
  /** The encoding of its texts. */
  encoding: string;
  /** The reasons why a crash may lose acknowledged changes, each with the next step. */
  unsafe: { finding: string; next: string }[];
  /** The number of valid tokens that expire within the given time. */
  expiring: number;
  /** The server of a PostgreSQL database. */
  server?: PostgresServer;
}

/** Facts about a PostgreSQL server. */
export interface PostgresServer {
  /** Such as 150020 for 15.20. */
  version: number;
  /** Connections that the server allows to users like this one. */
  connections: number;
  /** Connections of other programs. */
  taken: number;
  /** Seconds by which its clock is ahead of this machine's. */
  drift: number;
  isEncrypted: boolean;
}

/** The query for the applied migrations. */
export const APPLIED = 'select name from kysely_migration order by name';

/** Returns the query for the number of valid tokens that expire within a time; both are Unix seconds. */
export const countTokens = (now: number, until: number) =>
  `select count(*) as expiring from tokens where revoked_at is null and expires_at > ${now} and expires_at <= ${until}`;
