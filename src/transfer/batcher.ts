import { setImmediate } from 'node:timers/promises';
import { printable } from '../domain/printable.js';
import type { Rows, RowType } from '../model/index.js';
import type { Store } from '../store/store.js';
import type { ImportResult } from './import-result.js';
import type { ReadRecord, RecordType, UnreadableRecord } from './records.js';

/** The number of records that are written with one statement. */
export const BATCH = 500;

interface Refusal {
  line: number;
  reason: string;
}

/**
 * Collects consecutive records of one type, writes them together, and counts them.
 *
 * Refused lines are reported in order, so each waits for its batch.
 */
export class Batcher {
  readonly #store: Store;
  readonly #result: ImportResult;
  readonly #report: (refusal: Refusal) => void;
  #type: RecordType | undefined;
  #rowType: RowType | undefined;
  #rows: Rows[RowType][] = [];
  #lines: number[] = [];
  #keys = new Set<string>();
  #refusals: Refusal[] = [];

  constructor(store: Store, result: ImportResult, report: (refusal: Refusal) => void) {
    this.#store = store;
    this.#result = result;
    this.#report = report;
  }

  /** Adds a record, and first writes the batch if the record cannot be part of it. */
  async add(line: number, record: ReadRecord | UnreadableRecord): Promise<void> {
    if ('reason' in record) return this.refuse(line, record.reason, record.type);
    // A statement must not name a row twice: PostgreSQL refuses that, and the later record has to win.
    if (record.type !== this.#type || this.#keys.has(record.key)) await this.flush();
    this.#type = record.type;
    this.#rowType = record.rowType;
    this.#result.types[record.type].read += 1;
    this.#keys.add(record.key);
    this.#lines.push(line);
    this.#rows.push(record.row);
    if (this.#rows.length >= BATCH) await this.flush();
  }

  /** Counts and reports a line that is not stored. */
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

  /** Writes the batch, and reports the lines of it that are refused. */
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
    for (const refusal of this.#refusals.sort((a, b) => a.line - b.line)) this.#report(refusal);
    this.#rows = [];
    this.#lines = [];
    this.#keys = new Set();
    this.#refusals = [];
    // SQLite answers synchronously: without this, signals and timers would wait.
    await setImmediate();
  }
}
