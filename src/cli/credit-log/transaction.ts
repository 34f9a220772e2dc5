import { WrongAnswer } from '../../client/errors.js';
import type { FetchPage } from '../../client/pagination.js';
import type { PayloadOf } from '../../client/types.js';
import { EPOCH, LAST_SECOND } from '../../domain/galactic-time.js';
import { listIn } from '../connection/call-route.js';
import type { Connection } from '../connection/connect.js';
import type { Column } from '../output/columns.js';
import { formatQuantity, timeColumns } from '../output/columns.js';

export const ROUTE = 'GET /character/{uid}/creditlog';

export interface Transaction {
  id: number;
  /** Unix seconds. */
  time: number;
  amount: number;
  /** The change of the character's credits: negative for the sender, 0 when it is sender and receiver. */
  change: number;
  sender: { uid: string; name: string };
  receiver: { uid: string; name: string };
  communication: string;
}

export type Row = PayloadOf<typeof ROUTE>['transactions']['transaction'][number];

/** Returns a function that throws WrongAnswer for a page with any invalid part: a log with gaps would mislead. */
export function fetchFrom(connection: Connection, uid: string): FetchPage<Transaction> {
  return async (query) => {
    const { data } = await connection.call(ROUTE, { params: { uid }, query });
    const rows = listIn(data, ({ transactions }) => transactions.transaction);
    const total = data.transactions.attributes?.total;
    if (!isWhole(total)) throw new WrongAnswer('does not say how many transactions there are');
    return { total, transactions: rows.map((row) => readTransaction(row, uid)) };
  };
}

/** `owner` is the uid of the log’s character. @throws {WrongAnswer} that names the field */
export function readTransaction(row: Row, owner: string): Transaction {
  const id: unknown = row?.attributes?.transaction_id;
  if (!isWhole(id) || id === 0) throw new WrongAnswer('holds a transaction without an id');
  const valid = <T>(field: string, value: T, isValid: (value: T) => boolean): T => {
    if (isValid(value)) return value;
    throw new WrongAnswer(`holds the transaction ${id} without a valid ${field}`);
  };
  const party = (field: 'sender' | 'receiver') => ({
    uid: valid(field, row[field]?.attributes?.uid, isText),
    name: valid(field, row[field]?.value, isText),
  });
  const [sender, receiver] = [party('sender'), party('receiver')];
  const amount = valid('amount', row.amount, isWhole);
  return {
    id,
    time: valid('time', Number(row.time?.timestamp), (time) => isWhole(time) && time >= EPOCH && time <= LAST_SECOND),
    amount,
    change: (receiver.uid === owner ? amount : 0) - (sender.uid === owner ? amount : 0),
    sender,
    receiver,
    communication: valid('communication', row.communication, isText),
  };
}

const isText = (value: unknown) => typeof value === 'string';

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

const idColumn: Column<Transaction> = { name: 'id', value: ({ id }) => id, align: 'right' };

const times = timeColumns<Transaction>('time', ({ time }) => time);

const changeColumn: Column<Transaction> = {
  name: 'change',
  value: ({ change }) => change,
  shown: ({ change }) => formatQuantity(change, 'always'),
  tone: ({ change }) => (change < 0 ? 'bad' : 'good'),
  align: 'right',
};

const communication: Column<Transaction> = { name: 'communication', value: (row) => row.communication, long: 'cut' };

export const columns: Column<Transaction>[] = [
  idColumn,
  ...times,
  { name: 'amount', value: ({ amount }) => amount, shown: ({ amount }) => formatQuantity(amount) },
  changeColumn,
  { name: 'sender', value: ({ sender }) => sender.name },
  { name: 'sender_uid', value: ({ sender }) => sender.uid },
  { name: 'receiver', value: ({ receiver }) => receiver.name },
  { name: 'receiver_uid', value: ({ receiver }) => receiver.uid },
  communication,
];

/** The columns for a terminal: the amount is the change without its sign, and one party is the owner of the log. */
export const tableColumns: Column<Transaction>[] = [
  idColumn,
  ...times.slice(0, 1),
  changeColumn,
  { name: 'party', value: otherParty, long: 'cut' },
  communication,
];

function otherParty({ change, sender, receiver }: Transaction): string {
  if (change > 0) return `from ${sender.name}`;
  if (change < 0) return `to ${receiver.name}`;
  return sender.uid === receiver.uid ? 'to oneself' : `${sender.name} to ${receiver.name}`;
}
