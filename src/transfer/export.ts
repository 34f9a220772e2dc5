import type { DumpScope, Store } from '../store/store.js';
import { endLine, toRecords } from './records.js';

/**
 * Writes the service, its galaxy alone, or a player's part without secrets as records (docs/import-format.md), in chunks of many lines
 * and in bounded memory. The last line is the end record.
 *
 * The import of a service into an empty database makes the same service, where the same tokens are valid: a record has the hash of a
 * token. Make no other call to the store until the last chunk.
 */
export async function* exportRecords(store: Store, scope?: DumpScope): AsyncGenerator<string> {
  let records = 0;
  for await (const batch of store.dump(scope)) {
    const some = toRecords(batch, typeof scope !== 'object');
    records += some.length;
    yield some.map((record) => `${JSON.stringify(record)}\n`).join('');
  }
  yield endLine(records);
}
