import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Tables } from '../../model/index.js';
import type { Model } from '../../model/model.js';
import type { StageArea } from './area.js';
import { isHidden } from './hidden.js';
import { isOfKind, modelsOf } from './record-types.js';
import { syncedKinds } from './removals.js';

/** Adds the removals of what the files do not name, of the kinds that they have records of. */
export async function removeUnnamed(area: StageArea, db: Kysely<Tables>): Promise<void> {
  for (const kind of syncedKinds) {
    const [model] = modelsOf(kind) as [Model];
    const table = area.find(model.table);
    if (!table) continue;
    const { rows } = await sql`
      select 1 from ${sql.table(table.name)} as s where ${isOfKind(kind, model, 's')} limit 1`.execute(db);
    if (rows.length === 0) continue;
    // A membership of a character or faction that the files do not name either sleeps with it.
    const isSpared = kind === 'membership' ? isHidden(area, 't') : sql<SqlBool>`1 = 0`;
    await area.removals.addUnnamed(db, kind, table, sql`(${isSpared})`);
  }
}
