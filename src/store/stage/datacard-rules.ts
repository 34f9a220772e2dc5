import { type Kysely, sql } from 'kysely';
import { UNLIMITED } from '../../domain/datacard.js';
import { datacard } from '../../model/datacard.js';
import { datacardChange } from '../../model/datacard-change.js';
import type { Tables } from '../../model/index.js';
import type { Model } from '../../model/model.js';
import { use } from '../../model/use.js';
import type { StageArea } from './area.js';
import { FAULTS } from './references.js';
import { type Fault, nameRow } from './refusals.js';
import { columnNames, NEW } from './stage-table.js';
import { takenUses } from './uses.js';

/** Finds datacards of which more uses are assigned by now than their new total allows. */
export async function* findOverassigned(area: StageArea, db: Kysely<Tables>): AsyncGenerator<Fault[]> {
  const table = area.find(datacard.table);
  if (!table || table.differences === table.name) return;
  const taken = takenUses(area);
  const used = taken ? sql`coalesce((select t.uses from ${taken} as t where t.datacard_uid = d.uid), 0)` : sql`0`;
  const { rows } = await sql<{ at: number; uid: string; total_uses: number }>`
    select d.at, d.uid, d.total_uses from ${sql.table(table.differences)} as d
    inner join assignments as a on a.datacard_uid = d.uid
    where d.mask <> ${sql.lit(NEW)} and d.total_uses <> ${sql.lit(UNLIMITED)}
    group by d.at, d.uid, d.total_uses
    having sum(a.uses) - ${used} > d.total_uses or min(a.uses) = ${sql.lit(UNLIMITED)}
    order by d.at limit ${sql.lit(FAULTS)}`.execute(db);
  if (rows.length === 0) return;
  yield rows.map(({ at, uid, total_uses }) => ({
    model: datacard,
    key: [uid],
    at,
    reason: `${uid} has more uses assigned in the database than its total of ${total_uses} allows`,
  }));
}

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
    reason: `${nameRow(model, { id })} differs from the one in the database: the audit trail is never rewritten`,
  }));
}
