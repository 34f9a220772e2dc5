import { text, time, uid, whole } from './columns.js';
import { ownable } from './entity.js';
import { defineModel, type Row } from './model.js';
import { aheadOf } from './read-time.js';

/** A payer or payee, which can be a station that takes a fee. */
const party = () => uid('character', 'faction', ...ownable).references('entities');

export const transaction = defineModel({
  table: 'transactions',
  key: ['id'],
  fields: {
    /** Later transactions have higher ids. */
    id: whole(1),
    time: time(),
    amount: whole(0),
    sender_uid: party().as('sender'),
    receiver_uid: party().as('receiver'),
    communication: text().default(''),
  },
  check: ({ time }, now) => aheadOf(time, now),
});

export type TransactionRow = Row<typeof transaction>;
