import { setImmediate } from 'node:timers/promises';
import { printable } from '../domain/printable.js';
import type { Rows, RowType } from '../model/index.js';
import type { Store } from '../store/store.js';
import type { ImportResult } from './import-result.js';
import type { ReadRecord, RecordType, UnreadableRecord } from './records.js';

/** How many records are written with one statement. */
export const BATCH = 500;

interface Refusal {
  line: number;
  reason: string;
}

/**
 * Gathers records of one type that follow each other, writes them together, and keeps count.
 *
 * What is refused is told in the order of the lines, so refusals wait for the batch that they stand in.
 */
export class Batcher {
  readonly #store: Store;
  readonly #result: ImportResult;
  readonly #tell: (refusal: Refusal) => void;
  #type: RecordType | undefined;
  #rowType: RowType | undefined;
  #rows: Rows[RowType][] = [];
  #lines: number[] = [];
  #keys = new Set<string>();
  #refusals: Refusal[] = [];

  constructor(store: Store, result: ImportResult, tell: (refusal: Refusal) => void) {
    this.#store = store;
    this.#result = result;
    this.#tell = tell;
  }

  /** Takes what was read of a line, and writes what has gathered when it cannot stand in one batch with it. */
  async add(line: number, record: ReadRecord | UnreadableRecord): Promise<void> {
    if ('reason' in record) return this.refuse(line, record.reason, record.type);
    // A statement must not name a row twice: PostgreSQL refuses that, and the later record is the one that holds.
    if (record.type !== this.#type || this.#keys.has(record.key)) await this.flush();
    this.#type = record.type;
    this.#rowType = record.rowType;
    this.#result.types[record.type].read += 1;
    this.#keys.add(record.key);
    this.#lines.push(line);
    this.#rows.push(record.row);
    if (this.#rows.length >= BATCH) await this.flush();
  }

  /** Takes note of a line that is not stored. */
  async refuse(line: number, reason: string, type?: RecordType): Promise<void> {
    if (type === undefined) {
      this.#result.unreadable += 1;
    } else {
      this.#result.types[type].read += 1;
      this.#result.types[type].refused += 1;
    }
    this.#refusals.push({ line, reason });
    if (this.#refusals.length >= BATCH) await this.flush();
  }

  /** Writes what has gathered, and tells what was refused of it. */
  async flush(): Promise<void> {
    const [type, rowType, rows, lines] = [this.#type, this.#rowType, this.#rows, this.#lines];
    if (type !== undefined && rowType !== undefined && rows.length > 0) {
      const { written, refused } = await this.#store.load.write(rowType, rows as never);
      const counts = this.#result.types[type];
      counts.written += written;
      counts.refused += refused.length;
      counts.unchanged += rows.length - written - refused.length;
      for (const { position, reason } of refused) {
        this.#refusals.push({ line: lines[position] ?? 0, reason: printable(reason) });
      }
    }
    for (const refusal of this.#refusals.sort((a, b) => a.line - b.line)) this.#tell(refusal);
    this.#rows = [];
    this.#lines = [];
    this.#keys = new Set();
    this.#refusals = [];
    // The database answers at once, so nothing else would let signals and timers have their turn.
    await setImmediate();
  }
}
