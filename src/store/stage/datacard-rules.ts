import { type Kysely, sql } from 'kysely';
import { refusals } from '../../domain/refusals.js';
import { datacardChange } from '../../model/datacard-change.js';
import type { Tables } from '../../model/index.js';
import type { Model } from '../../model/model.js';
import { use } from '../../model/use.js';
import type { StageArea } from './area.js';
import { FAULTS } from './references.js';
import { type Fault, nameRow } from './refusals.js';
import { columnNames } from './stage-table.js';

/** Finds lines of the audit trail, and uses, that would rewrite others: a trail that could be rewritten would prove nothing. */
export async function* findRewrittenChanges(area: StageArea, db: Kysely<Tables>): AsyncGenerator<Fault[]> {
  yield* findRewritten(area, db, datacardChange, columnNames(datacardChange));
  yield* findRewritten(area, db, use, ['datacard_uid', 'location_uid']);
}

async function* findRewritten(
  area: StageArea,
  db: Kysely<Tables>,
  model: Model,
  columns: readonly string[],
): AsyncGenerator<Fault[]> {
  const table = area.find(model.table);
  if (!table) return;
  const differs = columns.map((name) => sql`${sql.ref(`s.${name}`)} is distinct from ${sql.ref(`t.${name}`)}`);
  const { rows } = await sql<{ at: number; id: string | number }>`
    select s.at, s.id from ${sql.table(table.name)} as s inner join ${sql.table(model.table)} as t on t.id = s.id
    where ${sql.join(differs, sql` or `)} order by s.at limit ${sql.lit(FAULTS)}`.execute(db);
  if (rows.length === 0) return;
  yield rows.map(({ at, id }) => ({
    model,
    key: [id],
    at,
    reason: refusals.rewritten(nameRow(model, { id })),
  }));
}
