import type { RecordType, StagedType } from '../../model/index.js';
import type { Removal } from '../../model/record-format.js';
import { turn } from '../../turn.js';
import type { Traits } from '../traits.js';
import { apply, applyHistories } from './apply.js';
import { type Comparison, compare, countKinds } from './compare.js';
import { findDuplicates } from './duplicates.js';
import { type Example, examplesOf } from './examples.js';
import { findDangling, findReferencesToRemoved, findRewritten, type PlaceOf } from './references.js';
import { all, type ImportSession, type SessionOptions } from './session.js';
import { type Fault, Stage } from './stage.js';
import { findOverassigned, findOverused, Outdated } from './uses.js';

export interface ImportOptions extends SessionOptions {
  place: PlaceOf;
  /** Unix seconds: the time of removals that have none. */
  now: number;
  /** Take uses back where a new total is below what is assigned. */
  reclaim?: boolean | undefined;
}

export interface WriteOptions {
  /** Write all rows in one transaction, which keeps other writers waiting: for few rows. */
  isWhole?: boolean;
  /** Called when somebody has changed what was compared, with what a new comparison has found; it throws to write nothing. */
  onCompared: (comparison: Comparison) => Promise<void>;
  /** Called with the number of rows that were written by now. */
  onProgress?: ((rows: number) => void) | undefined;
  /** Called with the number of records that stay from now on, whatever happens. */
  onKept?: ((records: number) => void) | undefined;
}

/**
 * Files beside the galaxy: they are read and compared while the service works, and only what differs is written. Nothing of the
 * galaxy changes before `write`.
 */
export interface Import {
  /** Adds the row of a record; of several with one key the last one holds. Places grow from record to record. */
  add(type: StagedType, at: number, row: object): Promise<void>;
  /** Adds a removal; one that is followed by a row with its key is void. */
  remove(type: StagedType, at: number, removal: Removal): Promise<void>;
  /** Compares the rows with the galaxy, and refuses those that cannot stand beside the others when all of them are written. */
  compare(options?: { sync?: boolean }): Promise<Comparison>;
  /** Yields what a comparison has refused and was not yielded before, in the order of the files. */
  refusals(): AsyncGenerator<Fault>;
  /** Returns some differences of a kind. */
  examples(kind: RecordType, change: 'added' | 'changed' | 'removed', most: number): Promise<Example[]>;
  /** Writes what differs: all that depends on each other in one transaction, then the histories in short ones. */
  write(options: WriteOptions): Promise<void>;
}

/** The number of comparisons before an import gives up beside somebody who changes the same rows. */
const ATTEMPTS = 5;

/** Creates an import on a session. */
export function importOn(session: ImportSession, traits: Traits, options: ImportOptions): Import {
  const { place, now, signal, reclaim = false } = options;
  const stage = new Stage(session);
  let sync = false;
  let comparison: Comparison = new Map();
  let isGalaxyEmpty = false;
  const compareAll = () =>
    session.read(async () => {
      const found = await all(session.db, 'select 1 from entities union all select 1 from clients limit 1');
      isGalaxyEmpty = found.length === 0;
      await compare(stage, sync);
      await refuseFaults(stage, place, reclaim);
      comparison = await countKinds(stage);
      return comparison;
    });
  return {
    add: (type, at, row) => stage.add(type, at, row as Record<string, unknown>),
    remove: (type, at, removal) => stage.remove(type, at, removal),
    async compare(wanted = {}) {
      sync = wanted.sync ?? false;
      await stage.flush();
      return compareAll();
    },
    refusals: () => stage.refusals(),
    examples: (kind, change, most) => examplesOf(stage, kind, change, most),
    async write({ isWhole = false, onCompared, onProgress, onKept }) {
      let rows = 0;
      const onRows = async (more: number) => {
        rows += more;
        onProgress?.(rows);
        // SQLite answers synchronously: without this, signals and timers would wait.
        await turn();
        signal?.throwIfAborted();
      };
      // Nobody waits for an empty galaxy, and one transaction is faster.
      const isOne = isWhole || isGalaxyEmpty;
      const tables = stage.made('new', 'gone').filter(({ name }) => isOne || !isHistory(name));
      const cards = stage.made('stage').filter(({ name }) => name === 'stage_datacards');
      for (let attempt = 1; ; attempt += 1) {
        try {
          await session.write([...tables, ...cards], (db) =>
            apply(stage, db, { traits, now, reclaim, isWhole: isOne, onRows }),
          );
          break;
        } catch (error) {
          if (!(error instanceof Outdated) && !session.isRefusal(error)) throw error;
          if (attempt === ATTEMPTS) throw error;
          await onCompared(await compareAll());
        }
      }
      let kept = recordsOf(comparison, isOne);
      onKept?.(kept);
      if (isOne) return;
      await applyHistories(stage, async (more) => {
        rows += more;
        kept += more;
        onProgress?.(rows);
        onKept?.(kept);
        signal?.throwIfAborted();
      });
    },
  };
}

/** Returns the number of records that change something; of one transaction, or without the histories. */
function recordsOf(comparison: Comparison, withHistories: boolean): number {
  return [...comparison]
    .filter(([kind]) => withHistories || !(kind === 'transaction' || kind === 'event'))
    .reduce((sum, [, { added, changed, removed }]) => sum + added + changed + removed, 0);
}

const isHistory = (name: string) => name === 'new_transactions' || name === 'new_events';

/** Refuses rows until those that are left can stand beside each other: what refers to a refused row is refused too. */
async function refuseFaults(stage: Stage, place: PlaceOf, reclaim: boolean): Promise<void> {
  for (let found = true; found; ) {
    found = false;
    for (const search of [
      findDuplicates(stage, place),
      findDangling(stage),
      findReferencesToRemoved(stage, place),
      findOverused(stage),
      ...(reclaim ? [] : [findOverassigned(stage)]),
      findRewritten(stage),
    ]) {
      for await (const faults of search) {
        await stage.refuse(faults);
        found = true;
      }
    }
  }
}
