import type { Kysely } from 'kysely';
import type { Tables } from '../../model/index.js';
import type { Store } from '../store.js';

/** Looks up what a host asks about somebody, also about what was removed. */
export function lookUp(db: Kysely<Tables>): Store['lookUp'] {
  return {
    entity: (uid) =>
      db.selectFrom('entities').select(['uid', 'name', 'removed_at']).where('uid', '=', uid).executeTakeFirst(),

    memberships: (uid, most) =>
      db
        .selectFrom('memberships')
        .innerJoin('entities as character', 'character.uid', 'memberships.character_uid')
        .innerJoin('entities as faction', 'faction.uid', 'memberships.faction_uid')
        .select(['character_uid', 'character.name as character_name', 'faction_uid', 'faction.name as faction_name'])
        .select(['is_primary', 'can_view_datacards', 'can_manage_datacards'])
        .where((eb) => eb.or([eb('character_uid', '=', uid), eb('faction_uid', '=', uid)]))
        .orderBy('is_primary', 'desc')
        .orderBy('character_uid')
        .orderBy('faction_uid')
        .limit(most)
        .execute(),

    accounts: (characterUid) =>
      db
        .selectFrom('account_characters')
        .innerJoin('accounts', 'accounts.id', 'account_characters.account_id')
        .select(['id', 'name', 'created_at', 'disabled_at', 'last_sign_in_at'])
        .where('character_uid', '=', characterUid)
        .orderBy('name_key')
        .execute(),

    sessionsFrom: (address, now, most) =>
      db
        .selectFrom('sessions')
        .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
        .select(['sessions.uid', 'accounts.name as account_name', 'browser', 'last_used_at'])
        .where('last_used_from', '=', address)
        .where('expires_at', '>', now)
        .orderBy('last_used_at', 'desc')
        .limit(most)
        .execute(),

    changes: (by, uid, most) => {
      const lines = db.selectFrom('datacard_changes').selectAll();
      const found =
        by === 'faction'
          ? lines.where('datacard_uid', 'in', db.selectFrom('datacards').select('uid').where('owner_uid', '=', uid))
          : lines.where(by === 'client' ? 'client_id' : 'character_uid', '=', uid);
      return found.orderBy('id', 'desc').limit(most).execute();
    },
  };
}
