import { timeColumns } from '../output/answer-columns.js';
import type { Column } from '../output/column.js';
import { formatQuantity } from '../output/quantity.js';
import type { Transaction } from './transaction.js';

const id: Column<Transaction> = { name: 'id', value: (row) => row.id, align: 'right' };

const [time, ...otherTimes] = timeColumns<Transaction>('time', (row) => row.time) as [
  Column<Transaction>,
  ...Column<Transaction>[],
];

const change: Column<Transaction> = {
  name: 'change',
  value: (row) => row.change,
  shown: (row) => formatQuantity(row.change, 'always'),
  tone: (row) => (row.change < 0 ? 'bad' : 'good'),
  align: 'right',
};

const communication: Column<Transaction> = { name: 'communication', value: (row) => row.communication, long: 'cut' };

/** The columns of a transaction. */
export const columns: Column<Transaction>[] = [
  id,
  time,
  ...otherTimes,
  { name: 'amount', value: (row) => row.amount, shown: (row) => formatQuantity(row.amount) },
  change,
  { name: 'sender', value: (row) => row.sender.name },
  { name: 'sender_uid', value: (row) => row.sender.uid },
  { name: 'receiver', value: (row) => row.receiver.name },
  { name: 'receiver_uid', value: (row) => row.receiver.uid },
  communication,
];

/** The columns for a terminal: the amount is the change without its sign, and one party is the owner of the log. */
export const tableColumns: Column<Transaction>[] = [
  id,
  time,
  change,
  { name: 'party', value: otherParty, long: 'cut' },
  communication,
];

function otherParty({ change, sender, receiver }: Transaction): string {
  if (change > 0) return `from ${sender.name}`;
  if (change < 0) return `to ${receiver.name}`;
  return sender.uid === receiver.uid ? 'to oneself' : `${sender.name} to ${receiver.name}`;
}
