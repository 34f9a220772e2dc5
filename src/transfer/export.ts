import type { DumpScope, Store } from '../store/store.js';
import { endLine, toRecords } from './records.js';

/** Yields the records of docs/import-format.md in bounded memory. Make no other call to the store until the last chunk. */
export async function* exportRecords(store: Store, scope?: DumpScope): AsyncGenerator<string> {
  let records = 0;
  for await (const batch of store.dump(scope)) {
    const some = toRecords(batch, typeof scope !== 'object');
    records += some.length;
    yield some.map((record) => `${JSON.stringify(record)}\n`).join('');
  }
  yield endLine(records);
}
