import type { Difference } from './migrations/index.js';

/** The findings of a look at a database, which changes nothing in it. */
export interface Inspection extends Difference {
  /** The addresses on the blacklist. */
  blacklisted: string[];
  /** The number of valid tokens that expire within the given time. */
  expiring: number;
  /** The creation time of the newest token, in Unix seconds; 0 if there is none. */
  newest: number;
  /** The number of removed characters and factions with accesses, links or memberships that sleep. */
  sleeping: number;
}

/** The queries of an inspection, for tables that exist; times are Unix seconds. */
export const QUESTIONS = {
  sleeping: `
    select count(*) as sleeping from entities as e where e.removed_at is not null and (
      exists (select 1 from memberships as m where m.character_uid = e.uid)
      or exists (select 1 from memberships as m where m.faction_uid = e.uid)
      or exists (select 1 from account_characters as a where a.character_uid = e.uid)
      or exists (select 1 from grants as g where g.character_uid = e.uid and g.revoked_at is null))`,
  applied: 'select name from kysely_migration order by name',
  blacklisted: (now: number) => `select address from blacklist where expires_at > ${now}`,
  tokens: (now: number, until: number) =>
    'select count(case when revoked_at is null and ' +
    `expires_at > ${now} and expires_at <= ${until} then 1 end) as expiring, coalesce(max(created_at), 0) as newest from tokens`,
};
