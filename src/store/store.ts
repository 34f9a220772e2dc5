import type { CreditLogPage } from '../domain/credit-log.js';
import type { Counters } from '../domain/rate-limit.js';
import type { ClientRow, GrantRow, TokenRow } from '../model/access.js';
import type { BlacklistEntry } from '../model/blacklist-entry.js';
import type { CharacterRow } from '../model/character.js';
import type { Flag } from '../model/columns.js';
import type { AssignmentRow, DatacardRow } from '../model/datacard.js';
import type { DatacardChangeRow } from '../model/datacard-change.js';
import type { EventRow } from '../model/event.js';
import type { IdempotencyKeyRow } from '../model/idempotency-key.js';
import type { Batch, Rows, RowType } from '../model/index.js';
import type { MembershipRow } from '../model/membership.js';
import type { TransactionRow } from '../model/transaction.js';

/** Something that has a uid and a name. */
export interface Named {
  uid: string;
  name: string;
}

/** A character, with what it refers to. */
export interface CharacterProfile extends Omit<CharacterRow, 'race_uid'> {
  race: Named | undefined;
  factions: (Named & { is_primary: Flag })[];
}

export interface Transaction extends Omit<TransactionRow, 'sender_uid' | 'receiver_uid'> {
  sender: Named;
  receiver: Named;
}

export interface GameEvent extends Omit<EventRow, 'receiver_uid'> {
  receiver: Named;
}

export interface Datacard extends Pick<DatacardRow, 'uid' | 'total_uses'> {
  entity: Named;
  owner: Named;
}

/** A production entity and its uses of a datacard. */
export interface Assignment extends Pick<AssignmentRow, 'uses'> {
  location: Named;
  locationOwner: Named | undefined;
}

/** What a character's membership of a faction lets it do. */
export type Rights = Pick<MembershipRow, 'can_view_datacards' | 'can_manage_datacards'>;

/** Who makes a call: a client, acting for a character, with what that character granted to it. */
export type Principal = Pick<GrantRow, 'client_id' | 'character_uid' | 'permissions' | 'expires_at'>;

/** A grant that is valid, or is to be made. */
export type Grant = Omit<GrantRow, 'created_at' | 'revoked_at'>;

/** A token as it is listed. */
export interface TokenInfo extends Omit<TokenRow, 'hash' | 'grant_id'>, Pick<GrantRow, 'client_id' | 'permissions'> {
  character: Named;
}

export type Client = ClientRow;

/** A change of a datacard's assignments, before it has a number. */
export type DatacardChange = Omit<DatacardChangeRow, 'id'>;

/** A key, and the client and character that it belongs to. */
export type IdempotencyKey = Pick<IdempotencyKeyRow, 'client_id' | 'character_uid' | 'key'>;

/** The answer to the first request with a key. */
export type RecordedAnswer = Pick<IdempotencyKeyRow, 'request_hash' | 'answer'>;

/** The outcome of loading a batch of rows. */
export interface LoadResult {
  /** How many rows were new or differed from what was there. */
  written: number;
  /** The rows that the database refused, by their position in the batch; nothing of them is stored. */
  refused: { position: number; reason: string }[];
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
    membership(characterUid: string, factionUid: string): Promise<Rights | undefined>;
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
  /** Notes about the database as a whole. */
  metadata: {
    get(name: string): Promise<string | undefined>;
    set(name: string, value: string): Promise<void>;
    /** True when the tables have everything that this version needs. */
    areTablesCurrent(): Promise<boolean>;
    /** True while the galaxy holds nothing: no entity and no client. */
    isEmpty(): Promise<boolean>;
  };
  load: {
    /**
     * Writes a batch of rows of one type, inserting what is new and updating what differs. Rows that the database
     * refuses are named and left out. Call it in a transaction.
     */
    write<Type extends RowType>(type: Type, rows: Rows[Type][]): Promise<LoadResult>;
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
  dump(scope?: DumpScope): AsyncGenerator<Batch>;
  /**
   * Counts calls for all processes that share the database, in windows of a length in milliseconds; nothing where a
   * process has the database for itself.
   */
  counters: ((length: number) => Counters) | undefined;
}
