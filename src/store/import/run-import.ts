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

/** A record that is not like the stored row. */
export interface Example {
  /** The row as messages name it. */
  row: string;
  /** Its place in the files; null for what they do not name. */
  at: number | null;
  /** The columns that change, as they are and as they become. */
  before: Values;
  after: Values;
}

/** Returns some of the differences of a kind, in the order of the files. */
export async function examplesOf(
  stage: Stage,
  kind: RecordType,
  change: 'added' | 'changed' | 'removed',
  most: number,
): Promise<Example[]> {
  if (change === 'removed') return removalsOf(stage, kind, most);
  const { db } = stage.session;
  const tables = targetsOf(kind);
  const { key } = tables.at(-1) as Target;
  const found = await all<Values & { at: number }>(
    db,
    `select at, ${list(key)} from (${differing(stage, kind)}) as found
    where change ${change === 'changed' ? '=' : '<>'} ${CHANGED} order by at limit ${most}`,
  );
  const examples: Example[] = [];
  for (const { at, ...keys } of found) {
    const example: Example = { row: '', at, before: {}, after: {} };
    for (const target of tables) {
      const { always, once } = target;
      const isKey = target.key.map((name) => `${name} = ?`).join(' and ');
      const one = async (from: string) =>
        (await all<Values>(db, `select * from ${from} as s where ${isKey}`, ...Object.values(keys)))[0] ?? {};
      const [after, before] = [await one(stage.from('stage', target.name)), await one(target.name)];
      example.row ||= nameRow(target, after);
      if (change !== 'changed') continue;
      const differing = [
        ...always.filter((name) => before[name] !== after[name]),
        ...once.filter((name) => before[name] === null && after[name] !== null),
      ];
      for (const name of differing) {
        example.before[name] = before[name];
        example.after[name] = after[name];
      }
    }
    examples.push(example);
  }
  return examples;
}

async function removalsOf(stage: Stage, kind: RecordType, most: number): Promise<Example[]> {
  const [target] = targetsOf(kind) as [Target];
  const { name, key, columns } = target;
  const shown =
    columns.name && name !== 'facts'
      ? `coalesce(${name === 'entities' ? 'g.name' : 'null'}, (select t.name from ${name} as t where ${sameKey(target, 't', 'g')}))`
      : 'null';
  const rows = await all<Values & { at: number }>(
    stage.session.db,
    `select g.at, ${list(key, 'g')}${name === 'facts' ? '' : `, ${shown} as name`} from ${stage.from('gone', name)} as g
    where g.effect <> ${NOTHING} and g.at <> ${UNKNOWN} and ${isOfKind(kind, target, 'g')}
    order by ${list(key, 'g')} limit ${most}`,
  );
  return rows.map(({ at, ...row }) => ({ row: nameRow(target, row), at: at < 0 ? null : at, before: {}, after: {} }));
}
