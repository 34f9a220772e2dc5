import { type RawBuilder, type SqlBool, sql } from 'kysely';

type Condition = RawBuilder<SqlBool>;

const removed = sql`(select uid from entities where removed_at is not null)`;

const sleeping = sql`revoked_at is null and character_uid in ${removed}`;

/**
 * The conditions that rows do not sleep with a removed character or faction: a file says that it is removed, which ends them where it is
 * imported.
 */
export const awake: Readonly<Record<'membership' | 'account_character' | 'grant' | 'token', Condition>> = {
  membership: sql`character_uid not in ${removed} and faction_uid not in ${removed}`,
  account_character: sql`character_uid not in ${removed}`,
  grant: sql`not (${sleeping})`,
  token: sql`grant_id not in (select id from grants where ${sleeping})`,
};
