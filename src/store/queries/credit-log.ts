import { type Kysely, sql } from 'kysely';
import { type CreditLogPage, RUN_LENGTH } from '../../domain/credit-log.js';
import type { Store } from '../store.js';
import type { Tables } from '../tables.js';
import { statement } from './statement.js';

interface Asked {
  uid: string;
  /** The lowest id of the run. */
  startId: number;
  /** How many items of the run come before the page. */
  before: number;
  itemCount: number;
  /** Where the page ends in the run. */
  reach: number;
}

type Value = <Name extends keyof Asked & string>(name: Name) => Asked[Name];

/**
 * The transactions that a character has sent or received. Each side has an index, and what one sends to oneself is in
 * that of the sender alone: the two are read as far as they are needed, and put together without looking for doubles.
 */
const sides = (db: Kysely<Tables>, value: Value) => {
  const all = db.selectFrom('transactions').select('id').where('id', '>=', value('startId'));
  return {
    sent: all.where('sender_uid', '=', value('uid')),
    received: all.where('receiver_uid', '=', value('uid')).whereRef('sender_uid', '<>', 'receiver_uid'),
  };
};

/** The length of the run. */
const total = (db: Kysely<Tables>, value: Value) => {
  const { sent, received } = sides(db, value);
  return db
    .selectFrom(sent.unionAll(received).limit(RUN_LENGTH).as('run'))
    .select((eb) => eb.fn.countAll<number>().as('total'));
};

/** The id that the run ends with, where more transactions follow it. */
const lastOfOldest = (db: Kysely<Tables>, value: Value) => {
  const { sent, received } = sides(db, value);
  const oldest = (side: typeof sent) =>
    db.selectFrom(side.orderBy('id').limit(RUN_LENGTH).as('side')).select('side.id');
  return db
    .selectFrom(oldest(sent).unionAll(oldest(received)).as('both'))
    .select('both.id')
    .orderBy('both.id')
    .limit(1)
    .offset(RUN_LENGTH - 1);
};

const page = (run: 'newest' | 'oldest') => (db: Kysely<Tables>, value: Value) => {
  const { sent, received } = sides(db, value);
  const newest = (side: typeof sent) => {
    const inRun =
      run === 'newest'
        ? side
        : side.where('id', '<=', (eb) => eb.fn.coalesce(lastOfOldest(db, value), eb.val(Number.MAX_SAFE_INTEGER)));
    return db.selectFrom(inRun.orderBy('id', 'desc').limit(value('reach')).as('side')).select('side.id');
  };
  return db
    .selectFrom(
      db
        .selectFrom(newest(sent).unionAll(newest(received)).as('both'))
        .select('both.id')
        .orderBy('both.id', 'desc')
        .limit(value('itemCount'))
        .offset(value('before'))
        .as('page'),
    )
    .innerJoin('transactions', 'transactions.id', 'page.id')
    .innerJoin('entities as sender', 'sender.uid', 'transactions.sender_uid')
    .innerJoin('entities as receiver', 'receiver.uid', 'transactions.receiver_uid')
    .select([
      'transactions.id',
      'transactions.time',
      'transactions.amount',
      'transactions.communication',
      'sender.uid as sender_uid',
      'sender.name as sender_name',
      'receiver.uid as receiver_uid',
      'receiver.name as receiver_name',
    ])
    .select(() => sql<number>`(${total(db, value)})`.as('total'))
    .orderBy('transactions.id', 'desc');
};

const length = statement<Asked>()(total);
const pageOfNewest = statement<Asked>()(page('newest'));
const pageOfOldest = statement<Asked>()(page('oldest'));

export function creditLog(db: Kysely<Tables>): Store['creditLog'] {
  return {
    async page(characterUid, { startId, startIndex, itemCount }) {
      const asked = { uid: characterUid, startId, ...place(startIndex, itemCount) };
      const rows = await (startId === 0 ? pageOfNewest : pageOfOldest).all(db, asked);
      return {
        total: rows[0]?.total ?? (await length.first(db, asked))?.total ?? 0,
        transactions: rows.map((row) => ({
          id: row.id,
          time: row.time,
          amount: row.amount,
          sender: { uid: row.sender_uid, name: row.sender_name },
          receiver: { uid: row.receiver_uid, name: row.receiver_name },
          communication: row.communication,
        })),
      };
    },
  };
}

/** Where a page stands in a run, which it does not go beyond. */
function place(startIndex: CreditLogPage['startIndex'], itemCount: CreditLogPage['itemCount']) {
  const before = Math.min(startIndex - 1, RUN_LENGTH);
  const reach = Math.min(before + itemCount, RUN_LENGTH);
  return { before, reach, itemCount: reach - before };
}
