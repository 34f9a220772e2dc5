import { setImmediate } from 'node:timers/promises';
import { printable } from '../domain/printable.js';
import type { Rows, RowType } from '../model/index.js';
import type { Removal } from '../model/removal-format.js';
import type { Store } from '../store/store.js';
import type { ImportResult } from './import-result.js';
import type { ReadRecord, ReadRemoval, RecordType, UnreadableRecord } from './records.js';

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
  readonly #now: number;
  #type: RecordType | undefined;
  #rowType: RowType | undefined;
  #rows: Rows[RowType][] = [];
  #removals: Removal[] = [];
  #lines: number[] = [];
  #keys = new Set<string>();
  #refusals: Refusal[] = [];

  /** @param now Unix seconds: the time of removals */
  constructor(store: Store, result: ImportResult, report: (refusal: Refusal) => void, now: number) {
    this.#store = store;
    this.#result = result;
    this.#report = report;
    this.#now = now;
  }

  /** Adds a record, and first writes the batch if the record cannot be part of it. */
  async add(line: number, record: ReadRecord | ReadRemoval | UnreadableRecord): Promise<void> {
    if ('reason' in record) return this.refuse(line, record.reason, record.type);
    // A statement must not name a row twice: PostgreSQL refuses that, and the later record has to win.
    const isOther = record.type !== this.#type || 'removal' in record !== this.#removals.length > 0;
    if (isOther || this.#keys.has(record.key)) await this.flush();
    this.#type = record.type;
    this.#rowType = record.rowType;
    this.#result.types[record.type].read += 1;
    this.#keys.add(record.key);
    this.#lines.push(line);
    if ('removal' in record) this.#removals.push(record.removal);
    else this.#rows.push(record.row);
    if (this.#lines.length >= BATCH) await this.flush();
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
    const [type, rowType, lines] = [this.#type, this.#rowType, this.#lines];
    if (type !== undefined && rowType !== undefined && lines.length > 0) {
      const { load } = this.#store;
      const isRemoval = this.#removals.length > 0;
      const { written, refused } = isRemoval
        ? await load.remove(rowType, this.#removals, this.#now)
        : await load.write(rowType, this.#rows as never);
      const counts = this.#result.types[type];
      counts[isRemoval ? 'removed' : 'written'] += written;
      counts.refused += refused.length;
      counts.unchanged += lines.length - written - refused.length;
      for (const { position, reason } of refused) {
        this.#refusals.push({ line: lines[position] ?? 0, reason: printable(reason) });
      }
    }
    for (const refusal of this.#refusals.sort((a, b) => a.line - b.line)) this.#report(refusal);
    this.#rows = [];
    this.#removals = [];
    this.#lines = [];
    this.#keys = new Set();
    this.#refusals = [];
    // SQLite answers synchronously: without this, signals and timers would wait.
    await setImmediate();
  }
}
