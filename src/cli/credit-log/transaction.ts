import { WrongAnswer, wholeNumber } from '../../client/errors.js';
import type { FetchPage } from '../../client/pagination.js';
import type { PayloadOf } from '../../client/types.js';
import type { Connection } from '../connection/connect.js';
import type { Column } from '../output/columns.js';
import { cellValue, formatQuantity, knownTime, timeColumns } from '../output/columns.js';

export const ROUTE = 'GET /character/{uid}/creditlog';

type CreditLog = PayloadOf<typeof ROUTE>;
export type Row = CreditLog['transactions']['transaction'][number];

/** `owner` is the uid of the log’s character. */
export type Transaction = Row & { owner: string };

/** Returns a function that throws WrongAnswer for a page with any invalid part: a log with gaps would mislead. */
export function fetchFrom(connection: Connection, owner: string): FetchPage<Transaction> {
  return async (query) => {
    const { total, transactions } = readPage((await connection.call(ROUTE, { params: { uid: owner }, query })).data);
    return { total, transactions: transactions.map((row) => validated({ ...row, owner })) };
  };
}

function validated(row: Transaction): Transaction {
  for (const column of columns) cellValue(column, row);
  return row;
}

/** @throws {WrongAnswer} */
function readPage({ transactions }: CreditLog): { total: number; transactions: Row[] } {
  const { attributes, transaction } = (transactions ?? {}) as Partial<CreditLog['transactions']>;
  const total = whole(attributes?.total);
  const rows = (Array.isArray(transaction) ? transaction : [null]) as Row[];
  if ([total, ...rows.map(idOf)].every(Number.isSafeInteger)) return { total, transactions: rows };
  throw new WrongAnswer('is not a page of a credit log');
}

export function idOf(row: Row | null): number {
  return whole(row?.attributes?.transaction_id);
}

/** Returns Unix seconds; NaN when invalid. */
export function timeOf({ time }: Row): number {
  return knownTime(time?.timestamp);
}

/** Returns the change of the owner’s credits: negative for the sender, 0 when it is sender and receiver. */
export function changeOf({ amount, sender, receiver, owner }: Transaction): number {
  const part = ({ attributes }: Row['sender']) => (attributes.uid === owner ? whole(amount) : 0);
  return part(receiver) - part(sender);
}

/** Returns NaN, which no cell accepts, unless the value is a whole number. */
function whole(value: unknown): number {
  return wholeNumber(value) ?? Number.NaN;
}

const idColumn: Column<Transaction> = { name: 'id', value: idOf, align: 'right' };

const times = timeColumns<Transaction>('time', timeOf);

const changeColumn: Column<Transaction> = {
  name: 'change',
  value: changeOf,
  shown: (row) => formatQuantity(changeOf(row), 'always'),
  tone: (row) => (changeOf(row) < 0 ? 'bad' : 'good'),
  align: 'right',
};

const communication: Column<Transaction> = { name: 'communication', value: (row) => row.communication, long: 'cut' };

export const columns: Column<Transaction>[] = [
  idColumn,
  ...times,
  { name: 'amount', value: ({ amount }) => whole(amount), shown: ({ amount }) => formatQuantity(amount) },
  changeColumn,
  { name: 'sender', value: ({ sender }) => sender.value },
  { name: 'sender_uid', value: ({ sender }) => sender.attributes.uid },
  { name: 'receiver', value: ({ receiver }) => receiver.value },
  { name: 'receiver_uid', value: ({ receiver }) => receiver.attributes.uid },
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

function otherParty(row: Transaction): string {
  const { sender, receiver } = row;
  const change = changeOf(row);
  if (change > 0) return `from ${sender.value}`;
  if (change < 0) return `to ${receiver.value}`;
  return sender.attributes.uid === receiver.attributes.uid ? 'to oneself' : `${sender.value} to ${receiver.value}`;
}
