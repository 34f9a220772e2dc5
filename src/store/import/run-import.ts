import type { RecordType } from '../../model/index.js';
import { apply, applyHistories } from './apply.js';
import { CHANGED, type Comparison, compare, countKinds, differing, NOTHING, UNKNOWN } from './compare.js';
import { findDangling, findDuplicates, findReferencesToRemoved, findRewritten, nameRow } from './contradictions.js';
import { all } from './session.js';
import type { Stage } from './stage.js';
import { histories, isOfKind, list, sameKey, type Target, targetsOf } from './tables.js';
import { findOverassigned, findOverused, Outdated } from './uses.js';

/** Compares the rows with the galaxy, and refuses those that contradict each other or the stored rows. */
export function compareStage(stage: Stage): Promise<Comparison> {
  return stage.session.read(async () => {
    await compare(stage);
    await refuseContradictions(stage);
    return countKinds(stage);
  });
}

/** Refuses what contradicts other records or the stored rows. It repeats the search: what refers to a refused row is refused too. */
async function refuseContradictions(stage: Stage): Promise<void> {
  const searches = [
    findDuplicates,
    findDangling,
    findReferencesToRemoved,
    findOverused,
    findOverassigned,
    findRewritten,
  ];
  for (let isFound = true; isFound; ) {
    isFound = false;
    for (const search of searches) {
      const faults = await search(stage);
      if (faults.length > 0) await stage.refuse(faults);
      isFound ||= faults.length > 0;
    }
  }
}

export interface WriteOptions {
  /** Write everything in one transaction, which blocks other writers: for few rows. */
  isWhole: boolean;
  /** Compares again after compared rows have changed; throws to write nothing. */
  compareAgain(): Promise<void>;
  /** Called after each commit, with the number of history rows that are committed. */
  onCommitted(histories: number): void;
}

/** Maximum comparisons while somebody else changes the same rows. */
const ATTEMPTS = 5;

/** Writes dependent rows in one transaction, then the histories in short ones. */
export async function writeStage(stage: Stage, options: WriteOptions): Promise<void> {
  const { session } = stage;
  const stored = await all(session.db, 'select 1 from entities union all select 1 from clients limit 1');
  // Nobody waits for an empty galaxy, and one transaction is faster.
  const isWhole = options.isWhole || stored.length === 0;
  const isHistory = (table: string) => histories.some((name) => table === `new_${name}`);
  let rows = 0;
  for (let attempt = 1; ; attempt += 1) {
    const cards = stage.tables('stage').filter(({ name }) => name === 'stage_datacards');
    const tables = stage.tables('new', 'gone').filter(({ name }) => !isHistory(name));
    try {
      rows = await session.write([...tables, ...cards], async (db) => {
        await apply(stage, db);
        return isWhole ? applyHistories(stage, (write) => write(db)) : 0;
      });
      break;
    } catch (error) {
      if (!(error instanceof Outdated) && !session.isRefusal(error)) throw error;
      if (attempt === ATTEMPTS) throw error;
      await options.compareAgain();
    }
  }
  options.onCommitted(rows);
  if (isWhole) return;
  await applyHistories(stage, async (write) => {
    const written = await session.write([], write);
    rows += written;
    options.onCommitted(rows);
    await session.rest();
    return written;
  });
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
  const rows = await all<Record<string, unknown> & { at: number }>(
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
