import { type RawBuilder, sql } from 'kysely';
import { type CodeRow, DEVICE_POLL_INTERVAL, type InteractionRow, type SessionRow } from '../../model/sign-in.js';
import { type Db, statement, updates } from './statement.js';
import { recordUse } from './tokens.js';

const validSessions = (db: Db, now: number) =>
  db
    .selectFrom('sessions')
    .leftJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select(['sessions.uid', 'sessions.account_id', 'sessions.expires_at'])
    .select(['sessions.browser', 'sessions.last_used_at', 'sessions.last_used_from'])
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

/** A session to save; what is left out of its use stays. */
type SavedSession = Pick<SessionRow, 'uid' | 'account_id' | 'expires_at'> &
  Partial<Pick<SessionRow, 'browser' | 'last_used_at' | 'last_used_from'>>;

export function sessions(db: Db) {
  return {
    /**
     * Finds a session by the hash of its cookie; that of a disabled account is not found.
     *
     * @param from the client address that uses it, which is recorded with the day
     */
    async find(hash: string, now: number, from?: string) {
      const session = await sessionByHash.first(db, { hash, now });
      if (session && from !== undefined) recordUse(db, 'sessions', { ...session, key: session.uid }, now, from);
      return session;
    },

    findByUid: (uid: string, now: number) => sessionByUid.first(db, { uid, now }),

    /** Adds a session, or replaces the one with this hash. */
    async save(hash: string, session: SavedSession) {
      await db
        .insertInto('sessions')
        .values({ hash, browser: null, last_used_at: null, last_used_from: null, ...session })
        .onConflict((conflict) => conflict.column('hash').doUpdateSet(session))
        .execute();
    },

    async remove(hash: string) {
      await db.deleteFrom('sessions').where('hash', '=', hash).execute();
    },

    /** Returns the 100 newest sessions of an account that are valid at `now`, the newest first. */
    ofAccount: (accountId: string, now: number) => sessionsOfAccount.all(db, { accountId, now }),

    /** Ends the session of an account that has a uid; returns false if it has none. */
    async end(accountId: string, uid: string) {
      const ended = db.deleteFrom('sessions').where('account_id', '=', accountId).where('uid', '=', uid);
      return (await ended.executeTakeFirst()).numDeletedRows > 0n;
    },

    /** Ends all sessions of an account but the one that has a uid. */
    async endOthers(accountId: string, uid: string) {
      await db.deleteFrom('sessions').where('account_id', '=', accountId).where('uid', '<>', uid).execute();
    },
  };
}

/** Maximum authorizations that wait for a person, of browsers and of devices: about 10 MB each. */
const MAX_PENDING = 5000;

/** The rows that one statement removes at most: a table has only a few too many, unless a newer release allows fewer. */
const MAX_REMOVED = 100;

/** Removes the oldest rows, of those that a condition selects, so that strangers cannot fill the disk with them. */
async function keepNewest(
  db: Db,
  table: 'interactions' | 'codes',
  atMost: number,
  condition: RawBuilder<boolean>,
): Promise<void> {
  const oldest = db
    .selectFrom(table)
    .select('hash')
    // All are: the condition lets the index on the end serve the order.
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

    /**
     * Adds an interaction, or replaces the one with this hash.
     *
     * @param atMost the number that is kept: the oldest go
     */
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

/** A code, of which the device asks and the person types different secrets. */
export type Code = Omit<CodeRow, 'hash' | 'polled_at' | 'consumed_at' | 'poll_interval'>;

export function codes(db: Db) {
  const update = (hash: string) => db.updateTable('codes').where('hash', '=', hash);

  return {
    /** Finds a code by its hash, expired or consumed ones included. */
    find: (hash: string) => codeByHash.first(db, { hash }),

    findByUserCode: (userCodeHash: string) => codeByUserCode.first(db, { userCodeHash }),

    /**
     * Adds a code, or replaces the payload and the grant of the one with this hash.
     *
     * @param atMost the number of codes of devices that is kept while no person has decided about them: the oldest go
     */
    async save(hash: string, code: Code, atMost = MAX_PENDING) {
      const { grant_id, payload } = code;
      await db
        .insertInto('codes')
        .values({ hash, ...code, consumed_at: null, polled_at: null, poll_interval: DEVICE_POLL_INTERVAL })
        .onConflict((conflict) => conflict.column('hash').doUpdateSet({ grant_id, payload }))
        .execute();
      if (code.user_code_hash !== null) await keepNewest(db, 'codes', atMost, sql`user_code_hash is not null`);
    },

    /**
     * Records what a person has decided about a device, in the grant and the payload; returns false if that was decided
     * before, or the code has expired.
     */
    decide(hash: string, decision: { grant_id: string | null; payload: string }, now: number) {
      const waiting = update(hash).where('user_code_hash', 'is not', null).where('expires_at', '>', now);
      return updates(waiting.set({ ...decision, user_code_hash: null }));
    },

    /** Consumes a code; only one of several calls gets true. */
    consume: (hash: string, now: number) =>
      updates(update(hash).set({ consumed_at: now }).where('consumed_at', 'is', null)),

    /**
     * Records that a device asks for its tokens. Returns false if it did not wait for its interval, which then becomes
     * longer.
     */
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
