import type { Difference } from './migrations/migrate.js';

export interface Clock {
  /** Unix milliseconds. */
  now(): number;
}

export interface Inspection extends Difference {
  damage?: string | undefined;
  encoding: string;
  /** Settings that may lose acknowledged changes in a crash, each with the next step. */
  unsafe: { finding: string; next: string }[];
  /** Number of valid tokens that expire within a week. */
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

const WEEK = 7 * 24 * 3600;

export function countTokens(clock: Clock): string {
  const now = Math.floor(clock.now() / 1000);
  return `select count(*) as expiring from tokens
    where revoked_at is null and expires_at > ${now} and expires_at <= ${now + WEEK}`;
}
