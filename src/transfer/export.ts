import type { DumpScope, Store } from '../store/store.js';
import { toRecords } from './records.js';

/**
 * Writes the service, or its galaxy alone, as a file of records (docs/import-format.md), in pieces of many lines and in
 * bounded memory.
 *
 * Importing them into an empty database makes the same service, in which the same tokens are good; of a token its hash is
 * written. Ask nothing else of the store until the last piece has come.
 */
export async function* exportRecords(store: Store, scope?: DumpScope): AsyncGenerator<string> {
  for await (const batch of store.dump(scope)) {
    yield toRecords(batch)
      .map((record) => `${JSON.stringify(record)}\n`)
      .join('');
  }
}
