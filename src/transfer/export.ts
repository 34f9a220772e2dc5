import type { DumpScope, Store } from '../store/store.js';
import { toRecords } from './records.js';

/**
 * Writes the service, or its galaxy alone, as records (docs/import-format.md), in chunks of many lines and in bounded
 * memory.
 *
 * Their import into an empty database makes the same service, where the same tokens are valid: a record has the hash of a
 * token. Make no other call to the store until the last chunk.
 */
export async function* exportRecords(store: Store, scope?: DumpScope): AsyncGenerator<string> {
  for await (const batch of store.dump(scope)) {
    yield toRecords(batch)
      .map((record) => `${JSON.stringify(record)}\n`)
      .join('');
  }
}
