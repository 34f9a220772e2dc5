import type { CreditLogPage } from '../domain/credit-log.js';
import type { EventPage } from '../domain/event-page.js';
import type { Permission } from '../domain/permission.js';
import type { Counters } from '../domain/rate-limit.js';
import type { ClientRow, GrantRow, TokenRow } from '../model/access.js';
import type { AccountRow } from '../model/account.js';
import type { ArrivalKind } from '../model/arrival.js';
import type { BlacklistEntry } from '../model/blacklist-entry.js';
import type { CharacterRow } from '../model/character.js';
import type { Flag } from '../model/columns.js';
import type { AssignmentRow, DatacardRow } from '../model/datacard.js';
import type { DatacardChangeRow } from '../model/datacard-change.js';
import type { EventRow } from '../model/event.js';
import type { IdempotencyKeyRow } from '../model/idempotency-key.js';
import type { Batch, RemovedBatch, Rows, RowType } from '../model/index.js';
import type { MembershipRow } from '../model/membership.js';
import type { Removal } from '../model/removal-format.js';
import type { CodeRow, InteractionRow, SessionRow } from '../model/sign-in.js';
import type { TransactionRow } from '../model/transaction.js';
import type { Snapshots } from './snapshots.js';
import type { Stage, StageOptions } from './stage/contract.js';

/** Something that has a uid and a name. */
export interface Named {
  uid: string;
  name: string;
}

/** Something with its owner, if it has one. */
export interface Owned extends Named {
  owner: Named | undefined;
}

/** Something that a history names, which may have been removed since: then `removed_at` is the time, in Unix seconds. */
export interface Mentioned extends Named {
  removed_at: number | null;
}

/** A character, with what it refers to. */
export interface CharacterProfile extends Omit<CharacterRow, 'race_uid'> {
  race: Named | undefined;
  factions: (Named & { is_primary: Flag })[];
}

export interface Transaction extends Omit<TransactionRow, 'sender_uid' | 'receiver_uid'> {
  sender: Mentioned;
  receiver: Mentioned;
}

export interface GameEvent extends Pick<EventRow, 'uid' | 'time' | 'text'> {
  receiver: Named;
}

/** An event in the list of its receiver. */
export type ListedEvent = Omit<EventRow, 'receiver_uid'>;

/** The places of the arrivals that are kept: `first - 1` is where a stream can begin that is to miss none of them. */
export interface ArrivalSpan {
  first: number;
  last: number;
}

/** An event or a transaction, at its place in the order in which they were stored. */
export interface Arrival<T> {
  sequence: number;
  /** The characters whose list has it; none if it was removed since. */
  characterUids: string[];
  /** Undefined if it was removed since. */
  item: T | undefined;
}

export interface Datacard extends Pick<DatacardRow, 'uid' | 'total_uses'> {
  entity: Mentioned;
  owner: Named;
}

/** A production entity and its uses of a datacard. */
export interface Assignment extends Pick<AssignmentRow, 'uses'> {
  location: Named;
  locationOwner: Named | undefined;
}

/** The rights that a membership gives a character in a faction. */
export type Rights = Pick<MembershipRow, 'can_view_datacards' | 'can_manage_datacards'>;

/** The holder of a token: a client that acts for a character, with the permissions that the character granted. */
export interface Principal extends Pick<GrantRow, 'client_id' | 'character_uid' | 'permissions' | 'expires_at'> {
  /** The grant of its token. */
  grant_id: string;
}

/** A valid or a new grant. */
export type Grant = Omit<GrantRow, 'created_at' | 'revoked_at' | 'account_id' | 'last_used_at'>;

/** A valid grant, with the account that made it; null for the host. */
export type ValidGrant = Grant & Pick<GrantRow, 'created_at' | 'last_used_at' | 'account_id'>;

/** A valid grant, as it is listed for the account that made it. */
export interface GrantInfo extends Omit<ValidGrant, 'character_uid' | 'client_id' | 'account_id'> {
  client: { id: string; name: string };
  character: Named;
}

/** A token as it is listed. */
export interface TokenInfo
  extends Pick<TokenRow, 'id' | 'created_at' | 'expires_at' | 'revoked_at'>,
    Pick<GrantRow, 'client_id' | 'permissions'> {
  character: Named;
}

/** A token of a valid grant, as OAuth reads it: also an expired one, or a refresh token that was exchanged. */
export type GrantedToken = Pick<
  TokenRow,
  'kind' | 'grant_id' | 'created_at' | 'expires_at' | 'scope' | 'payload' | 'consumed_at'
> &
  Pick<GrantRow, 'client_id' | 'account_id' | 'character_uid' | 'permissions'>;

export type Client = ClientRow;

/** The parts of a client that OAuth needs. */
export type Registration = Pick<
  ClientRow,
  'name' | 'owner_id' | 'secret_hash' | 'is_public' | 'redirect_uris' | 'application_type'
>;

/** A person, with their characters. */
export interface Account extends Omit<AccountRow, 'name_key'> {
  characters: Named[];
}

export type Session = Omit<SessionRow, 'hash'>;

export type Interaction = Omit<InteractionRow, 'hash'>;

/** A code, of which the device asks and the person types different secrets. */
export type Code = Omit<CodeRow, 'hash' | 'polled_at' | 'consumed_at' | 'poll_interval'>;

/** A change of a datacard's assignments, before it has a number. */
export type DatacardChange = Omit<DatacardChangeRow, 'id'>;

/** A key, and the client and character that it belongs to. */
export type IdempotencyKey = Pick<IdempotencyKeyRow, 'client_id' | 'character_uid' | 'key'>;

/** The answer to the first request with a key. */
export type RecordedAnswer = Pick<IdempotencyKeyRow, 'request_hash' | 'answer'>;

/** The outcome of loading a batch of rows. */
export interface LoadResult {
  /** The number of rows that were new or different, or were there and are removed now. */
  written: number;
  /** The rows that the database refused, by their position in the batch; none of them is stored. */
  refused: { position: number; reason: string }[];
}

/** The tables that grow with the game: events, transactions, and the audit trail of datacards. */
export type History = 'events' | 'transactions' | 'audit';

/** A part of a history: what comes behind one place of it, up to another. */
export interface HistoryPart {
  /** Undefined for the start. */
  after: string | number | undefined;
  upTo: string | number;
  rows: number;
  /** Rows from before the time that was asked for, and the times of the oldest and the newest of them. */
  old: number;
  oldest: number | null;
  newest: number | null;
}

/** The free pages of a database file. */
export interface Space {
  /** Returns their size, and whether they can be given back to the disk: a file of an earlier version cannot. */
  free(): Promise<{ bytes: number; canShrink: boolean }>;
  /** Gives up to so many pages back, and returns their number. */
  giveBack(most: number): Promise<number>;
}

/** The connections to a database, counted. */
export interface Pool {
  /** Open connections. */
  total: number;
  /** Open connections that are not in use. */
  idle: number;
  /** Queries that wait for a connection. */
  waiting: number;
}

/**
 * The extent of a dump: the whole service, or the galaxy without accounts, clients, grants, tokens, the audit
 * trail, idempotency keys, the blacklist and metadata.
 */
export type DumpScope = 'service' | 'galaxy';

/**
 * The database of a service, with the same queries for SQLite and PostgreSQL.
 *
 * No method returns cached data, and none stores half of a change. Each throws `Failure` `unavailable` while the database
 * is busy or cannot be reached. Columns keep their names from the tables: times are Unix seconds, flags are 0 or 1.
 */
export interface Store {
  /**
   * Runs the work in one transaction: all of it is stored when the promise resolves, and nothing when it rejects.
   *
   * After a conflict with another transaction the work runs again, so it must change nothing but the store; work that does
   * sets `retry` to false.
   */
  transaction<T>(work: (store: Store) => Promise<T>, options?: { retry?: boolean }): Promise<T>;
  /** Closes the connections. */
  close(): Promise<void>;
  /** Throws `unavailable` unless the database can be read and written. */
  probe(): Promise<void>;

  entities: {
    /** Finds what has a uid and a name, with its owner; without an owner that was removed. */
    find(uid: string): Promise<Owned | undefined>;
    /** Finds an entity, and keeps other transactions from removing it until this one ends. */
    lock(uid: string): Promise<Owned | undefined>;
    /** Finds a faction by its uid, or by its name without regard to case. */
    findFaction(uidOrName: string): Promise<Named | undefined>;
  };
  characters: {
    /** Finds a character by its uid, or by its name without regard to case. */
    find(uidOrName: string): Promise<Named | undefined>;
    profile(uid: string): Promise<CharacterProfile | undefined>;
    /** Returns the character's rights in a faction, or undefined if it is not a member. */
    membership(characterUid: string, factionUid: string): Promise<Rights | undefined>;
    /** Returns the grants of the character to a client that are valid at `now`. */
    grants(characterUid: string, clientId: string, now: number): Promise<Grant[]>;
  };
  creditLog: {
    /** Returns a page of a run of a character's transactions, newest first, and the length of the run. */
    page(characterUid: string, page: CreditLogPage): Promise<{ total: number; transactions: Transaction[] }>;
  };
  events: {
    find(uid: string): Promise<GameEvent | undefined>;
    /** Returns a page of the events of a character, newest first, and the number of all that match. */
    page(receiverUid: string, page: EventPage): Promise<{ total: number; events: ListedEvent[] }>;
  };
  /** Events and transactions in the order in which they were stored. */
  arrivals: {
    span(): Promise<ArrivalSpan>;
    /**
     * Returns the place of an event or a transaction of a character, by its number; undefined if there is none, or it was
     * stored before the span.
     */
    placeOf(kind: ArrivalKind, number: number, characterUid: string): Promise<number | undefined>;
    /** Returns the events of some characters in a range of places, and those that were removed, of whichever character. */
    events(range: { after: number; upTo: number }, characterUids: readonly string[]): Promise<Arrival<ListedEvent>[]>;
    transactions(
      range: { after: number; upTo: number },
      characterUids: readonly string[],
    ): Promise<Arrival<Transaction>[]>;
  };
  datacards: {
    find(uid: string): Promise<Datacard | undefined>;
    /** Finds a datacard, and keeps other transactions from changing it or its assignments until this one ends. */
    lock(uid: string): Promise<Datacard | undefined>;
    ofFaction(factionUid: string): Promise<Datacard[]>;
    assignments(datacardUid: string): Promise<Assignment[]>;
    /** Returns the sum of the assigned uses, which means nothing for an unlimited datacard, and the uses of one entity. */
    uses(datacardUid: string, locationUid: string): Promise<{ assigned: number; ofLocation: number | undefined }>;
    assign(datacardUid: string, locationUid: string, uses: number): Promise<void>;
    revoke(datacardUid: string, locationUid: string): Promise<void>;
    /** Adds a line to the audit trail. */
    recordChange(change: DatacardChange): Promise<void>;
    /** Returns the audit trail of a datacard, oldest change first. */
    changes(datacardUid: string): Promise<DatacardChange[]>;
  };
  idempotency: {
    /**
     * Returns the answer that was recorded for the key at `since` or later. Other transactions wait with the same key until
     * this one ends, and then find what it recorded.
     */
    find(key: IdempotencyKey, since: number): Promise<RecordedAnswer | undefined>;
    /** Records an answer, and deletes those from before `since`. */
    record(key: IdempotencyKey, answer: RecordedAnswer, now: number, since: number): Promise<void>;
  };
  clients: {
    find(id: string): Promise<Client | undefined>;
    list(): Promise<Client[]>;
    /** Returns the clients that an account has registered and not revoked. */
    ofAccount(accountId: string): Promise<Client[]>;
    create(client: { id: string; name: string } & Partial<Registration>, now: number): Promise<void>;
    /** Creates a client; one that is there stays as it is, also if it was revoked. */
    ensure(client: { id: string; name: string } & Partial<Registration>, now: number): Promise<void>;
    /** Changes a client; what is left out stays. Returns false if there is no such client, or it was revoked. */
    update(id: string, change: Partial<Registration>): Promise<boolean>;
    /** Revokes a client with its grants and tokens; returns false if there is no such client, or it was revoked before. */
    revoke(id: string, now: number): Promise<boolean>;
  };
  tokens: {
    /** Returns the holder of a token, or undefined if the token is unknown, expired or revoked at `now`. */
    principal(token: string, now: number): Promise<Principal | undefined>;
    /** Returns those of some hashes that belong to tokens valid at `now`. */
    valid(hashes: readonly string[], now: number): Promise<Set<string>>;
    /**
     * Creates a grant and its token. The token is returned this once: only its hash is stored. With an account, it is a
     * personal token of that account. Call it in a transaction.
     */
    create(grant: Omit<Grant, 'id'>, now: number, accountId?: string): Promise<{ id: string; token: string }>;
    /** Finds a token by its hash, if its grant is valid at `now`. */
    find(hash: string, now: number): Promise<GrantedToken | undefined>;
    /** Adds a token to a grant, by its hash. */
    add(
      token: Pick<TokenRow, 'hash' | 'kind' | 'grant_id' | 'created_at' | 'expires_at' | 'scope' | 'payload'>,
    ): Promise<void>;
    /** Records the first exchange of a refresh token; returns false if it was exchanged before. */
    consume(hash: string, now: number): Promise<boolean>;
    /** Revokes a token by its hash. */
    revokeByHash(hash: string, now: number): Promise<void>;
    /** Revokes all tokens of a grant, which stays valid. */
    revokeOfGrant(grantId: string, now: number): Promise<void>;
    list(): Promise<TokenInfo[]>;
    /** Revokes a token; returns false if there is no such token, or it was revoked before. */
    revoke(id: string, now: number): Promise<boolean>;
  };
  grants: {
    /** Finds a grant of an account or of the host, if it is valid at `now`. */
    find(id: string, now: number): Promise<ValidGrant | undefined>;
    /** Finds the newest grant of an account to a client for a character, if one is valid at `now`. */
    findFor(accountId: string, clientId: string, characterUid: string, now: number): Promise<ValidGrant | undefined>;
    /** Returns the valid grants of an account, those made last first. */
    ofAccount(accountId: string, now: number): Promise<GrantInfo[]>;
    /** Creates a grant, and returns its id. */
    create(grant: Omit<Grant, 'id'> & { account_id: string }, now: number): Promise<string>;
    /** Adds permissions to a grant, and lets it last until `expiresAt` at least. */
    extend(id: string, permissions: Permission[], expiresAt: number): Promise<void>;
    /** Ends a grant with all its tokens; returns false if there is none, or it was ended before. */
    end(id: string, now: number): Promise<boolean>;
  };
  accounts: {
    find(id: string): Promise<Account | undefined>;
    /** Finds an account by its name without regard to case. */
    findByName(name: string): Promise<Account | undefined>;
    list(): Promise<Account[]>;
    /** Creates an account without a password, and returns its id. Its name must be free. */
    create(name: string, characterUids: string[], now: number): Promise<string>;
    /** Adds a character; one that the account has stays. */
    addCharacter(id: string, characterUid: string): Promise<void>;
    /** Removes a character, and ends what the account allowed for it; returns false if the account does not have it. */
    removeCharacter(id: string, characterUid: string, now: number): Promise<boolean>;
    /** Sets the hash of the password, and ends all sessions and open invitations. */
    setPassword(id: string, passwordHash: string | null, now: number): Promise<void>;
    /** Disables an account and ends its sessions; returns false if it is disabled already. */
    disable(id: string, now: number): Promise<boolean>;
    /** Enables an account; returns false if it is not disabled. */
    enable(id: string): Promise<boolean>;
    recordSignIn(id: string, now: number): Promise<void>;
  };
  invitations: {
    /** Creates an invitation, and returns its secret this once. Earlier invitations of the account end. */
    create(accountId: string, now: number, expiresAt: number): Promise<string>;
    /** Returns the account of an invitation that can be used at `now`. */
    find(secret: string, now: number): Promise<Account | undefined>;
    /** Uses an invitation up, and returns its account; only one of several calls gets it. */
    use(secret: string, now: number): Promise<Account | undefined>;
  };
  sessions: {
    /** Finds a session by the hash of its cookie; that of a disabled account is not found. */
    find(hash: string, now: number): Promise<Session | undefined>;
    findByUid(uid: string, now: number): Promise<Session | undefined>;
    /** Adds a session, or replaces the one with this hash. */
    save(hash: string, session: Session): Promise<void>;
    remove(hash: string): Promise<void>;
    /** Ends all sessions of an account, and returns their number. */
    removeAll(accountId: string): Promise<number>;
  };
  interactions: {
    find(hash: string, now: number): Promise<Interaction | undefined>;
    /** Adds an interaction, or replaces the one with this hash. */
    save(hash: string, interaction: Interaction): Promise<void>;
    remove(hash: string): Promise<void>;
  };
  codes: {
    /** Finds a code by its hash, expired or consumed ones included. */
    find(hash: string): Promise<CodeRow | undefined>;
    findByUserCode(userCodeHash: string): Promise<CodeRow | undefined>;
    /** Adds a code, or replaces the payload and the grant of the one with this hash. */
    save(hash: string, code: Code): Promise<void>;
    /**
     * Records what a person has decided about a device, in the grant and the payload; returns false if that was decided
     * before, or the code has expired.
     */
    decide(hash: string, decision: { grant_id: string | null; payload: string }, now: number): Promise<boolean>;
    /** Consumes a code; only one of several calls gets true. */
    consume(hash: string, now: number): Promise<boolean>;
    /**
     * Records that a device asks for its tokens. Returns false if it did not wait for its interval, which then becomes
     * longer.
     */
    poll(hash: string, now: number): Promise<boolean>;
    remove(hash: string): Promise<void>;
  };
  /**
   * Removes some of what expired so long ago that nothing asks for it, and returns the number of rows: call it again until
   * that is 0.
   */
  prune(now: number): Promise<number>;
  history: {
    /** Yields all parts of a history, in an order of its own, with the number of rows from before a time. */
    survey(kind: History, before: number): AsyncGenerator<HistoryPart>;
    /** Removes up to `most` rows from before a time from a part, and returns their number. */
    remove(kind: History, part: Pick<HistoryPart, 'after' | 'upTo'>, before: number, most: number): Promise<number>;
  };
  /** The free pages of the file, on a database that has one. */
  space?: Space;
  blacklist: {
    /** Returns the entry of an address, if it is valid at `now`. */
    find(address: string, now: number): Promise<BlacklistEntry | undefined>;
    /** Returns those of some addresses that have an entry which is valid at `now`. */
    among(addresses: readonly string[], now: number): Promise<string[]>;
    /** Returns the entries that are valid at `now`. */
    list(now: number): Promise<BlacklistEntry[]>;
    /** Returns the number of entries that are valid at `now`. */
    count(now: number): Promise<number>;
    /** Adds an entry, or replaces the one of its address. */
    add(entry: BlacklistEntry): Promise<void>;
    remove(address: string): Promise<boolean>;
  };
  /** Notes about the database as a whole. */
  metadata: {
    get(name: string): Promise<string | undefined>;
    set(name: string, value: string): Promise<void>;
    /** Returns true if no migration of this version is missing. */
    areTablesCurrent(): Promise<boolean>;
    /** Returns true if there is no entity and no client. */
    isEmpty(): Promise<boolean>;
  };
  load: {
    /**
     * Writes a batch of rows of one type, inserting what is new and updating what differs. Rows that the database
     * refuses are reported and left out. Call it in a transaction.
     */
    write<Type extends RowType>(type: Type, rows: Rows[Type][]): Promise<LoadResult>;
    /**
     * Removes rows of one type at `now`, with what ends with them; those that are not there, or were removed before, change
     * nothing. Call it in a transaction. Remove datacards before entities, since changes of datacards lock them in this order.
     */
    remove(type: RowType, removals: readonly Removal[], now: number): Promise<LoadResult>;
    /**
     * Runs a load of many rows as it is fastest on this database. Call it in a transaction; until it ends, that
     * transaction reads the credit log slowly.
     */
    bulk<T>(work: () => Promise<T>): Promise<T>;
  };
  /** Goes back to earlier contents, in a database that was opened for a sandbox. */
  snapshots?: Snapshots;
  /**
   * Stages files beside the galaxy, compares them with it, and writes what differs, while a service goes on. Stages of all
   * processes take turns. Call it outside of transactions, and make no other call to a store in memory until it ends.
   */
  stage<T>(options: StageOptions, work: (stage: Stage) => Promise<T>): Promise<T>;
  /** Counts the connections to a database that has several. */
  pool?(): Pool;
  /**
   * Reads the service, or its galaxy alone, from one snapshot, as batches for `load.write` and, of what was removed, for
   * `load.remove`: each refers only to earlier ones. Make no other call to this store until the last batch.
   */
  dump(scope?: DumpScope): AsyncGenerator<Batch | RemovedBatch>;
  /**
   * Returns counters for all processes that share the database, in windows of a length in milliseconds; undefined if
   * only one process uses the database.
   */
  counters: ((length: number) => Counters) | undefined;
}
