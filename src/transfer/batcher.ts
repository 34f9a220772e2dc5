import { setImmediate } from 'node:timers/promises';
import type { LoadKind, LoadRow } from '../store/load/rows.js';
import type { Store } from '../store/store.js';
import type { ImportResult } from './import-result.js';
import { printable } from './printable.js';
import type { ReadRecord, RecordKind, UnreadableRecord } from './records.js';

/** How many records are written with one statement. */
export const BATCH = 500;

interface Refusal {
  line: number;
  reason: string;
}

/**
 * Gathers records of one kind that follow each other, writes them together, and keeps count.
 *
 * What is refused is told in the order of the lines, so refusals wait for the batch that they stand in.
 */
export class Batcher {
  readonly #store: Store;
  readonly #result: ImportResult;
  readonly #tell: (refusal: Refusal) => void;
  #kind: RecordKind | undefined;
  #into: LoadKind | undefined;
  #rows: LoadRow[LoadKind][] = [];
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
    if ('reason' in record) return this.refuse(line, record.reason, record.kind);
    // A statement must not name a row twice: PostgreSQL refuses that, and the later record is the one that holds.
    if (record.kind !== this.#kind || this.#keys.has(record.key)) await this.flush();
    this.#kind = record.kind;
    this.#into = record.into;
    this.#result.kinds[record.kind].read += 1;
    this.#keys.add(record.key);
    this.#lines.push(line);
    this.#rows.push(record.row);
    if (this.#rows.length >= BATCH) await this.flush();
  }

  /** Takes note of a line that is not stored. */
  async refuse(line: number, reason: string, kind?: RecordKind): Promise<void> {
    if (kind === undefined) {
      this.#result.unreadable += 1;
    } else {
      this.#result.kinds[kind].read += 1;
      this.#result.kinds[kind].refused += 1;
    }
    this.#refusals.push({ line, reason });
    if (this.#refusals.length >= BATCH) await this.flush();
  }

  /** Writes what has gathered, and tells what was refused of it. */
  async flush(): Promise<void> {
    const [kind, into, rows, lines] = [this.#kind, this.#into, this.#rows, this.#lines];
    if (kind !== undefined && into !== undefined && rows.length > 0) {
      const { written, refused } = await this.#store.load.write(into, rows as never);
      const counts = this.#result.kinds[kind];
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
