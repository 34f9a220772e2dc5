import type { Kysely } from 'kysely';
import type { Tables } from '../../model/index.js';
import type { Store } from '../store.js';
import { statement } from './statement.js';

const valid = (db: Kysely<Tables>, now: number) =>
  db
    .selectFrom('sessions')
    .leftJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select(['sessions.uid', 'sessions.account_id', 'sessions.payload', 'sessions.expires_at'])
    .where('sessions.expires_at', '>', now)
    .where('accounts.disabled_at', 'is', null);

const byHash = statement<{ hash: string; now: number }>()((db, value) =>
  valid(db, value('now')).where('sessions.hash', '=', value('hash')),
);

const byUid = statement<{ uid: string; now: number }>()((db, value) =>
  valid(db, value('now')).where('sessions.uid', '=', value('uid')),
);

export function sessions(db: Kysely<Tables>): Store['sessions'] {
  return {
    find: (hash, now) => byHash.first(db, { hash, now }),

    findByUid: (uid, now) => byUid.first(db, { uid, now }),

    async save(hash, session) {
      await db
        .insertInto('sessions')
        .values({ hash, ...session })
        .onConflict((conflict) => conflict.column('hash').doUpdateSet(session))
        .execute();
    },

    async remove(hash) {
      await db.deleteFrom('sessions').where('hash', '=', hash).execute();
    },

    async removeAll(accountId) {
      const result = await db.deleteFrom('sessions').where('account_id', '=', accountId).executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}
