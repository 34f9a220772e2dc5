import { compareMigrations, type Difference } from './migrations/migrate.js';

export interface Inspection extends Difference {
  damage?: string | undefined;
  encoding: string;
  /** Settings that may lose acknowledged changes in a crash, each with the next step. */
  unsafe: { finding: string; next: string }[];
  /** Number of valid tokens of the host that expire within a week. */
  expiring: number;
  /** Of PostgreSQL: a version such as 150020, the connections for users like this one, and those that other programs have. */
  server?: Record<'version' | 'connections' | 'taken', number>;
}

const WEEK = 7 * 24 * 3600;

/** Examines the tables at `now` (Unix seconds); `read` returns the rows of a query. */
export async function inspectTables(
  read: (query: string) => unknown,
  hasTables: boolean,
  now: number,
): Promise<Difference & Pick<Inspection, 'expiring'>> {
  const applied = hasTables ? await read('select name from kysely_migration order by name') : [];
  const compared = compareMigrations((applied as { name: string }[]).map(({ name }) => name));
  if (compared.missing.length > 0) return { ...compared, expiring: 0 };
  // OAuth stores the scope of each token, and programs renew theirs; a personal one is its player's.
  const tokens = await read(`select count(*) as expiring from tokens
    where kind = 'access' and scope is null and revoked_at is null and expires_at > ${now} and expires_at <= ${now + WEEK}`);
  return { ...compared, expiring: Number((tokens as { expiring: number }[])[0]?.expiring) };
}
