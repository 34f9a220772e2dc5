import type { Difference } from './migrations/migrate.js';

export interface Inspection extends Difference {
  damage?: string | undefined;
  encoding: string;
  /** Settings that may lose acknowledged changes in a crash, each with the next step. */
  unsafe: { finding: string; next: string }[];
  /** Number of valid tokens that expire by the given time. */
  expiring: number;
  server?: PostgresServer;
}

export interface PostgresServer {
  /** Such as 150020 for 15.20. */
  version: number;
  /** Maximum connections of users like this one. */
  connections: number;
  /** Connections of other programs. */
  taken: number;
  /** Seconds by which its clock is ahead of this machine. */
  drift: number;
  isEncrypted: boolean;
}

export const APPLIED = 'select name from kysely_migration order by name';

/** Takes Unix seconds. */
export const countTokens = (now: number, until: number) =>
  `select count(*) as expiring from tokens where revoked_at is null and expires_at > ${now} and expires_at <= ${until}`;
