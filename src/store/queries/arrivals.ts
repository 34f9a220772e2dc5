import { type Kysely, sql } from 'kysely';
import { uidTypes } from '../../domain/uid.js';
import type { Tables } from '../../model/index.js';
import type { Arrival, Store } from '../store.js';
import type { Traits } from '../traits.js';

/** The uid of an event, of which an arrival has the number. */
const eventUid = sql`${sql.lit(`${uidTypes.event}:`)} || arrivals.number`;

type EventRow = { sequence: number; uid: string | null } & Record<'receiver_uid' | 'type' | 'text', string> &
  Record<'time', number>;

type TransactionRow = { sequence: number; id: number | null } & Record<'time' | 'amount', number> &
  Record<'communication' | 'sender_uid' | 'sender_name' | 'receiver_uid' | 'receiver_name', string> &
  Record<'sender_removed_at' | 'receiver_removed_at', number | null>;

export function arrivals(db: Kysely<Tables>, { isOneOf }: Traits): Store['arrivals'] {
  return {
    async span() {
      const { rows } = await sql<{ first: number | null; last: number | null }>`
        select (select min(sequence) from arrivals) as first, (select max(sequence) from arrivals) as last`.execute(db);
      return { first: rows[0]?.first ?? 1, last: rows[0]?.last ?? 0 };
    },

    async placeOf(kind, number, characterUid) {
      const item =
        kind === 'event'
          ? sql`select 1 from events where uid = ${eventUid} and receiver_uid = ${characterUid}`
          : sql`select 1 from transactions where id = arrivals.number and ${characterUid} in (sender_uid, receiver_uid)`;
      const { rows } = await sql<{ sequence: number }>`
        select sequence from arrivals where kind = ${kind} and number = ${number} and exists (${item})`.execute(db);
      return rows[0]?.sequence;
    },

    async events({ after, upTo }, characterUids) {
      const { rows } = await sql<EventRow>`
        select arrivals.sequence, events.uid, events.receiver_uid, events.time, events.type, events.text
        from arrivals left join events on events.uid = ${eventUid}
        where arrivals.kind = 'event' and arrivals.sequence > ${after} and arrivals.sequence <= ${upTo}
          and (events.uid is null or ${isOneOf('events.receiver_uid', characterUids)})
        order by arrivals.sequence`.execute(db);
      return rows.map(({ sequence, receiver_uid, uid, ...rest }) =>
        uid === null ? gone(sequence) : { sequence, characterUids: [receiver_uid], item: { uid, ...rest } },
      );
    },

    async transactions({ after, upTo }, characterUids) {
      const isOne = (column: string) => isOneOf(column, characterUids);
      const { rows } = await sql<TransactionRow>`
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
      return rows.map(({ sequence, id, time, amount, communication, ...parties }) => {
        if (id === null) return gone(sequence);
        const sender = { uid: parties.sender_uid, name: parties.sender_name, removed_at: parties.sender_removed_at };
        const receiver = {
          uid: parties.receiver_uid,
          name: parties.receiver_name,
          removed_at: parties.receiver_removed_at,
        };
        const item = { id, time, amount, sender, receiver, communication };
        return { sequence, characterUids: [...new Set([sender.uid, receiver.uid])], item };
      });
    },
  };
}

/** Returns the arrival of something that was removed since. */
function gone<T>(sequence: number): Arrival<T> {
  return { sequence, characterUids: [], item: undefined };
}
