import type { Store } from '../store/store.js';
import { toRecords } from './records.js';

/**
 * Writes the galaxy as a file of records (docs/import-format.md), in pieces of many lines and in bounded memory.
 *
 * Importing them into an empty database makes the same galaxy: the assignments are those of now. Tokens are never
 * exported, nor what was revoked. Ask nothing else of the store until the last piece has come.
 */
export async function* exportRecords(store: Store): AsyncGenerator<string> {
  for await (const batch of store.dump()) {
    yield toRecords(batch)
      .map((record) => `${JSON.stringify(record)}\n`)
      .join('');
  }
}
