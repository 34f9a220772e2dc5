import { type Kysely, sql } from 'kysely';
import { RUN_LENGTH } from '../../domain/list-page.js';
import type { Tables } from '../../model/index.js';
import { turn } from '../../turn.js';
import type { Store, Transaction } from '../store.js';
import { statement } from './statement.js';

interface Run {
  uid: string;
  /** The lowest id of the run. */
  startId: number;
  /** The time from which on transactions count, where there is one. */
  since: number;
}

interface Page extends Run {
  /** The highest id that is still to be read. */
  upTo: number;
  /** The number of those that come before the page. */
  before: number;
  itemCount: number;
}

type Value<Values> = <Name extends keyof Values & string>(name: Name) => Values[Name];

/**
 * The transactions that a character has sent or received. Each side has an index, and what one sends to oneself is in
 * that of the sender alone: the two are read as far as they are needed, and put together without looking for doubles.
 */
const sides = (db: Kysely<Tables>, value: Value<Run>, isAged: boolean) => {
  const any = db.selectFrom('transactions').select('id').where('id', '>=', value('startId'));
  const all = isAged ? any.where('time', '>=', value('since')) : any;
  return {
    sent: all.where('sender_uid', '=', value('uid')),
    received: all.where('receiver_uid', '=', value('uid')).whereRef('sender_uid', '<>', 'receiver_uid'),
  };
};

/** The length of the run. */
const total = (isAged: boolean) => (db: Kysely<Tables>, value: Value<Run>) => {
  const { sent, received } = sides(db, value, isAged);
  return db
    .selectFrom(sent.unionAll(received).limit(RUN_LENGTH).as('run'))
    .select((eb) => eb.fn.countAll<number>().as('total'));
};

/** Both sides in an order of ids: each is read in it, so that they are merged without sorting a whole side. */
const merged = (db: Kysely<Tables>, { sent, received }: ReturnType<typeof sides>, order: 'asc' | 'desc') => {
  const ordered = (side: typeof sent) => db.selectFrom(side.orderBy('id', order).as('side')).select('id');
  return ordered(sent).unionAll(ordered(received)).orderBy('id', order);
};

/** The highest id of the page: a lower one where more follow the oldest transactions. */
const highest = {
  newest: (_: Kysely<Tables>, value: Value<Page>) => value('upTo'),
  oldest: () => sql<number>`(select id from highest)`,
};

/**
 * The highest id of a page of the oldest transactions, found once for both sides. A range with two upper bounds would be read from
 * the higher one on, row by row.
 */
const highestOfOldest = (db: Kysely<Tables>, value: Value<Page>, isAged: boolean) => {
  const last = merged(db, sides(db, value, isAged), 'asc')
    .limit(1)
    .offset(RUN_LENGTH - 1);
  return sql<{ id: number }>`(
    select min(id) as id from (
      select cast(${value('upTo')} as bigint) as id union all select id from (${last}) as last
    ) as bounds
  )`;
};

/** The rows of a page, in no order: sorting them here would make the database sort what the indices have in order. */
const page = (run: 'newest' | 'oldest', isAged: boolean) => (db: Kysely<Tables>, value: Value<Page>) => {
  const { sent, received } = sides(db, value, isAged);
  const upTo = (side: typeof sent) => side.where('id', '<=', highest[run](db, value));
  const ids = merged(db, { sent: upTo(sent), received: upTo(received) }, 'desc');
  const from = run === 'newest' ? db : db.with('highest', () => highestOfOldest(db, value, isAged));
  return from
    .selectFrom(ids.limit(value('itemCount')).offset(value('before')).as('page'))
    .innerJoin('transactions', 'transactions.id', 'page.id')
    .innerJoin('entities as sender', 'sender.uid', 'transactions.sender_uid')
    .innerJoin('entities as receiver', 'receiver.uid', 'transactions.receiver_uid')
    .select(['transactions.id', 'transactions.time', 'transactions.amount', 'transactions.communication'])
    .select(['sender.uid as sender_uid', 'sender.name as sender_name', 'sender.removed_at as sender_removed_at'])
    .select(['receiver.uid as receiver_uid', 'receiver.name as receiver_name'])
    .select('receiver.removed_at as receiver_removed_at')
    .select(() => sql<number>`(${total(isAged)(db, value)})`.as('total'));
};

const statements = (isAged: boolean) => ({
  length: statement<Run>()(total(isAged)),
  newest: statement<Page>()(page('newest', isAged)),
  oldest: statement<Page>()(page('oldest', isAged)),
});

/** Transactions of any time need none of their rows to be counted. */
const [ofAnyTime, aged] = [statements(false), statements(true)];

/** The number of rows that are read at a time: reading them takes less than a millisecond. */
const PIECE = 100;

export function creditLog(db: Kysely<Tables>): Store['creditLog'] {
  return {
    async page(uid, { startId, startIndex, itemCount, since = 0 }) {
      const { length, newest, oldest } = since === 0 ? ofAnyTime : aged;
      const page = startId === 0 ? newest : oldest;
      const transactions: Transaction[] = [];
      let known: number | undefined;
      let before = startIndex - 1;
      let left = Math.min(itemCount, RUN_LENGTH - before);
      let upTo = Number.MAX_SAFE_INTEGER;
      while (left > 0) {
        const most = Math.min(left, PIECE);
        const some = await page.all(db, { uid, startId, since, upTo, before, itemCount: most });
        for (const row of some.sort((one, other) => other.id - one.id)) transactions.push(toTransaction(row));
        known ??= some[0]?.total;
        const last = some[most - 1];
        if (!last) break;
        left -= most;
        before = 0;
        upTo = last.id - 1;
        if (left > 0) await turn();
      }
      const total = known ?? (await length.first(db, { uid, startId, since }))?.total ?? 0;
      return { total, transactions };
    },
  };
}

function toTransaction(row: Awaited<ReturnType<typeof ofAnyTime.newest.all>>[number]): Transaction {
  return {
    id: row.id,
    time: row.time,
    amount: row.amount,
    sender: { uid: row.sender_uid, name: row.sender_name, removed_at: row.sender_removed_at },
    receiver: { uid: row.receiver_uid, name: row.receiver_name, removed_at: row.receiver_removed_at },
    communication: row.communication,
  };
}
