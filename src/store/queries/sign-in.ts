import { sql } from 'kysely';
import { type CodeRow, DEVICE_POLL_INTERVAL, type SessionRow } from '../../model/account.js';
import { type Db, hasChanged, statement, upsert } from './statement.js';
import { recordUse } from './tokens.js';

const validSessions = (db: Db, now: number) =>
  db
    .selectFrom('sessions')
    .leftJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select(['sessions.uid', 'sessions.account_id', 'sessions.expires_at'])
    .select(['sessions.last_used_at', 'sessions.last_used_from'])
    .where('sessions.expires_at', '>', now)
    .where('accounts.disabled_at', 'is', null);

const sessionByHash = statement<{ hash: string; now: number }>()((db, value) =>
  validSessions(db, value('now')).where('sessions.hash', '=', value('hash')),
);

const sessionByUid = statement<{ uid: string; now: number }>()((db, value) =>
  validSessions(db, value('now')).where('sessions.uid', '=', value('uid')),
);

const sessionsOfAccount = statement<{ accountId: string; now: number }>()((db, value) =>
  validSessions(db, value('now'))
    .where('sessions.account_id', '=', value('accountId'))
    .orderBy('sessions.expires_at', 'desc')
    .orderBy('sessions.uid', 'desc')
    .limit(100),
);

const codeByHash = statement<{ hash: string }>()((db, value) =>
  db.selectFrom('codes').selectAll().where('hash', '=', value('hash')),
);

const codeByUserCode = statement<{ userCodeHash: string }>()((db, value) =>
  db.selectFrom('codes').selectAll().where('user_code_hash', '=', value('userCodeHash')),
);

/** A session to save; omitted fields of its last use stay. */
type SavedSession = Pick<SessionRow, 'uid' | 'account_id' | 'expires_at'> &
  Partial<Pick<SessionRow, 'last_used_at' | 'last_used_from'>>;

export function sessions(db: Db) {
  return {
    /** Finds the session of an enabled account by the hash of its cookie, and records the use by `from`, a client address. */
    async find(hash: string, now: number, from?: string) {
      const session = await sessionByHash.first(db, { hash, now });
      if (session && from !== undefined) recordUse(db, 'sessions', { ...session, key: session.uid }, now, from);
      return session;
    },

    findByUid: (uid: string, now: number) => sessionByUid.first(db, { uid, now }),

    save: (hash: string, session: SavedSession) => upsert(db, 'sessions', { hash }, session),

    async remove(hash: string) {
      await db.deleteFrom('sessions').where('hash', '=', hash).execute();
    },

    /** Returns the 100 newest valid sessions, the newest first. */
    ofAccount: (accountId: string, now: number) => sessionsOfAccount.all(db, { accountId, now }),

    end: (accountId: string, uid: string) =>
      hasChanged(db.deleteFrom('sessions').where('account_id', '=', accountId).where('uid', '=', uid)),

    async endOthers(accountId: string, uid: string) {
      await db.deleteFrom('sessions').where('account_id', '=', accountId).where('uid', '<>', uid).execute();
    },
  };
}

/** Maximum pending codes of a kind: about 10 MB. */
const MAX_PENDING = 5000;

/** Maximum rows that one statement removes: enough, except after a newer release has lowered the limit. */
const MAX_REMOVED = 100;

/** The questions to people during an authorization are codes without a grant. */
export function interactions(db: Db) {
  const { find, save, remove } = codes(db);
  return {
    async find(hash: string, now: number) {
      const found = await find(hash);
      return found?.kind === 'interaction' && found.expires_at > now ? found : undefined;
    },

    save: (hash: string, question: Pick<CodeRow, 'payload' | 'expires_at'>, atMost?: number) =>
      save(hash, { kind: 'interaction', grant_id: null, user_code_hash: null, ...question }, atMost),

    remove,
  };
}

/** A code of two secrets: the device sends one, and the person types the other. */
export type Code = Omit<CodeRow, 'hash' | 'polled_at' | 'consumed_at' | 'poll_interval'>;

export function codes(db: Db) {
  const update = (hash: string) => db.updateTable('codes').where('hash', '=', hash);

  return {
    /** Finds a code by its hash, even an expired or consumed one. */
    find: (hash: string) => codeByHash.first(db, { hash }),

    findByUserCode: (userCodeHash: string) => codeByUserCode.first(db, { userCodeHash }),

    /** Adds or replaces a code, and removes the oldest ones of its kind above `atMost`, so that strangers cannot fill the disk. */
    async save(hash: string, code: Code, atMost = MAX_PENDING) {
      const { grant_id, payload, expires_at, ...fixed } = code;
      const stays = { ...fixed, poll_interval: DEVICE_POLL_INTERVAL };
      await upsert(db, 'codes', { hash }, { grant_id, payload, expires_at }, stays);
      // An authorization code needs an account.
      if (code.kind === 'authorization') return;
      const oldest = db
        .selectFrom('codes')
        .select('hash')
        .where('kind', '=', code.kind)
        .orderBy('expires_at', 'desc')
        .limit(MAX_REMOVED)
        .offset(atMost);
      await db.deleteFrom('codes').where('hash', 'in', oldest).execute();
    },

    /** Records a person's decision about a device; returns false if it was decided before, or the code has expired. */
    decide(hash: string, decision: { grant_id: string | null; payload: string }, now: number) {
      const waiting = update(hash).where('user_code_hash', 'is not', null).where('expires_at', '>', now);
      return hasChanged(waiting.set({ ...decision, user_code_hash: null }));
    },

    /** Consumes a code; only one of several concurrent calls gets true. */
    consume: (hash: string, now: number) =>
      hasChanged(update(hash).set({ consumed_at: now }).where('consumed_at', 'is', null)),

    /** Records a poll by a device. If it came too early, returns false and makes the interval longer. */
    async poll(hash: string, now: number) {
      const inTime = update(hash).where(sql<boolean>`(polled_at is null or polled_at <= ${now} - poll_interval)`);
      if (await hasChanged(inTime.set({ polled_at: now }))) return true;
      const longer = sql<number>`poll_interval + ${DEVICE_POLL_INTERVAL}`;
      await update(hash).set({ polled_at: now, poll_interval: longer }).execute();
      return false;
    },

    async remove(hash: string) {
      await db.deleteFrom('codes').where('hash', '=', hash).execute();
    },
  };
}
