import { type Kysely, type RawBuilder, sql } from 'kysely';
import { permissionNames } from '../../domain/permission.js';
import { grantPermission } from '../../model/access.js';
import { datacard } from '../../model/datacard.js';
import { entity } from '../../model/entity.js';
import type { Tables } from '../../model/index.js';
import { columnsOf, type Model } from '../../model/model.js';
import type { StageArea } from './area.js';
import { isPart } from './record-types.js';
import {
  columnNames,
  comparedColumns,
  createLike,
  hasBit,
  NEW,
  refs,
  type StageTable,
  sameKey,
} from './stage-table.js';

/**
 * Compares the staged rows with the stored ones: afterwards each table's `differences` names those that are new or differ. Where
 * nothing is stored, these are the staged rows themselves.
 */
export async function compareAll(area: StageArea, db: Kysely<Tables>, strict: boolean): Promise<void> {
  for (const table of area.tables) {
    await forgetDifferences(table, db);
    if (area.session.takesArrays) await sql`analyze ${sql.table(table.name)}`.execute(db);
  }
  await area.removals.compare(db, (name) => area.find(name));
  for (const table of area.tables.filter(({ model }) => !isPart(model))) await compareTable(area, db, table);
  for (const table of area.tables.filter(({ model }) => isPart(model))) await compareParts(area, db, table);
  if (strict) return;
  for (const table of area.tables) await area.removals.addUnknown(db, table, area.find(entity.table));
}

/** Returns true when no row that is stored by now makes the comparison wrong. */
export async function isStillTrue(area: StageArea, db: Kysely<Tables>): Promise<boolean> {
  for (const { model, name, differences } of area.tables) {
    if (isPart(model)) continue;
    // Nothing was compared with a table that had no rows.
    if (differences === name) {
      if (await isEmpty(db, model.table)) continue;
      return false;
    }
    const { rows } = await sql`
      select 1 from ${sql.table(differences)} as d left join ${sql.table(model.table)} as t on ${sameKey(model, 't', 'd')}
      where (d.mask = ${sql.lit(NEW)}) <> (${firstKey(model, 't')} is null) limit 1`.execute(db);
    if (rows.length > 0) return false;
  }
  return !(await area.removals.areNamesStored(db));
}

/** The bit of a grant whose permissions differ, which another table holds. */
export function permissionsBit(model: Model): number {
  return 2 ** columnsOf(model).length;
}

async function forgetDifferences(table: StageTable, db: Kysely<Tables>): Promise<void> {
  if (table.differences !== table.name) await sql`drop table ${sql.table(table.differences)}`.execute(db);
  table.differences = table.name;
}

async function compareTable(area: StageArea, db: Kysely<Tables>, table: StageTable): Promise<void> {
  const { model, name } = table;
  if (await isEmpty(db, model.table)) return;
  const differences = `differing_${model.table}`;
  await createLike(area.session, db, differences, model);
  const columns = refs(columnNames(model));
  await sql`
    insert into ${sql.table(differences)} (at, mask, ${columns})
    select at, mask, ${columns} from (
      select s.at, case when ${firstKey(model, 't')} is null then ${sql.lit(NEW)} else ${maskOf(area, model)} end as mask,
        ${refs(columnNames(model), 's')}
      from ${sql.table(name)} as s left join ${sql.table(model.table)} as t on ${sameKey(model, 't', 's')}
    ) as compared
    where mask <> 0 order by at`.execute(db);
  if (area.session.takesArrays) await sql`analyze ${sql.table(differences)}`.execute(db);
  table.differences = differences;
}

/** Finds the starting assignments of datacards that are new, or come back. Those of a grant are compared with it. */
async function compareParts(area: StageArea, db: Kysely<Tables>, table: StageTable): Promise<void> {
  const cards = area.find(datacard.table);
  if (table.model.table !== 'assignments' || !cards || cards.differences === cards.name) return;
  const differences = `differing_${table.model.table}`;
  await createLike(area.session, db, differences, table.model);
  const columns = columnNames(table.model);
  await sql`
    insert into ${sql.table(differences)} (at, ${refs(columns)})
    select s.at, ${refs(columns, 's')} from ${sql.table(table.name)} as s
    inner join ${sql.table(cards.differences)} as d on d.uid = s.datacard_uid where ${isAdded(datacard, 'd')}`.execute(
    db,
  );
  table.differences = differences;
}

/** Returns the condition that a row of the differences is new, or was removed and comes back. */
export function isAdded(model: Model, alias: string): RawBuilder<boolean> {
  const isNew = sql<boolean>`${sql.ref(`${alias}.mask`)} = ${sql.lit(NEW)}`;
  const removed = comparedColumns(model).find(({ name }) => name === 'removed_at');
  return removed ? sql<boolean>`(${isNew} or ${hasBit(`${alias}.mask`, removed.bit)})` : isNew;
}

function maskOf(area: StageArea, model: Model): RawBuilder<number> {
  const bits = comparedColumns(model).map(({ name, bit, isOnce }) => {
    const [staged, stored] = [sql.ref(`s.${name}`), sql.ref(`t.${name}`)];
    const differs = isOnce
      ? sql`${stored} is null and ${staged} is not null`
      : sql`${stored} is distinct from ${staged}`;
    return sql`case when ${differs} then ${sql.lit(bit)} else 0 end`;
  });
  const permissions = area.find(grantPermission.table);
  if (model.table === 'grants' && permissions) {
    bits.push(sql`case when ${permissionsDiffer(permissions)} then ${sql.lit(permissionsBit(model))} else 0 end`);
  }
  return bits.length === 0 ? sql<number>`0` : sql<number>`${sql.join(bits, sql` + `)}`;
}

/** A permission of a later version counts for nothing. */
function permissionsDiffer({ name }: StageTable): RawBuilder<boolean> {
  const staged = sql`select permission from ${sql.table(name)} where grant_id = s.id`;
  const stored = sql`
    select permission from grant_permissions
    where grant_id = s.id and permission in (${sql.join(permissionNames.map((each) => sql.lit(each)))})`;
  const without = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) =>
    sql`exists (select 1 from (${one}) as one where permission not in (${other}))`;
  return sql<boolean>`(${without(staged, stored)} or ${without(stored, staged)})`;
}

function firstKey({ key }: Model, alias: string) {
  return sql.ref(`${alias}.${key[0]}`);
}

async function isEmpty(db: Kysely<Tables>, table: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db);
  return rows.length === 0;
}
