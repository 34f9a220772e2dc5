import { text, time, uid, whole } from './columns.js';
import { ownable } from './entity.js';
import { defineModel, type Row } from './model.js';
import { aheadOf } from './read-time.js';

/** The uid of whoever can pay or be paid: characters and factions, and places such as a station that takes a fee. */
const party = () => uid('character', 'faction', ...ownable).references('entities');

/** A payment. */
export const transaction = defineModel({
  table: 'transactions',
  key: ['id'],
  fields: {
    /** Later transactions have higher ids. */
    id: whole(1),
    time: time(),
    /** In credits. */
    amount: whole(0),
    sender_uid: party().as('sender'),
    receiver_uid: party().as('receiver'),
    communication: text().default(''),
  },
  check: ({ time }, now) => aheadOf(time, now),
});

export type TransactionRow = Row<typeof transaction>;
