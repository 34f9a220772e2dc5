import { type Kysely, sql } from 'kysely';
import { RUN_LENGTH } from '../../domain/credit-log.js';
import type { Store } from '../store.js';
import type { Tables } from '../tables.js';

/**
 * Sender and receiver have an index each, so a run is taken from both, merged and cut: at most twice the run's length
 * is read, however long the log is.
 */
export function creditLog(db: Kysely<Tables>): Store['creditLog'] {
  return {
    async page(characterUid, { startId, startIndex, itemCount }) {
      const side = (column: 'sender_uid' | 'receiver_uid') =>
        db
          .selectFrom(
            db
              .selectFrom('transactions')
              .select('id')
              .where(column, '=', characterUid)
              .where('id', '>=', startId)
              .orderBy('id', startId === 0 ? 'desc' : 'asc')
              .limit(RUN_LENGTH)
              .as('side'),
          )
          .select('side.id');
      const run = db
        .selectFrom(side('sender_uid').union(side('receiver_uid')).as('both'))
        .select('both.id')
        .orderBy('both.id', startId === 0 ? 'desc' : 'asc')
        .limit(RUN_LENGTH);

      const paged = db
        .with('run', () => run)
        .with('page', (all) =>
          all
            .selectFrom('run')
            .select('run.id')
            .orderBy('run.id', 'desc')
            .limit(itemCount)
            .offset(startIndex - 1),
        );
      const length = sql<number>`count(*)`.as('total');
      const rows = await paged
        .selectFrom('page')
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
          (all) => all.selectFrom('run').select(length).as('total'),
        ])
        .orderBy('transactions.id', 'desc')
        .execute();
      return {
        total: rows[0]?.total ?? (await paged.selectFrom('run').select(length).executeTakeFirstOrThrow()).total,
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
