import type { Kysely } from 'kysely';
import type { Tables } from '../../model/index.js';
import { recordUse } from '../record-use.js';
import type { Store } from '../store.js';
import { statement } from './statement.js';

const valid = (db: Kysely<Tables>, now: number) =>
  db
    .selectFrom('sessions')
    .leftJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select(['sessions.uid', 'sessions.account_id', 'sessions.expires_at'])
    .select(['sessions.browser', 'sessions.last_used_at', 'sessions.last_used_from'])
    .where('sessions.expires_at', '>', now)
    .where('accounts.disabled_at', 'is', null);

const byHash = statement<{ hash: string; now: number }>()((db, value) =>
  valid(db, value('now')).where('sessions.hash', '=', value('hash')),
);

const byUid = statement<{ uid: string; now: number }>()((db, value) =>
  valid(db, value('now')).where('sessions.uid', '=', value('uid')),
);

const ofAccount = statement<{ accountId: string; now: number }>()((db, value) =>
  valid(db, value('now'))
    .where('sessions.account_id', '=', value('accountId'))
    .orderBy('sessions.expires_at', 'desc')
    .orderBy('sessions.uid', 'desc')
    .limit(100),
);

export function sessions(db: Kysely<Tables>): Store['sessions'] {
  return {
    async find(hash, now, from) {
      const session = await byHash.first(db, { hash, now });
      if (session && from !== undefined) recordUse(db, 'sessions', { ...session, key: session.uid }, now, from);
      return session;
    },

    findByUid: (uid, now) => byUid.first(db, { uid, now }),

    async save(hash, session) {
      await db
        .insertInto('sessions')
        .values({ hash, browser: null, last_used_at: null, last_used_from: null, ...session })
        .onConflict((conflict) => conflict.column('hash').doUpdateSet(session))
        .execute();
    },

    async remove(hash) {
      await db.deleteFrom('sessions').where('hash', '=', hash).execute();
    },

    ofAccount: (accountId, now) => ofAccount.all(db, { accountId, now }),

    async end(accountId, uid) {
      const result = await db
        .deleteFrom('sessions')
        .where('account_id', '=', accountId)
        .where('uid', '=', uid)
        .executeTakeFirst();
      return result.numDeletedRows > 0n;
    },

    async endOthers(accountId, uid) {
      await db.deleteFrom('sessions').where('account_id', '=', accountId).where('uid', '<>', uid).execute();
    },
  };
}
