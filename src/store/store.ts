import type { BlacklistEntry } from '../domain/blacklist.js';
import type { CreditLogPage } from '../domain/credit-log.js';
import type { Permission } from '../domain/permission.js';
import type { Counters } from '../domain/rate-limit.js';
import type { LoadBatch, LoadKind, LoadResult, LoadRow } from './load/rows.js';

/** Something that has a uid and a name. */
export interface Named {
  uid: string;
  name: string;
}

export interface CharacterProfile extends Named {
  image: string;
  race: Named | undefined;
  factions: (Named & { primary: boolean })[];
  gender: string;
  /** Unix seconds. */
  lastLogin: number;
  shortDescription: string;
  biography: string;
  isPrivate: boolean;
  health: number;
  healthMax: number;
  xp: number;
  xpLevel: number;
  credits: number;
}

export interface Transaction {
  id: number;
  /** Unix seconds. */
  time: number;
  amount: number;
  sender: Named;
  receiver: Named;
  communication: string;
}

export interface GameEvent {
  uid: string;
  receiver: Named;
  /** Unix seconds. */
  time: number;
  text: string;
}

export interface Datacard {
  uid: string;
  entity: Named;
  owner: Named;
  /** Assigned and unassigned uses together; -1 for unlimited. */
  totalUses: number;
}

/** A production entity and what it has of a datacard. */
export interface Assignment {
  location: Named;
  locationOwner: Named | undefined;
  uses: number;
}

/** What a character's membership of a faction lets it do. */
export interface Membership {
  canViewDatacards: boolean;
  canManageDatacards: boolean;
}

/** Who makes a call: a client, acting for a character, with what that character granted to it. */
export interface Principal {
  clientId: string;
  characterUid: string;
  permissions: Permission[];
  /** Unix seconds at which the token ends. */
  expiresAt: number;
}

export interface Grant {
  id: string;
  clientId: string;
  characterUid: string;
  permissions: Permission[];
  /** Unix seconds. */
  expiresAt: number;
}

export interface TokenInfo {
  id: string;
  clientId: string;
  character: Named;
  permissions: Permission[];
  /** Unix seconds. */
  createdAt: number;
  expiresAt: number;
  revokedAt: number | null;
}

export interface Client {
  id: string;
  name: string;
  /** Unix seconds. */
  createdAt: number;
  revokedAt: number | null;
}

export interface DatacardChange {
  /** Unix seconds. */
  time: number;
  action: 'assign' | 'revoke';
  clientId: string;
  characterUid: string;
  datacardUid: string;
  locationUid: string;
  usesBefore: number;
  usesAfter: number;
  requestId: string;
}

/** A key, and the client and character that it belongs to. */
export interface IdempotencyKey {
  clientId: string;
  characterUid: string;
  key: string;
}

/** The answer that a request with a key got the first time. */
export interface RecordedAnswer {
  requestHash: string;
  /** The payload, as JSON. */
  answer: string;
}

/** Connections to a database. */
export interface Pool {
  /** Open ones. */
  total: number;
  /** Those of them that do nothing. */
  idle: number;
  /** Queries that wait for one. */
  waiting: number;
}

/**
 * How much of a service is written out: all of it, or what the game knows, without clients, grants, tokens, the audit
 * trail, keys of requests and the blacklist.
 */
export type DumpScope = 'service' | 'galaxy';

/**
 * Where the galaxy is kept. The queries are written once, for SQLite and PostgreSQL alike.
 *
 * Every method answers the truth of the database, throws `Failure` `unavailable` where the database is busy or away,
 * and stores nothing halfway. All times are Unix seconds.
 */
export interface Store {
  /**
   * Runs the work in one transaction: all of it is stored when the promise is kept, nothing when it is broken.
   *
   * Where another transaction is in the way, the work is done anew: it must leave no trace but in the store. Work that
   * does sets `retry` to false.
   */
  transaction<T>(work: (store: Store) => Promise<T>, options?: { retry?: boolean }): Promise<T>;
  /** Frees the connection; nothing may be asked afterwards. */
  close(): Promise<void>;
  /** Throws `unavailable` unless the database answers and can be written to. */
  probe(): Promise<void>;

  entities: {
    find(uid: string): Promise<(Named & { owner: Named | undefined }) | undefined>;
    /** Finds a faction by its uid, or by its name without regard to case. */
    findFaction(uidOrName: string): Promise<Named | undefined>;
  };
  characters: {
    /** Finds a character by its uid, or by its name without regard to case. */
    find(uidOrName: string): Promise<Named | undefined>;
    profile(uid: string): Promise<CharacterProfile | undefined>;
    /** The character's place in a faction; nothing where it is no member. */
    membership(characterUid: string, factionUid: string): Promise<Membership | undefined>;
    /** What the character has granted to a client and that still holds at `now`. */
    grants(characterUid: string, clientId: string, now: number): Promise<Grant[]>;
  };
  creditLog: {
    /** A page of a run of a character's transactions, newest first, and how long the run is. */
    page(characterUid: string, page: CreditLogPage): Promise<{ total: number; transactions: Transaction[] }>;
  };
  events: {
    find(uid: string): Promise<GameEvent | undefined>;
  };
  datacards: {
    find(uid: string): Promise<Datacard | undefined>;
    /** Like `find`, and no other transaction changes the datacard or its assignments until this one ends. */
    lock(uid: string): Promise<Datacard | undefined>;
    ofFaction(factionUid: string): Promise<Datacard[]>;
    assignments(datacardUid: string): Promise<Assignment[]>;
    assign(datacardUid: string, locationUid: string, uses: number): Promise<void>;
    revoke(datacardUid: string, locationUid: string): Promise<void>;
    /** Adds a line to the audit trail. */
    recordChange(change: DatacardChange): Promise<void>;
    /** The audit trail of a datacard, oldest first. */
    changes(datacardUid: string): Promise<DatacardChange[]>;
  };
  idempotency: {
    /**
     * The answer that was recorded for the key since a moment. No other transaction asks for the same key until this one
     * ends, so that what comes second finds what the first has recorded.
     */
    find(key: IdempotencyKey, since: number): Promise<RecordedAnswer | undefined>;
    /** Records an answer, and forgets those from before `since`. */
    record(key: IdempotencyKey, answer: RecordedAnswer, now: number, since: number): Promise<void>;
  };
  clients: {
    find(id: string): Promise<Client | undefined>;
    list(): Promise<Client[]>;
    create(client: { id: string; name: string }, now: number): Promise<void>;
    /** Ends a client and everything that was granted to it; false where there is no such client in force. */
    revoke(id: string, now: number): Promise<boolean>;
  };
  tokens: {
    /** Who presents the token; nothing where it is unknown, expired or revoked at `now`. */
    principal(token: string, now: number): Promise<Principal | undefined>;
    /** Makes a grant and a token for it. The token itself is answered once and kept nowhere. */
    create(grant: Omit<Grant, 'id'>, now: number): Promise<{ id: string; token: string }>;
    list(): Promise<TokenInfo[]>;
    /** Ends a token; false where there is no such token in force. */
    revoke(id: string, now: number): Promise<boolean>;
  };
  blacklist: {
    /** The entries that hold at `now`. */
    list(now: number): Promise<BlacklistEntry[]>;
    /** Adds an entry, or replaces that of the same address. */
    add(entry: BlacklistEntry): Promise<void>;
    remove(address: string): Promise<boolean>;
  };
  /** Facts about the database itself. */
  facts: {
    get(name: string): Promise<string | undefined>;
    set(name: string, value: string): Promise<void>;
    /** True when the tables have everything that this version needs. */
    areTablesCurrent(): Promise<boolean>;
    /** True while the galaxy holds nothing: no entity and no client. */
    isEmpty(): Promise<boolean>;
  };
  load: {
    /**
     * Writes a batch of rows of one kind, inserting what is new and updating what differs. Rows that the database
     * refuses are named and left out. Call it in a transaction.
     */
    write<K extends LoadKind>(kind: K, rows: LoadRow[K][]): Promise<LoadResult>;
    /**
     * Runs a load of many rows in the way that suits the database best. Call it in a transaction; in between, the
     * credit log is slow to read.
     */
    bulk<T>(work: () => Promise<T>): Promise<T>;
  };
  /** How things stand with the connections to the database, where there are several. */
  pool?(): Pool;
  /**
   * The whole service, or its galaxy alone, as batches that `load.write` takes, in an order in which each refers only to
   * what came before, and as it was at one moment. Ask nothing else of this store in between.
   */
  dump(scope?: DumpScope): AsyncGenerator<LoadBatch>;
  /**
   * Counts calls for all processes that share the database, in windows of a length in milliseconds; nothing where a
   * process has the database for itself.
   */
  counters: ((length: number) => Counters) | undefined;
}
