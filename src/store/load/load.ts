import { type Kysely, sql } from 'kysely';
import { Failure } from '../../domain/failure.js';
import type { Batch, RowType, Tables } from '../../model/index.js';
import type { Removal } from '../../model/removal-format.js';
import type { LoadResult, Store } from '../store.js';
import { BULK_LOAD, type Traits } from '../traits.js';
import { explainRefusal } from './explain-refusal.js';
import { makeRemovers } from './removal/removers.js';
import { makeWriters, type Writers } from './writers.js';

type Row = Batch['rows'][number] | Removal;

type Write<Some extends Row> = (rows: Some[]) => Promise<number>;

export function load(db: Kysely<Tables>, traits: Traits): Store['load'] {
  let writers: Writers | undefined;
  let removers: ReturnType<typeof makeRemovers> | undefined;
  return {
    async write(type, rows) {
      if (rows.length === 0) return { written: 0, refused: [] };
      writers ??= makeWriters(db, traits);
      const write = writers[type] as Write<(typeof rows)[number]>;
      return writeOrNarrow(db, type, write, rows, 0);
    },
    async remove(type, removals, now) {
      if (removals.length === 0) return { written: 0, refused: [] };
      removers ??= makeRemovers(db, traits);
      const remove = removers[type];
      return writeOrNarrow(db, type, (some) => remove(some, now), [...removals], 0);
    },
    async bulk(work) {
      await traits.takeTurns(db, BULK_LOAD);
      return traits.loadCreditLog(db, work);
    },
  };
}

/**
 * Writes a batch; when the database refuses it, writes its halves, down to the rows at fault. A batch without a fault
 * costs one statement, and one with a fault about a dozen for each.
 */
async function writeOrNarrow<Some extends Row>(
  db: Kysely<Tables>,
  type: RowType,
  write: Write<Some>,
  rows: Some[],
  offset: number,
): Promise<LoadResult> {
  await sql`savepoint batch`.execute(db);
  try {
    const written = await write(rows);
    await sql`release savepoint batch`.execute(db);
    return { written, refused: [] };
  } catch (error) {
    if (error instanceof Failure) throw error;
    await sql`rollback to savepoint batch`.execute(db);
    await sql`release savepoint batch`.execute(db);
    if (rows.length === 1) {
      return {
        written: 0,
        refused: [{ position: offset, reason: await explainRefusal(db, type, rows[0] as Some, error) }],
      };
    }
    const middle = Math.ceil(rows.length / 2);
    const first = await writeOrNarrow(db, type, write, rows.slice(0, middle), offset);
    const second = await writeOrNarrow(db, type, write, rows.slice(middle), offset + middle);
    return { written: first.written + second.written, refused: [...first.refused, ...second.refused] };
  }
}
