import { WrongAnswer } from '../../client/errors.js';
import { type FetchPage, walkRuns } from '../../client/pagination.js';
import type { PayloadOf } from '../../client/types.js';
import { EPOCH, LAST_SECOND } from '../../domain/galactic-time.js';
import { listIn } from '../connection/call-route.js';
import type { Connection } from '../connection/connect.js';
import type { Context } from '../context.js';
import type { Column } from '../output/column.js';
import { formatQuantity, timeColumns } from '../output/columns.js';
import { Progress } from '../output/progress.js';

/** The route of a credit log. */
export const ROUTE = 'GET /character/{uid}/creditlog';

/** A transaction, as the credit log of one character shows it. */
export interface Transaction {
  id: number;
  /** Unix seconds. */
  time: number;
  /** The credits sent. */
  amount: number;
  /** The change of the character's credits: negative for the sender, 0 when it is sender and receiver. */
  change: number;
  sender: { uid: string; name: string };
  receiver: { uid: string; name: string };
  communication: string;
}

export type Row = PayloadOf<typeof ROUTE>['transactions']['transaction'][number];

/**
 * Returns a function that fetches pages of a log. Any invalid part of one is an error: a log with gaps would mislead.
 *
 * @throws {WrongAnswer} that names the field
 */
export function fetchFrom(connection: Connection, uid: string): FetchPage<Transaction> {
  return async (query) => {
    const { data } = await connection.call(ROUTE, { params: { uid }, query });
    const rows = listIn(data, ({ transactions }) => transactions.transaction);
    const total = data.transactions.attributes?.total;
    if (!isWhole(total)) throw new WrongAnswer('does not say how many transactions there are');
    return { total, transactions: rows.map((row) => readTransaction(row, uid)) };
  };
}

/**
 * Reads a transaction from an answer.
 *
 * @param owner the uid of the log's character
 * @throws {WrongAnswer} that names the field
 */
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

/** The columns of a transaction. */
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

/** A part of a credit log: after an id, and within two times, in Unix seconds, both of which it includes. */
export interface Part {
  after: number;
  since?: number | undefined;
  until?: number | undefined;
}

/**
 * Walks through a credit log, oldest first, with a progress bar.
 *
 * @param isQuiet show no bar: the rows go to the same terminal
 * @param onRead is called with the id of each transaction that was read, to continue after
 */
export async function* walkCreditLog(
  context: Context,
  fetch: FetchPage<Transaction>,
  { after, since = 0, until = Number.POSITIVE_INFINITY }: Part,
  isQuiet: boolean,
  onRead: (id: number) => void = () => {},
): AsyncGenerator<Transaction> {
  const progress = new Progress(context, 'Reading the credit log');
  let count = 0;
  let span: [first: number, newest: number] | undefined;
  try {
    for await (const run of walkRuns(fetch, after)) {
      for (const transaction of run) {
        if (transaction.time >= since && transaction.time <= until) yield transaction;
        onRead(transaction.id);
      }
      if (isQuiet || context.io.stderr.isTTY !== true) continue;
      count += run.length;
      span ??= [run[0]?.id ?? 0, (await fetch({ start_id: 0, item_count: 1 })).transactions[0]?.id ?? 0];
      const [first, newest] = span;
      const fraction = newest > first ? ((run.at(-1)?.id ?? 0) - first) / (newest - first) : undefined;
      progress.update(fraction, `${count.toLocaleString('en')} transactions`);
    }
  } finally {
    progress.end();
  }
}
