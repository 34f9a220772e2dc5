import type { RecordType, StagedType } from '../../model/index.js';
import type { Removal } from '../../model/record-format.js';
import { turn } from '../../turn.js';
import type { Traits } from '../traits.js';
import { apply, applyHistories } from './apply.js';
import { CHANGED, type Comparison, compare, countKinds, differing, NOTHING, UNKNOWN } from './compare.js';
import {
  findDangling,
  findDuplicates,
  findReferencesToRemoved,
  findRewritten,
  nameRow,
  type PlaceOf,
} from './contradictions.js';
import {
  all,
  type ImportSession,
  isOfKind,
  list,
  type SessionOptions,
  sameKey,
  type Target,
  targetsOf,
} from './session.js';
import { type Fault, Stage } from './stage.js';
import { findOverassigned, findOverused, Outdated } from './uses.js';

type Values = Record<string, unknown>;

export interface ImportOptions extends SessionOptions {
  place: PlaceOf;
  /** Unix seconds for removals without a time. */
  now: number;
  /** Take uses back where a new total is below what is assigned. */
  reclaim?: boolean | undefined;
}

export interface WriteOptions {
  /** Write everything in one transaction, which blocks other writers: for few rows. */
  isWhole?: boolean;
  /** Called with a new comparison after compared rows have changed; throws to write nothing. */
  onCompared: (comparison: Comparison) => Promise<void>;
  onProgress?: ((rows: number) => void) | undefined;
  /** Called with the number of committed records. */
  onKept?: ((records: number) => void) | undefined;
}

/** An import that reads and compares while the service works, and changes nothing before `write`. */
export interface Import {
  /** Adds a row; the last one with a key wins. `at` grows from record to record. */
  add(type: StagedType, at: number, row: object): Promise<void>;
  /** Adds a removal; a later row with its key voids it. */
  remove(type: StagedType, at: number, removal: Removal): Promise<void>;
  /** Compares the rows with the galaxy, and refuses those that contradict each other or the stored rows. */
  compare(options?: { sync?: boolean }): Promise<Comparison>;
  /** Yields refusals that were not yielded before, in the order of the files. */
  refusals(): AsyncGenerator<Fault>;
  examples(kind: RecordType, change: 'added' | 'changed' | 'removed', most: number): Promise<Example[]>;
  /** Writes dependent rows in one transaction, then the histories in short ones. */
  write(options: WriteOptions): Promise<void>;
}

/** Maximum comparisons while somebody else changes the same rows. */
const ATTEMPTS = 5;

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
    add: (type, at, row) => stage.add(type, at, row as Values),
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

function recordsOf(comparison: Comparison, withHistories: boolean): number {
  return [...comparison]
    .filter(([kind]) => withHistories || !(kind === 'transaction' || kind === 'event'))
    .reduce((sum, [, { added, changed, removed }]) => sum + added + changed + removed, 0);
}

const isHistory = (name: string) => name === 'new_transactions' || name === 'new_events';

/** Repeats the search, since what refers to a refused row is refused too. */
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

export interface Example {
  row: string;
  /** Null for what the files do not name. */
  at: number | null;
}

export async function examplesOf(
  stage: Stage,
  kind: RecordType,
  change: 'added' | 'changed' | 'removed',
  most: number,
): Promise<Example[]> {
  const [target] = targetsOf(kind) as [Target];
  const { name, key, columns } = target;
  const isEffective = `g.effect <> ${NOTHING} and g.at <> ${UNKNOWN} and ${isOfKind(kind, target, 'g')}`;
  const storedName = `(select t.name from ${name} as t where ${sameKey(target, 't', 'g')})`;
  const shown = name === 'entities' ? `coalesce(g.name, ${storedName})` : columns.name ? storedName : 'null';
  const rows = await all<Values & { at: number }>(
    stage.session.db,
    change === 'removed'
      ? `select g.at, ${list(key, 'g')}, ${shown} as name from ${stage.from('gone', name)} as g
        where ${isEffective} order by ${list(key, 'g')} limit ${most}`
      : `select found.at, s.* from (${differing(stage, kind)}) as found
        inner join ${stage.from('stage', name)} as s on ${sameKey(target, 's', 'found')}
        where found.change ${change === 'changed' ? '=' : '<>'} ${CHANGED} order by found.at limit ${most}`,
  );
  return rows.map(({ at, ...row }) => ({ row: nameRow(target, row), at: at < 0 ? null : at }));
}
