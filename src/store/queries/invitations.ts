import type { Kysely } from 'kysely';
import type { Tables } from '../../model/index.js';
import type { Store } from '../store.js';
import { newToken, SECRET_PREFIXES, tokenHash } from '../token.js';
import { findAccount } from './accounts.js';
import { statement } from './statement.js';

const usable = statement<{ hash: string; now: number }>()((db, value) =>
  db
    .selectFrom('invitations')
    .select('account_id')
    .where('hash', '=', value('hash'))
    .where('expires_at', '>', value('now'))
    .where('used_at', 'is', null),
);

export function invitations(db: Kysely<Tables>): Store['invitations'] {
  const endThose = (accountId: string, now: number) =>
    db
      .updateTable('invitations')
      .set({ used_at: now })
      .where('account_id', '=', accountId)
      .where('used_at', 'is', null)
      .execute();

  return {
    async create(accountId, now, expiresAt) {
      await endThose(accountId, now);
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

    async find(secret, now) {
      const invitation = await usable.first(db, { hash: tokenHash(secret), now });
      return invitation && findAccount(db, invitation.account_id);
    },

    async use(secret, now) {
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
