import { type Migration, sql } from 'kysely';

/** The expression that is 1 for a grant of the host, and 0 for one of an account. An index on `account_id` does not serve it. */
export const ofHost = '(case when account_id is null then 1 else 0 end)';

/** Indexes of the ends of grants, apart for those of the host, so that the ones to remove are found without reading others. */
export function grantEnds(): Migration {
  const statements = [
    `create index grants_end on grants (${ofHost}, expires_at)`,
    `create index grants_revoked on grants (${ofHost}, revoked_at) where revoked_at is not null`,
  ];

  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}
