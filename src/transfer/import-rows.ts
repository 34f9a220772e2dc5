import { Readable } from 'node:stream';
import type { Batch } from '../model/index.js';
import type { Store } from '../store/store.js';
import { type ImportOptions, importRecords } from './import.js';
import { toRecords } from './records.js';

/**
 * Imports rows that the program itself has made, as records of a file.
 *
 * @throws {ImportRefused} when a row is refused
 */
export async function importRows(store: Store, batches: Iterable<Batch>, options: ImportOptions): Promise<void> {
  const lines = function* () {
    for (const batch of batches) {
      yield Buffer.from(
        toRecords(batch)
          .map((record) => `${JSON.stringify(record)}\n`)
          .join(''),
      );
    }
  };
  await importRecords(store, [{ name: 'rows', open: () => Readable.from(lines()) }], options);
}
