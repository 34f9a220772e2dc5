import { newToken, SECRET_PREFIXES, tokenHash } from '../token.js';
import { endInvitations, findAccount } from './accounts.js';
import { type Db, statement } from './statement.js';

const usable = statement<{ hash: string; now: number }>()((db, value) =>
  db
    .selectFrom('invitations')
    .select('account_id')
    .where('hash', '=', value('hash'))
    .where('expires_at', '>', value('now'))
    .where('used_at', 'is', null),
);

export function invitations(db: Db) {
  return {
    /** Returns a secret of which only the hash is stored. Ends earlier invitations of the account. */
    async create(accountId: string, now: number, expiresAt: number) {
      await endInvitations(db, accountId, now);
      const secret = newToken(SECRET_PREFIXES.invitation);
      await db
        .insertInto('invitations')
        .values({
          hash: tokenHash(secret),
          account_id: accountId,
          created_at: now,
          expires_at: expiresAt,
          used_at: null,
        })
        .execute();
      return secret;
    },

    async find(secret: string, now: number) {
      const invitation = await usable.first(db, { hash: tokenHash(secret), now });
      return invitation && findAccount(db, invitation.account_id);
    },

    /** Uses an invitation up; only one of several calls gets its account. */
    async use(secret: string, now: number) {
      const used = await db
        .updateTable('invitations')
        .set({ used_at: now })
        .where('hash', '=', tokenHash(secret))
        .where('expires_at', '>', now)
        .where('used_at', 'is', null)
        .returning('account_id')
        .executeTakeFirst();
      return used && findAccount(db, used.account_id);
    },
  };
}
