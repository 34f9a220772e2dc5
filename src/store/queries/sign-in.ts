import { type RawBuilder, sql } from 'kysely';
import { type CodeRow, DEVICE_POLL_INTERVAL, type InteractionRow, type SessionRow } from '../../model/account.js';
import { type Db, statement, updates } from './statement.js';
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

const interactionByHash = statement<{ hash: string; now: number }>()((db, value) =>
  db
    .selectFrom('interactions')
    .select(['payload', 'expires_at'])
    .where('hash', '=', value('hash'))
    .where('expires_at', '>', value('now')),
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

    async save(hash: string, session: SavedSession) {
      await db
        .insertInto('sessions')
        .values({ hash, last_used_at: null, last_used_from: null, ...session })
        .onConflict((conflict) => conflict.column('hash').doUpdateSet(session))
        .execute();
    },

    async remove(hash: string) {
      await db.deleteFrom('sessions').where('hash', '=', hash).execute();
    },

    /** Returns the 100 newest valid sessions, the newest first. */
    ofAccount: (accountId: string, now: number) => sessionsOfAccount.all(db, { accountId, now }),

    async end(accountId: string, uid: string) {
      const ended = db.deleteFrom('sessions').where('account_id', '=', accountId).where('uid', '=', uid);
      return (await ended.executeTakeFirst()).numDeletedRows > 0n;
    },

    async endOthers(accountId: string, uid: string) {
      await db.deleteFrom('sessions').where('account_id', '=', accountId).where('uid', '<>', uid).execute();
    },
  };
}

/** Maximum pending authorizations of browsers and of devices: about 10 MB each. */
const MAX_PENDING = 5000;

/** Maximum rows that one statement removes: enough, except after a newer release has lowered the limit. */
const MAX_REMOVED = 100;

/** Removes the oldest rows of those that a condition selects, so that strangers cannot fill the disk. */
async function keepNewest(
  db: Db,
  table: 'interactions' | 'codes',
  atMost: number,
  condition: RawBuilder<boolean>,
): Promise<void> {
  const oldest = db
    .selectFrom(table)
    .select('hash')
    // True for all rows: it lets the index on expires_at serve the order.
    .where('expires_at', '>', 0)
    .where(condition)
    .orderBy('expires_at', 'desc')
    .limit(MAX_REMOVED)
    .offset(atMost);
  await db.deleteFrom(table).where('hash', 'in', oldest).execute();
}

export function interactions(db: Db) {
  return {
    find: (hash: string, now: number) => interactionByHash.first(db, { hash, now }),

    /** Adds or replaces an interaction, and removes the oldest ones above `atMost`. */
    async save(hash: string, interaction: Omit<InteractionRow, 'hash'>, atMost = MAX_PENDING) {
      await db
        .insertInto('interactions')
        .values({ hash, ...interaction })
        .onConflict((conflict) => conflict.column('hash').doUpdateSet(interaction))
        .execute();
      await keepNewest(db, 'interactions', atMost, sql`1 = 1`);
    },

    async remove(hash: string) {
      await db.deleteFrom('interactions').where('hash', '=', hash).execute();
    },
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

    /** Adds a code or replaces its payload and grant, and removes the oldest undecided device codes above `atMost`. */
    async save(hash: string, code: Code, atMost = MAX_PENDING) {
      const { grant_id, payload } = code;
      await db
        .insertInto('codes')
        .values({ hash, ...code, consumed_at: null, polled_at: null, poll_interval: DEVICE_POLL_INTERVAL })
        .onConflict((conflict) => conflict.column('hash').doUpdateSet({ grant_id, payload }))
        .execute();
      if (code.user_code_hash !== null) await keepNewest(db, 'codes', atMost, sql`user_code_hash is not null`);
    },

    /** Records a person's decision about a device; returns false if it was decided before, or the code has expired. */
    decide(hash: string, decision: { grant_id: string | null; payload: string }, now: number) {
      const waiting = update(hash).where('user_code_hash', 'is not', null).where('expires_at', '>', now);
      return updates(waiting.set({ ...decision, user_code_hash: null }));
    },

    /** Consumes a code; only one of several concurrent calls gets true. */
    consume: (hash: string, now: number) =>
      updates(update(hash).set({ consumed_at: now }).where('consumed_at', 'is', null)),

    /** Records a poll by a device. If it came too early, returns false and makes the interval longer. */
    async poll(hash: string, now: number) {
      const inTime = update(hash).where(sql<boolean>`(polled_at is null or polled_at <= ${now} - poll_interval)`);
      if (await updates(inTime.set({ polled_at: now }))) return true;
      const longer = sql<number>`poll_interval + ${DEVICE_POLL_INTERVAL}`;
      await update(hash).set({ polled_at: now, poll_interval: longer }).execute();
      return false;
    },

    async remove(hash: string) {
      await db.deleteFrom('codes').where('hash', '=', hash).execute();
    },
  };
}
