import type { RecordType, StagedType } from '../model/index.js';
import type { Removal } from '../model/removal-format.js';
import type { Placed, Stage } from '../store/stage/stage-types.js';
import { turn } from '../turn.js';
import type { ImportResult } from './import-result.js';
import type { ReadRecord, ReadRemoval } from './records.js';

/** The number of records of a type that are staged together. */
const BATCH = 2000;

/** Collects the records of each type, stages them together, and counts them. */
export class Stager {
  readonly #stage: Stage;
  readonly #result: ImportResult;
  readonly #batches = new Map<StagedType, Map<string, Placed>>();
  readonly #removals = new Map<StagedType, Map<string, Placed>>();

  constructor(stage: Stage, result: ImportResult) {
    this.#stage = stage;
    this.#result = result;
  }

  /** Adds a record; of several with one key the last one stays. */
  async add(at: number, record: ReadRecord | ReadRemoval): Promise<void> {
    const { type, rowType, key } = record;
    this.#result.types[type].read += 1;
    const [batches, row] = 'row' in record ? [this.#batches, record.row] : [this.#removals, record.removal];
    const batch = batches.get(rowType) ?? new Map<string, Placed>();
    batches.set(rowType, batch);
    // A key that is set again would keep its place.
    batch.delete(key);
    batch.set(key, { at, row });
    if (batch.size >= BATCH) await this.flush();
  }

  /** Counts a line that is no record, or a record that cannot be read. */
  refuse(type: RecordType | undefined): void {
    if (type === undefined) {
      this.#result.unreadable += 1;
    } else {
      this.#result.types[type].read += 1;
      this.#result.types[type].refused += 1;
    }
  }

  /** Counts a record that is older than its kind is kept. */
  skip(type: RecordType): void {
    this.#result.types[type].read += 1;
    this.#result.types[type].skipped += 1;
  }

  /** Stages what is collected. */
  async flush(): Promise<void> {
    for (const [type, batch] of this.#batches) {
      if (batch.size > 0) await this.#stage.add(type, [...batch.values()]);
      batch.clear();
    }
    for (const [type, batch] of this.#removals) {
      if (batch.size > 0) await this.#stage.remove(type, [...batch.values()] as Placed<Removal>[]);
      batch.clear();
    }
    // SQLite answers synchronously: without this, signals and timers would wait.
    await turn();
  }
}
