import { sql } from 'kysely';
import type { EventPage } from '../../domain/list-page.js';
import { lowerCase } from '../../domain/text.js';
import { uidTypes } from '../../domain/uid.js';
import type { ArrivalKind, EventRow } from '../../model/event.js';
import type { Traits } from '../traits.js';
import { type Transaction, type TransactionWithParties, toTransaction } from './credit-log.js';
import { type Db, statement, type Value } from './statement.js';

const byUid = statement<{ uid: string }>()((db, value) =>
  db
    .selectFrom('events')
    .innerJoin('entities', 'entities.uid', 'events.receiver_uid')
    .select(['events.uid', 'events.time', 'events.text', 'events.receiver_uid', 'entities.name as receiver_name'])
    .where('events.uid', '=', value('uid')),
);

interface Selection {
  receiverUid: string;
  since: number;
  /** In lower case. */
  type: string;
}

const ofAnyType = (db: Db, value: Value<Selection>) =>
  db.selectFrom('events').where('receiver_uid', '=', value('receiverUid')).where('time', '>=', value('since'));

/** The index of types omits events without one, and serves only queries that omit them too. */
const ofOneType = (db: Db, value: Value<Selection>) =>
  ofAnyType(db, value).where('type', 'is not', null).where(sql`lower(type)`, '=', value('type'));

const total = (select: typeof ofAnyType) => (db: Db, value: Value<Selection>) =>
  select(db, value).select((eb) => eb.fn.countAll<number>().as('total'));

/** Events of one second are in the order of their numbers: the longer of two uids has the higher number. */
const page =
  (select: typeof ofAnyType) => (db: Db, value: Value<Selection & Pick<EventPage, 'startIndex' | 'itemCount'>>) =>
    select(db, value)
      .select(['uid', 'time', 'type', 'text'])
      .select(() => sql<number>`(${total(select)(db, value)})`.as('total'))
      .orderBy('time', 'desc')
      .orderBy(sql`length(uid)`, 'desc')
      .orderBy('uid', 'desc')
      .limit(value('itemCount'))
      .offset(value('startIndex'));

const statements = (select: typeof ofAnyType) => ({
  page: statement<Selection & Pick<EventPage, 'startIndex' | 'itemCount'>>()(page(select)),
  total: statement<Selection>()(total(select)),
});

const [ofAny, ofOne] = [statements(ofAnyType), statements(ofOneType)];

export function events(db: Db) {
  return {
    async find(uid: string) {
      const row = await byUid.first(db, { uid });
      if (!row) return undefined;
      const { receiver_uid, receiver_name, ...event } = row;
      return { ...event, receiver: { uid: receiver_uid, name: receiver_name } };
    },

    async page(receiverUid: string, { since, type, startIndex, itemCount }: EventPage) {
      const statements = type === undefined ? ofAny : ofOne;
      const selection = { receiverUid, since, type: lowerCase(type ?? '') };
      const rows = await statements.page.all(db, { ...selection, startIndex, itemCount });
      const total = rows[0]?.total ?? (await statements.total.first(db, selection))?.total ?? 0;
      return { total, events: rows.map(({ total: _, ...event }) => event) };
    },
  };
}

const eventUid = sql`${sql.lit(`${uidTypes.event}:`)} || arrivals.number`;

export type ListedEvent = Omit<EventRow, 'receiver_uid'>;

/** An event or a transaction in the order of storage; without characters and item if it was removed since. */
export interface Arrival<T> {
  sequence: number;
  characterUids: string[];
  item: T | undefined;
}

/** Sequences after `after`, up to and including `upTo`. */
export interface Places {
  after: number;
  upTo: number;
}

export function arrivals(db: Db, { isOneOf }: Traits) {
  return {
    /** Returns the sequences that are kept: a stream that must miss none begins at `first - 1`. */
    async span() {
      const { rows } = await sql<{ first: number | null; last: number | null }>`
        select (select min(sequence) from arrivals) as first, (select max(sequence) from arrivals) as last`.execute(db);
      return { first: rows[0]?.first ?? 1, last: rows[0]?.last ?? 0 };
    },

    /** Returns the sequence of an item; undefined if there is none, or it was stored before the span. */
    async placeOf(kind: ArrivalKind, number: number, characterUid: string) {
      const item =
        kind === 'event'
          ? sql`select 1 from events where uid = ${eventUid} and receiver_uid = ${characterUid}`
          : sql`select 1 from transactions where id = arrivals.number and ${characterUid} in (sender_uid, receiver_uid)`;
      const { rows } = await sql<{ sequence: number }>`
        select sequence from arrivals where kind = ${kind} and number = ${number} and exists (${item})`.execute(db);
      return rows[0]?.sequence;
    },

    /** Returns events of some characters in a range, and removed ones of any character. */
    async events({ after, upTo }: Places, characterUids: readonly string[]): Promise<Arrival<ListedEvent>[]> {
      const { rows } = await sql<Omit<EventRow, 'uid'> & { uid: string | null; sequence: number }>`
        select arrivals.sequence, events.uid, events.receiver_uid, events.time, events.type, events.text
        from arrivals left join events on events.uid = ${eventUid}
        where arrivals.kind = 'event' and arrivals.sequence > ${after} and arrivals.sequence <= ${upTo}
          and (events.uid is null or ${isOneOf('events.receiver_uid', characterUids)})
        order by arrivals.sequence`.execute(db);
      return rows.map(({ sequence, receiver_uid, uid, ...rest }) =>
        uid === null ? removed(sequence) : { sequence, characterUids: [receiver_uid], item: { uid, ...rest } },
      );
    },

    async transactions({ after, upTo }: Places, characterUids: readonly string[]): Promise<Arrival<Transaction>[]> {
      const isOne = (column: string) => isOneOf(column, characterUids);
      type Found = Omit<TransactionWithParties, 'id'> & { id: number | null; sequence: number };
      const { rows } = await sql<Found>`
        select arrivals.sequence, transactions.id, transactions.time, transactions.amount, transactions.communication,
          sender.uid as sender_uid, sender.name as sender_name, sender.removed_at as sender_removed_at,
          receiver.uid as receiver_uid, receiver.name as receiver_name, receiver.removed_at as receiver_removed_at
        from arrivals
          left join transactions on transactions.id = arrivals.number
          left join entities as sender on sender.uid = transactions.sender_uid
          left join entities as receiver on receiver.uid = transactions.receiver_uid
        where arrivals.kind = 'transaction' and arrivals.sequence > ${after} and arrivals.sequence <= ${upTo}
          and (transactions.id is null or ${isOne('transactions.sender_uid')} or ${isOne('transactions.receiver_uid')})
        order by arrivals.sequence`.execute(db);
      return rows.map(({ sequence, id, ...row }) => {
        const characterUids = [...new Set([row.sender_uid, row.receiver_uid])];
        return id === null ? removed(sequence) : { sequence, characterUids, item: toTransaction({ id, ...row }) };
      });
    },
  };
}

function removed<T>(sequence: number): Arrival<T> {
  return { sequence, characterUids: [], item: undefined };
}
