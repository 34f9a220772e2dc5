import { sql } from 'kysely';
import { type CreditLogPage, RUN_LENGTH } from '../../domain/list-page.js';
import type { TransactionRow } from '../../model/transaction.js';
import { type Db, statement, type Value } from './statement.js';

interface Run {
  uid: string;
  /** The lowest id of the run. */
  startId: number;
  /** The earliest time that counts, if there is one. */
  since: number;
}

interface Page extends Run {
  /** Number of transactions before the page. */
  before: number;
  itemCount: number;
}

/** Sent and received transactions. One to oneself is only in the index of the sender, so the sides have no duplicates. */
const sides = (db: Db, value: Value<Run>, isAged: boolean) => {
  const any = db.selectFrom('transactions').select('id').where('id', '>=', value('startId'));
  const all = isAged ? any.where('time', '>=', value('since')) : any;
  return {
    sent: all.where('sender_uid', '=', value('uid')),
    received: all.where('receiver_uid', '=', value('uid')).whereRef('sender_uid', '<>', 'receiver_uid'),
  };
};

const total = (isAged: boolean) => (db: Db, value: Value<Run>) => {
  const { sent, received } = sides(db, value, isAged);
  return db
    .selectFrom(sent.unionAll(received).limit(RUN_LENGTH).as('run'))
    .select((eb) => eb.fn.countAll<number>().as('total'));
};

/** Reads each side in the order of ids, so that merging needs no sort. */
const merged = (db: Db, { sent, received }: ReturnType<typeof sides>, order: 'asc' | 'desc') => {
  const ordered = (side: typeof sent) => db.selectFrom(side.orderBy('id', order).as('side')).select('id');
  return ordered(sent).unionAll(ordered(received)).orderBy('id', order);
};

/** The highest id of a run of the oldest transactions; a high number where all are in the run. */
const highestOfOldest = (db: Db, value: Value<Page>, isAged: boolean) => {
  const last = merged(db, sides(db, value, isAged), 'asc')
    .limit(1)
    .offset(RUN_LENGTH - 1);
  return sql<{ id: number }>`(select coalesce((${last}), ${sql.lit(Number.MAX_SAFE_INTEGER)}) as id)`;
};

/** Unordered: sorting here would make the database sort what the indices have in order. */
const page = (run: 'newest' | 'oldest', isAged: boolean) => (db: Db, value: Value<Page>) => {
  const { sent, received } = sides(db, value, isAged);
  const inRun = (side: typeof sent) =>
    run === 'newest' ? side : side.where('id', '<=', sql<number>`(select id from highest)`);
  const ids = merged(db, { sent: inRun(sent), received: inRun(received) }, 'desc');
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

/** Transactions of any time are counted without reading rows. */
const [ofAnyTime, aged] = [statements(false), statements(true)];

export function creditLog(db: Db) {
  return {
    async page(uid: string, { startId, startIndex, itemCount, since = 0 }: CreditLogPage) {
      const { length, newest, oldest } = since === 0 ? ofAnyTime : aged;
      const run = { uid, startId, since };
      const before = startIndex - 1;
      const most = Math.max(Math.min(itemCount, RUN_LENGTH - before), 0);
      const rows = await (startId === 0 ? newest : oldest).all(db, { ...run, before, itemCount: most });
      const total = rows[0]?.total ?? (await length.first(db, run))?.total ?? 0;
      return { total, transactions: rows.sort((one, other) => other.id - one.id).map(toTransaction) };
    },
  };
}

export type TransactionWithParties = TransactionRow &
  Record<'sender_name' | 'receiver_name', string> &
  Record<'sender_removed_at' | 'receiver_removed_at', number | null>;

export type Transaction = ReturnType<typeof toTransaction>;

export function toTransaction(row: TransactionWithParties) {
  return {
    id: row.id,
    time: row.time,
    amount: row.amount,
    sender: { uid: row.sender_uid, name: row.sender_name, removed_at: row.sender_removed_at },
    receiver: { uid: row.receiver_uid, name: row.receiver_name, removed_at: row.receiver_removed_at },
    communication: row.communication,
  };
}
