import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../model/index.js';
import { turn } from '../../turn.js';
import type { StageTable } from './stage-table.js';

/** The number of rows that are written before signals and timers have their turn. */
const ROWS = 5000;

/** The rows of a temporary table from one to another, by their row numbers; all of them without. */
export interface Range {
  after: number;
  to: number;
}

/** Does work for each piece of the differences of a table on SQLite. */
export async function inRanges(
  db: Kysely<Tables>,
  table: StageTable,
  work: (range: Range) => Promise<void>,
): Promise<void> {
  for (let after = 0; ; ) {
    const range = await nextRange(db, table, after, ROWS);
    if (!range) return;
    await work(range);
    after = range.to;
    // SQLite answers synchronously: without this, signals and timers would wait.
    await turn();
  }
}

/** Returns the range of the next rows of a temporary table on SQLite. */
export async function nextRange(
  db: Kysely<Tables>,
  { differences }: StageTable,
  after: number,
  rows: number,
): Promise<Range | undefined> {
  const found = await sql<{ to: number | null }>`
    select max(rowid) as "to" from (
      select rowid from ${sql.table(differences)} where rowid > ${after} order by rowid limit ${rows}
    ) as next`.execute(db);
  const to = found.rows[0]?.to;
  return to == null ? undefined : { after, to };
}

/** Returns the condition, behind another one, that a row with the alias d is within a range. */
export function within(range: Range | undefined): RawBuilder<unknown> {
  return range ? sql`and d.rowid > ${range.after} and d.rowid <= ${range.to}` : sql``;
}
