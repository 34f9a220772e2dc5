import { type Kysely, sql } from 'kysely';
import type { RecordType, Tables } from '../../model/index.js';
import { columnsOf, type Model } from '../../model/model.js';
import type { StageArea } from './area.js';
import { differing, mainOf } from './differences.js';
import { isOfKind, modelsOf } from './record-types.js';
import { effects, isPresent, UNKNOWN, UNNAMED } from './removals.js';
import { sameKey } from './stage-table.js';
import type { KindCounts } from './stage-types.js';

/** Counts the records of a kind, those that were refused left out. */
export async function countKind(area: StageArea, db: Kysely<Tables>, kind: RecordType): Promise<KindCounts> {
  const { staged, added, changed } = await countRecords(area, db, kind);
  const kept = await countKept(area, db, kind);
  const { removals, effective, unnamed, unknown } = await countRemovals(area, db, kind);
  return {
    added,
    changed,
    unnamed,
    unknown,
    removed: effective,
    kept,
    unchanged: staged - added - changed - kept + removals - effective,
    named: staged + removals - unnamed,
    stored: unnamed > 0 ? await countStored(db, kind) : 0,
  };
}

async function countRecords(area: StageArea, db: Kysely<Tables>, kind: RecordType) {
  const table = area.find(mainOf(kind).table);
  if (!table) return { staged: 0, added: 0, changed: 0 };
  const staged = await count(
    db,
    sql`select count(*) as rows from ${sql.table(table.name)} as s where ${isOfKind(kind, table.model, 's')}`,
  );
  if (table.differences === table.name) return { staged, added: staged, changed: 0 };
  const { rows } = await sql<{ added: number | null; differing: number }>`
    select sum(added) as added, count(*) as differing from (${differing(area, kind)}) as found`.execute(db);
  const added = Number(rows[0]?.added ?? 0);
  return { staged, added, changed: Number(rows[0]?.differing) - added };
}

/** Counts the records that differ from what is stored and change nothing of it, of kinds that are stored once. */
async function countKept(area: StageArea, db: Kysely<Tables>, kind: RecordType): Promise<number> {
  const { model, name, differences } = area.find(mainOf(kind).table) ?? {};
  if (!model || !name || !differences || model.update !== 'never' || differences === name) return 0;
  const differs = columnsOf(model)
    .filter(([column, { options }]) => !model.key.includes(column) && !options.update && !options.defaultsToNow)
    .map(([column]) => sql`${sql.ref(`s.${column}`)} is distinct from ${sql.ref(`t.${column}`)}`);
  return count(
    db,
    sql`select count(*) as rows from ${sql.table(name)} as s
      inner join ${sql.table(model.table)} as t on ${sameKey(model, 's', 't')}
      where (${sql.join(differs, sql` or `)})
        and not exists (select 1 from ${sql.table(differences)} as d where ${sameKey(model, 'd', 's')})`,
  );
}

async function countRemovals(area: StageArea, db: Kysely<Tables>, kind: RecordType) {
  const [model] = modelsOf(kind) as [Model];
  const table = area.removals.find(model.table);
  if (!table) return { removals: 0, effective: 0, unnamed: 0, unknown: 0 };
  const { rows } = await sql<Record<'all' | 'effective' | 'unnamed' | 'unknown', number>>`
    select count(*) as "all", count(case when mask <> ${sql.lit(effects.none)} then 1 end) as effective,
      count(case when at = ${sql.lit(UNNAMED)} then 1 end) as unnamed,
      count(case when at = ${sql.lit(UNKNOWN)} then 1 end) as unknown
    from ${sql.table(table.name)} as r where ${isOfKind(kind, model, 'r')}`.execute(db);
  const [found] = rows;
  const unknown = Number(found?.unknown);
  return {
    removals: Number(found?.all) - unknown,
    effective: Number(found?.effective) - unknown,
    unnamed: Number(found?.unnamed),
    unknown,
  };
}

function countStored(db: Kysely<Tables>, kind: RecordType): Promise<number> {
  const [model] = modelsOf(kind) as [Model];
  return count(
    db,
    sql`select count(*) as rows from ${sql.table(model.table)} as t
      where ${isOfKind(kind, model, 't')} and ${isPresent(model.table)}`,
  );
}

async function count(db: Kysely<Tables>, query: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await query.execute(db);
  return Number((rows[0] as { rows: number } | undefined)?.rows);
}
