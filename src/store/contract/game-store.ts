import type { CreditLogPage, EventPage } from '../../domain/list-page.js';
import type { IdempotencyKeyRow } from '../../model/bookkeeping.js';
import type { CharacterRow, MembershipRow } from '../../model/character.js';
import type { Flag } from '../../model/columns.js';
import type { AssignmentRow, DatacardChangeRow, DatacardRow } from '../../model/datacard.js';
import type { ArrivalKind, EventRow } from '../../model/event.js';
import type { TransactionRow } from '../../model/transaction.js';
import type { Grant } from './access-store.js';
import type { Mentioned, Named, Owned } from './named.js';

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

/** A production entity with what a change of its uses depends on. */
export interface LocatedUses {
  location: Owned;
  /** The sum over all entities, which means nothing for an unlimited datacard. */
  assigned: number;
  ofLocation: number | undefined;
}

/** The rights that a membership gives a character in a faction. */
export type Rights = Pick<MembershipRow, 'can_view_datacards' | 'can_manage_datacards'>;

/** A change of a datacard's assignments, before it has a number. */
export type DatacardChange = Omit<DatacardChangeRow, 'id'>;

/** A key, and the client and character that it belongs to. */
export type IdempotencyKey = Pick<IdempotencyKeyRow, 'client_id' | 'character_uid' | 'key'>;

/** The answer to the first request with a key. */
export type RecordedAnswer = Pick<IdempotencyKeyRow, 'request_hash' | 'answer'>;

/** The game: what there is, who has it, and what has happened. A part of `Store`. */
export interface GameStore {
  entities: {
    /** Finds what has a uid and a name, with its owner; without an owner that was removed. */
    find(uid: string): Promise<Owned | undefined>;
    /** Finds a faction by its uid, or by its name without regard to case. */
    findFaction(uidOrName: string): Promise<Named | undefined>;
  };
  characters: {
    /** Finds a character by its uid, or by its name without regard to case. */
    find(uidOrName: string): Promise<Named | undefined>;
    /** Finds the same with all that its profile shows. */
    profile(uidOrName: string): Promise<CharacterProfile | undefined>;
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
    /** Finds an entity with its uses of a datacard, and keeps other transactions from removing it until this one ends. */
    lockUses(datacardUid: string, locationUid: string): Promise<LocatedUses | undefined>;
    assign(datacardUid: string, locationUid: string, uses: number): Promise<void>;
    revoke(datacardUid: string, locationUid: string): Promise<void>;
    /** Adds a line to the audit trail. */
    recordChange(change: DatacardChange): Promise<void>;
    /** Returns the audit trail of a datacard, oldest change first. */
    changes(datacardUid: string): Promise<DatacardChange[]>;
  };
  /** The audit trail of all datacards. */
  auditTrail: {
    /**
     * Returns the next lines behind an id, in the order of their ids, of which none appears later behind one that was returned. It waits
     * while another transaction may still write the first of them.
     *
     * @throws the reason of the signal when it aborts
     */
    after(id: number, most: number, signal?: AbortSignal): Promise<DatacardChangeRow[]>;
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
}
