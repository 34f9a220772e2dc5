import type { Batch, RemovedBatch, Rows, RowType } from '../../src/model/index.js';
import type { Removal } from '../../src/model/record-format.js';
import type { Store } from '../../src/store/store.js';
import { importRecords, totalOf } from '../../src/transfer/import.js';
import { LineSplitter } from '../../src/transfer/lines.js';
import { toRecords } from '../../src/transfer/records.js';

/** After the time of every row of a test. */
const LATER = 2_000_000_000;

interface Loaded {
  /** The rows that were new or different, or were there and are removed now. */
  written: number;
}

/** Stores rows of a type as an import does, and throws when one is refused. */
export function loadRows<Type extends RowType>(store: Store, type: Type, rows: Rows[Type][]): Promise<Loaded> {
  return load(store, [{ type, rows } as unknown as Batch], LATER);
}

/** Stores rows of several types by one import. */
export function loadBatches(store: Store, batches: Batch[]): Promise<Loaded> {
  return load(store, batches, LATER);
}

/** Removes rows of a type as an import does, and throws when one is refused. */
export function removeRows(store: Store, type: RowType, removals: Removal[], now: number): Promise<Loaded> {
  return load(store, [{ type, removals }], now);
}

async function load(store: Store, batches: (Batch | RemovedBatch)[], now: number): Promise<Loaded> {
  const records = batches.flatMap((batch) => toRecords(batch));
  if (records.length === 0) return { written: 0 };
  const lines = [...new LineSplitter().push(Buffer.from(records.map((each) => `${JSON.stringify(each)}\n`).join('')))];
  const onRefused = ({ reason }: { reason: string }) => {
    throw new Error(reason);
  };
  const options = { now, isWhole: true, onRefused };
  const { added, changed, removed } = totalOf(await importRecords(store, [{ name: 'rows', lines }], options));
  return { written: added + changed + removed };
}
