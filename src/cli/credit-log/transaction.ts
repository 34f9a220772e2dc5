import { WrongAnswer } from '../../client/errors.js';
import type { PayloadOf } from '../../client/types.js';
import { isRecord } from '../../client/unknown-record.js';
import type { Page } from '../../client/walk-credit-log.js';
import { EPOCH, LAST_SECOND } from '../../domain/galactic-time.js';
import { listIn, number, text } from '../service/read-answer.js';

/** One side of a transaction. */
export interface Party {
  uid: string;
  name: string;
}

/** A transaction, as the credit log of one character shows it. */
export interface Transaction {
  id: number;
  /** Unix seconds. */
  time: number;
  /** The credits sent. */
  amount: number;
  /** The change of the character's credits: negative for the sender, 0 when it is sender and receiver. */
  change: number;
  sender: Party;
  receiver: Party;
  communication: string;
}

type Payload = PayloadOf<'GET /character/{uid}/creditlog'>;
export type Row = Payload['transactions']['transaction'][number];

/**
 * Reads a page from an answer. Any invalid part is an error: a log with gaps would mislead.
 *
 * @param owner the uid of the log's character
 * @throws {WrongAnswer} that names the field
 */
export function readPage(payload: Payload, owner: string): Page<Transaction> {
  const rows = listIn(payload, ({ transactions }) => transactions.transaction);
  const total = number(({ transactions }: Payload) => transactions.attributes.total)(payload);
  if (!isWhole(total)) throw new WrongAnswer('does not say how many transactions there are');
  return { total, transactions: rows.map((row) => readTransaction(row, owner)) };
}

/**
 * Reads a transaction from an answer.
 *
 * @param owner the uid of the log's character
 * @throws {WrongAnswer} that names the field
 */
export function readTransaction(row: Row, owner: string): Transaction {
  const id = number(({ attributes }: Row) => attributes.transaction_id)(row);
  if (!isWhole(id) || id === 0) throw new WrongAnswer('holds a transaction without an id');
  const sender = readParty(row.sender, id, 'sender');
  const receiver = readParty(row.receiver, id, 'receiver');
  const amount = required(number(() => row.amount)(row), id, 'amount');
  return {
    id,
    time: required(readTime(row), id, 'time'),
    amount,
    change: (receiver.uid === owner ? amount : 0) - (sender.uid === owner ? amount : 0),
    sender,
    receiver,
    communication: required(typeof row.communication === 'string' ? row.communication : null, id, 'communication'),
  };
}

function readTime(row: Row): number | null {
  const time = number(({ time }: Row) => time.timestamp)(row);
  return isWhole(time) && time >= EPOCH && time <= LAST_SECOND ? time : null;
}

function readParty(value: unknown, id: number, field: string): Party {
  const ref = isRecord(value) ? (value as Row['sender']) : undefined;
  const uid = text(() => ref?.attributes.uid)(ref);
  const name = text(() => ref?.value)(ref);
  return { uid: required(uid, id, field), name: required(name, id, field) };
}

function required<T>(value: T | null, id: number, field: string): T {
  if (value === null) throw new WrongAnswer(`holds the transaction ${id} without a valid ${field}`);
  return value;
}

function isWhole(value: number | null): value is number {
  return value !== null && Number.isSafeInteger(value) && value >= 0;
}
