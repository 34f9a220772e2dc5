import type { ReversibleCounters } from '../domain/rate-limit.js';
import { inTransaction, shareCommits } from './commits.js';
import { dump } from './dump.js';
import type { WithSession } from './import/session.js';
import { Stage, type StageOptions } from './import/stage.js';
import type { Changes } from './kept-reads.js';
import type { PrepareOptions } from './migrations/migrate.js';
import { endSleeping, history, prune } from './prune.js';
import { grants } from './queries/account-grants.js';
import { accounts, invitations } from './queries/accounts.js';
import { auditTrail } from './queries/audit-trail.js';
import { characters, entities } from './queries/characters.js';
import { clients } from './queries/clients.js';
import { creditLog } from './queries/credit-log.js';
import { datacards, type Named } from './queries/datacards.js';
import { arrivals, events } from './queries/events.js';
import { codes, interactions, sessions } from './queries/sign-in.js';
import type { Db } from './queries/statement.js';
import { tokens } from './queries/tokens.js';
import { blacklist, idempotency, metadata, PROBE } from './queries/upkeep.js';
import type { Snapshots } from './sqlite/snapshots.js';
import type { Traits } from './traits.js';

export type { DumpScope } from './dump.js';
export type { History } from './prune.js';
export type { Account, Identity } from './queries/accounts.js';
export type { Registration } from './queries/clients.js';
export type { Transaction } from './queries/credit-log.js';
export type { DatacardChange, Named } from './queries/datacards.js';
export type { Arrival, ListedEvent } from './queries/events.js';
export type { Principal } from './queries/tokens.js';

export function queriesOn(db: Db, traits: Traits, changes?: Changes) {
  return {
    entities: entities(db),
    characters: characters(db),
    creditLog: creditLog(db),
    events: events(db),
    arrivals: arrivals(db, traits),
    datacards: datacards(db, traits),
    auditTrail: auditTrail(db, traits),
    idempotency: idempotency(db, traits),
    clients: clients(db),
    tokens: tokens(db, traits, changes),
    grants: grants(db),
    accounts: accounts(db, traits),
    invitations: invitations(db),
    sessions: sessions(db),
    interactions: interactions(db),
    codes: codes(db),
    blacklist: blacklist(db, traits),
    metadata: metadata(db, traits),
    prune: (now: number) => prune(db, now, traits),
    endSleeping: (before: number, now: number) => endSleeping(db, traits, before, now),
    history: history(db),
    dump: dump.bind(undefined, db),
  };
}

/** Parts of a store that only some databases have; a transaction has none. */
export interface Extras {
  /** Absent if other machines change the database. */
  changes?: Changes;
  /** Gives some free pages of a file back to the disk, and returns the bytes: call it until that is 0. */
  giveBack?(): Promise<number>;
  snapshots?: Snapshots;
  pool?(): { total: number; idle: number; waiting: number };
  /** Returns counters that all processes share, in windows of `length` milliseconds; undefined if only one process uses it. */
  counters?: ((length: number) => ReversibleCounters) | undefined;
}

/**
 * The queries of a service. None returns stale data or stores half of a change; each throws `Failure` `unavailable` while the
 * database is busy or unreachable. Times are Unix seconds, flags are 0 or 1.
 */
export interface Store extends ReturnType<typeof queriesOn>, Extras {
  /** Runs the work in one transaction, and repeats it after a conflict: it must change nothing but the store. */
  transaction<T>(work: (store: Store) => Promise<T>): Promise<T>;
  /** Runs one import at a time. Call it outside of transactions; a store in memory must get no other call until it ends. */
  import<T>(options: StageOptions, work: (stage: Stage) => Promise<T>): Promise<T>;
  /** Throws `unavailable` unless the database can be read and written. */
  probe(): Promise<void>;
  close(): Promise<void>;
}

export interface OpenOptions extends PrepareOptions {
  /** A file, `:memory:`, or `postgres://USER:PASSWORD@HOST:PORT/DATABASE?…`, with the parameters that pg understands. */
  database: string;
  /** Maximum connections to PostgreSQL. */
  connections?: number;
  /** Wait for PostgreSQL without a time limit, as commands do. */
  patient?: boolean;
  /** Check a small file for damage; a large one would take seconds. */
  check?: boolean;
  /** Refuse to share a file with another server. */
  lock?: boolean;
}

/** Creates the store on a database of either kind whose tables are up to date. */
export function createStore(
  db: Db,
  traits: Traits,
  { importSessions, ...extras }: Extras & { importSessions?: WithSession } = {},
): Store {
  const commit = traits.rowLocks ? <T>(work: (db: Db) => Promise<T>) => inTransaction(db, work) : shareCommits(db);
  const others: Omit<Store, keyof ReturnType<typeof queriesOn> | keyof Extras> = {
    transaction: async (work) =>
      db.isTransaction ? work(store) : commit((transaction) => work(createStore(transaction, traits))),
    async import(options, work) {
      if (!importSessions) throw new Error('Files are imported outside of transactions.');
      return importSessions(options, (session) => work(new Stage(session, options)));
    },
    probe: () => store.transaction(({ metadata }) => metadata.set(PROBE, 'yes')),
    close: () => db.destroy(),
  };
  // V8 takes three hundred times as long to add members to a copy of an object.
  const store: Store = Object.assign(queriesOn(db, traits, extras.changes), extras, others);
  return store;
}

type Found<Query extends (...parameters: never[]) => unknown> = NonNullable<Awaited<ReturnType<Query>>>;

export type Client = Found<Store['clients']['find']>;
export type CharacterProfile = Found<Store['characters']['profile']>;
export type Datacard = Found<Store['datacards']['ofFaction']>[number];
export type DatacardWithRights = Found<Store['datacards']['find']>;
export type Session = Found<Store['sessions']['find']>;
export type GrantInfo = Found<Store['grants']['ofAccount']>[number];
export type ListedGrant = Found<Store['grants']['list']>[number];
export type TokenInfo = Found<Store['tokens']['list']>[number];
export type GrantedToken = Found<Store['tokens']['find']>;

export type Owned = Found<Store['entities']['find']>;

/** An entity that a history names; `removed_at` is in Unix seconds. */
export interface Mentioned extends Named {
  removed_at: number | null;
}
