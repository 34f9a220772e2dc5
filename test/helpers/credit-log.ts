import assert from 'node:assert/strict';
import type { Rows } from '../../src/model/index.js';
import type { Store } from '../../src/store/store.js';
import { NOW } from './galaxy.js';
import { loadRows } from './load-rows.js';
import type { Server } from './server.js';

/** The ids of Hana's transactions: those of the small galaxy, and what `loadTransactions` adds for her. */
export const ids = Array.from({ length: 2500 }, (_, index) => index + 1).concat([2510, 2600, 2601, 2602, 9000]);

function transaction(id: number, senderUid: string, receiverUid: string): Rows['transaction'] {
  return {
    id,
    time: NOW - 10_000 + id,
    amount: id,
    sender_uid: senderUid,
    receiver_uid: receiverUid,
    communication: '',
  };
}

/** Adds transactions to those of the small galaxy, with gaps between their ids, and some between other characters. */
export async function loadTransactions(store: Store): Promise<void> {
  await loadRows(store, 'transaction', [
    transaction(2510, '1:1', '1:4'),
    // To oneself: sender and receiver at once, yet one transaction.
    ...[2600, 2601, 2602].map((id) => transaction(id, '1:1', '1:1')),
    // Of no concern to Hana, and in between hers.
    ...[2505, 2603, 8999].map((id) => transaction(id, '1:4', '20:2')),
    transaction(9000, '20:2', '1:1'),
  ]);
}

export interface Page {
  start_id?: number;
  start_index?: number;
  item_count?: number;
}

/** Returns the page by wire.md, “Credit log”, on a plain list. */
export function modelPage({ start_id = 0, start_index = 1, item_count = 50 }: Page) {
  const run = start_id === 0 ? ids.slice(-1000) : ids.filter((id) => id >= start_id).slice(0, 1000);
  const start = Math.max(start_index, 1);
  const shown = run.toReversed().slice(start - 1, start - 1 + item_count);
  return { attributes: { start, total: run.length, count: shown.length }, ids: shown };
}

/** Reads a page of Hana's credit log. */
export async function readPage(server: Server, page: Page) {
  const query = Object.entries(page).map(([name, value]) => `${name}=${value}`);
  const { status, json } = await server.call(`/character/1:1/creditlog?${query.join('&')}`);
  assert.equal(status, 200);
  const { attributes, transaction } = json.svcapi.transactions;
  const shown = transaction.map((each: { attributes: { transaction_id: number } }) => each.attributes.transaction_id);
  return { attributes, ids: shown };
}
