import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import { type DatacardChangeRow, datacardChange } from '../../model/datacard-change.js';
import type { Tables } from '../../model/index.js';
import type { Traits } from '../traits.js';
import { RowRefused } from './explain-refusal.js';
import { upsert } from './upsert.js';

/** Writes lines of the audit trail with their numbers; later changes get higher ones. */
export function changeWriter(db: Kysely<Tables>, traits: Traits): (rows: DatacardChangeRow[]) => Promise<number> {
  const write = upsert(db, datacardChange);
  return async (rows) => {
    const written = await traits.numberedChanges(db, () => write(rows));
    await refuseRewriting(db, rows);
    return written.length;
  };
}

/** An audit trail that could be rewritten would prove nothing. */
async function refuseRewriting(db: Kysely<Tables>, rows: DatacardChangeRow[]): Promise<void> {
  const ids = rows.map((row) => row.id);
  const stored = await db.selectFrom('datacard_changes').selectAll().where('id', 'in', ids).execute();
  const byId = new Map(stored.map((row) => [row.id, row]));
  const other = rows.find((row) => !isDeepStrictEqual({ ...byId.get(row.id) }, { ...row }));
  if (other) throw new RowRefused(`the audit trail has another change with the number ${other.id}`);
}
