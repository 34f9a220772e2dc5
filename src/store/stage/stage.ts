import type { Kysely } from 'kysely';
import { Failure } from '../../domain/failure.js';
import { type RecordType, recordTypes, type StagedType, type Tables } from '../../model/index.js';
import type { Removal } from '../../model/removal-format.js';
import { metadata } from '../queries/metadata.js';
import type { Traits } from '../traits.js';
import { histories, StageArea } from './area.js';
import { compareAll, isStillTrue } from './compare.js';
import { countKind } from './count-kind.js';
import { differencesOf } from './differences.js';
import { Refusals } from './refusals.js';
import { isFaultless, refuseFaults } from './refuse-faults.js';
import { removeUnnamed } from './remove-unnamed.js';
import type { StageSession } from './session.js';
import type {
  CompareOptions,
  Comparison,
  Difference,
  DifferenceType,
  KindCounts,
  Placed,
  PlaceOf,
  Refusal,
  Stage,
  StageOptions,
  WriteOptions,
} from './stage-types.js';
import { StaleComparison } from './stale-comparison.js';
import { lockRows, writeDependent, writeSlices, writeTable } from './write.js';

/** The number of comparisons before an import gives up beside somebody who changes the same rows. */
const ATTEMPTS = 5;

/** Creates a stage on a session. */
export function stageOn(session: StageSession, traits: Traits, options: StageOptions): Stage {
  return new SessionStage(session, traits, options);
}

class SessionStage implements Stage {
  readonly #session: StageSession;
  readonly #traits: Traits;
  readonly #place: PlaceOf;
  readonly #now: number;
  readonly #area: StageArea;
  readonly #refusals: Refusals;
  #version: number | undefined;
  #isGalaxyEmpty = false;
  #options: CompareOptions = {};

  constructor(session: StageSession, traits: Traits, { place, now }: StageOptions) {
    this.#session = session;
    this.#traits = traits;
    this.#place = place;
    this.#now = now;
    this.#area = new StageArea(session);
    this.#refusals = new Refusals(this.#area);
  }

  add(type: StagedType, rows: readonly Placed[]): Promise<void> {
    return this.#area.add(type, rows);
  }

  remove(type: StagedType, removals: readonly Placed<Removal>[]): Promise<void> {
    return this.#area.removals.add(type, removals);
  }

  async compare(options: CompareOptions = {}): Promise<Comparison> {
    this.#options = options;
    return this.#session.read(async (db) => {
      this.#version = await this.#session.version(db);
      this.#isGalaxyEmpty = await metadata(db).isEmpty();
      await compareAll(this.#area, db, options.strict ?? false);
      if (options.sync) await removeUnnamed(this.#area, db);
      await refuseFaults(this.#area, db, this.#refusals, this.#place);
      return this.#count(db);
    });
  }

  refusals(): AsyncGenerator<Refusal> {
    return this.#refusals.report();
  }

  differences(kind: RecordType, type: DifferenceType, most?: number): AsyncGenerator<Difference> {
    return differencesOf(this.#area, kind, type, most);
  }

  async write(options: WriteOptions = {}): Promise<void> {
    let reason: unknown;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      options.signal?.throwIfAborted();
      try {
        if (await this.#writeOnce(options)) return;
      } catch (error) {
        if (!(error instanceof StaleComparison)) throw error;
        reason = error;
      }
      await options.onCompared?.(await this.compare(this.#options));
    }
    throw new Failure('unavailable', 'Another process changes the same rows: try again when it has ended.', {}, reason);
  }

  async #count(db: Kysely<Tables>): Promise<Comparison> {
    const counts: [RecordType, KindCounts][] = [];
    for (const kind of recordTypes) {
      const count = await countKind(this.#area, db, kind);
      if (count.named + count.removed + count.unknown > 0) counts.push([kind, count]);
    }
    return new Map(counts);
  }

  /** Returns false, and has written nothing, if the comparison is true no more. */
  async #writeOnce({ isWhole = false, signal, onProgress, onKept }: WriteOptions): Promise<boolean> {
    let rows = 0;
    const onRows = (more: number) => {
      rows += more;
      onProgress?.(rows);
    };
    const last = histories.flatMap((name) => this.#area.find(name) ?? []);
    // Nobody waits for an empty galaxy, and one transaction is faster.
    const isSliced = this.#session.writesAlone && !this.#isGalaxyEmpty && !isWhole;
    const isWritten = await this.#session.write(async (db) => {
      await lockRows(this.#area, db, this.#traits);
      if (!(await this.#isStillTrue(db))) return false;
      const onMore = (more: number) => {
        signal?.throwIfAborted();
        onRows(more);
      };
      await writeDependent(this.#area, db, this.#traits, this.#now, onMore);
      if (isSliced) return true;
      const writeLast = async () => {
        for (const table of last) await writeTable(this.#area, db, table, onMore);
      };
      await (isWhole ? writeLast() : this.#traits.loadCreditLog(db, writeLast));
      return true;
    });
    if (isWritten && this.#session.writesAlone) onKept?.(rows);
    await this.#session.settle();
    const onSlice = (more: number) => {
      onRows(more);
      onKept?.(rows);
    };
    if (isWritten && isSliced) for (const table of last) await writeSlices(this.#area, table, onSlice, signal);
    return isWritten;
  }

  async #isStillTrue(db: Kysely<Tables>): Promise<boolean> {
    const version = await this.#session.version(db);
    if (version !== undefined && version === this.#version) return true;
    return (await isStillTrue(this.#area, db)) && (await isFaultless(this.#area, db));
  }
}
