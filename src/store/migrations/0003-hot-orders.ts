import { type Migration, sql } from 'kysely';

/**
 * Indexes in the order of answers, so that no call sorts a list: datacards and assignments by uid, shorter ones first, and the
 * blacklist by expiry. The uses of a datacard are added up from its index alone.
 */
export function hotOrders(): Migration {
  const statements = [
    'create index datacards_owner_order on datacards (owner_uid, (length(uid)), uid)',
    'create index assignments_order on assignments (datacard_uid, (length(location_uid)), location_uid, uses)',
    'create index blacklist_end on blacklist (expires_at, address)',
  ];

  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}
