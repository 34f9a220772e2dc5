/** What a look at a database of either kind finds, without a change to it. */
export interface Inspection {
  /** Migrations of this version that it lacks. */
  missing: string[];
  /** Migrations that it has and this version does not know. */
  unknown: string[];
  /** The addresses on the blacklist. */
  blacklisted: string[];
  /** How many tokens in force end within the time that was asked about. */
  expiring: number;
  /** When the youngest token was made, in Unix seconds; 0 where there is none. */
  newest: number;
}

/** What the tables are asked, once they are there; times are Unix seconds. */
export const QUESTIONS = {
  applied: 'select name from kysely_migration order by name',
  blacklisted: (now: number) => `select address from blacklist where expires_at > ${now}`,
  tokens: (now: number, until: number) =>
    'select count(case when revoked_at is null and ' +
    `expires_at > ${now} and expires_at <= ${until} then 1 end) as expiring, coalesce(max(created_at), 0) as newest from tokens`,
};
