import { type Kysely, sql } from 'kysely';
import { Failure } from '../../domain/failure.js';
import type { Store } from '../store.js';
import type { Tables } from '../tables.js';
import type { Traits } from '../traits.js';
import { bulkLoad } from './bulk.js';
import { explainRefusal } from './explain-refusal.js';
import type { LoadKind, LoadResult, LoadRow } from './rows.js';
import { makeWriters, type Writers } from './writers.js';

export function load(db: Kysely<Tables>, traits: Traits): Store['load'] {
  let writers: Writers | undefined;
  return {
    async write(kind, rows) {
      if (rows.length === 0) return { written: 0, refused: [] };
      writers ??= makeWriters(db, traits);
      const write = writers[kind] as (rows: LoadRow[LoadKind][]) => Promise<number>;
      return writeOrNarrow(db, kind, write, rows, 0);
    },
    bulk: (work) => bulkLoad(db, traits, work),
  };
}

/**
 * Writes a batch; when the database refuses it, writes its halves, down to the rows at fault. A batch without a fault
 * costs one statement, and one with a fault about a dozen for each.
 */
async function writeOrNarrow(
  db: Kysely<Tables>,
  kind: LoadKind,
  write: (rows: LoadRow[LoadKind][]) => Promise<number>,
  rows: LoadRow[LoadKind][],
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
        refused: [{ position: offset, reason: await explainRefusal(db, kind, rows[0] as never, error) }],
      };
    }
    const middle = Math.ceil(rows.length / 2);
    const first = await writeOrNarrow(db, kind, write, rows.slice(0, middle), offset);
    const second = await writeOrNarrow(db, kind, write, rows.slice(middle), offset + middle);
    return { written: first.written + second.written, refused: [...first.refused, ...second.refused] };
  }
}
