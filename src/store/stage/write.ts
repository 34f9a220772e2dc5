import { setImmediate } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { grantPermission } from '../../model/access.js';
import { datacard } from '../../model/datacard.js';
import { datacardChange } from '../../model/datacard-change.js';
import type { Tables } from '../../model/index.js';
import { membership } from '../../model/membership.js';
import type { Model } from '../../model/model.js';
import type { Traits } from '../traits.js';
import { removingOrder, type StageArea, writingOrder } from './area.js';
import { permissionsBit } from './compare.js';
import { effects } from './removals.js';
import { columnNames, comparedColumns, hasBit, NEW, refs, type StageTable, sameKey } from './stage-table.js';
import { uniqueRules } from './uniqueness.js';

/** The number of rows that are written before signals and timers have their turn. */
const ROWS = 5000;

/** The rows of a temporary table from one to another, by their row numbers; all of them without. */
export interface Range {
  after: number;
  to: number;
}

/** Keeps the uses of the datacards that are written from changing until the transaction ends. */
export async function lockDatacards(area: StageArea, db: Kysely<Tables>, { rowLocks }: Traits): Promise<void> {
  const table = area.find(datacard.table);
  if (!rowLocks || !table) return;
  await sql`
    select uid from datacards where uid in (select uid from ${sql.table(table.differences)}) order by uid for update`.execute(
    db,
  );
}

/** Writes the differences of the tables that depend on each other. Call it in a transaction. */
export async function writeDependent(
  area: StageArea,
  db: Kysely<Tables>,
  traits: Traits,
  now: number,
  onRows: (rows: number) => void,
): Promise<void> {
  const { removals } = area;
  await freeUniqueValues(area, db);
  for (const name of writingOrder) {
    // Histories may name what is known by its removal alone.
    await removals.execute(db, traits, name, effects.names, now, onRows);
    const table = area.find(name);
    if (!table) continue;
    const write = () => writeTable(area, db, table, onRows);
    if (name === grantPermission.table) await writePermissions(area, db, table);
    else if (name === datacardChange.table) await traits.numberedChanges(db, write);
    else await write();
  }
  // Last, so that whatever moves to another owner or place does so before the old one ends.
  for (const name of removingOrder) await removals.execute(db, traits, name, effects.ends, now, onRows);
}

/** Writes the differences of a table, piece by piece. */
export async function writeTable(
  area: StageArea,
  db: Kysely<Tables>,
  table: StageTable,
  onRows: (rows: number) => void,
): Promise<void> {
  if (area.session.takesArrays) {
    onRows(await writeRange(db, table));
    return;
  }
  for (let after = 0; ; ) {
    const range = await nextRange(db, table, after, ROWS);
    if (!range) return;
    onRows(await writeRange(db, table, range));
    after = range.to;
    // SQLite answers synchronously: without this, signals and timers would wait.
    await setImmediate();
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

/**
 * Writes the rows of a range, and returns their number. Of a stored row only the columns that differ are written: their
 * indices are the only ones that change.
 */
export async function writeRange(db: Kysely<Tables>, table: StageTable, range?: Range): Promise<number> {
  const { model, differences } = table;
  const within = range ? sql`and d.rowid > ${range.after} and d.rowid <= ${range.to}` : sql``;
  const columns = columnNames(model);
  const inserted = await sql`
    insert into ${sql.table(model.table)} (${refs(columns)})
    select ${refs(columns, 'd')} from ${sql.table(differences)} as d where d.mask = ${sql.lit(NEW)} ${within}
    on conflict (${refs(model.key)}) do nothing`.execute(db);
  let rows = Number(inserted.numAffectedRows ?? 0);
  const masks = await sql<{ mask: number }>`
    select distinct mask from ${sql.table(differences)} as d where d.mask <> ${sql.lit(NEW)} ${within}`.execute(db);
  for (const { mask } of masks.rows) {
    const set = comparedColumns(model)
      .filter(({ bit }) => (mask & bit) !== 0)
      .map(({ name, isOnce }) => setColumn(model.table, name, isOnce));
    if (set.length === 0) continue;
    const updated = await sql`
      update ${sql.table(model.table)} set ${sql.join(set)} from ${sql.table(differences)} as d
      where d.mask = ${mask} ${within} and ${sameKey(model, model.table, 'd')}`.execute(db);
    rows += Number(updated.numAffectedRows ?? 0);
  }
  return rows;
}

/** Returns the assignment of a column. A value that was set meanwhile, and is never changed, stays. */
function setColumn(table: string, name: string, isOnce: boolean): RawBuilder<unknown> {
  const value = sql.ref(`d.${name}`);
  return isOnce
    ? sql`${sql.ref(name)} = coalesce(${sql.ref(`${table}.${name}`)}, ${value})`
    : sql`${sql.ref(name)} = ${value}`;
}

/** Lets rows take the values of each other, such as names that swap: for a moment nobody has them. */
async function freeUniqueValues(area: StageArea, db: Kysely<Tables>): Promise<void> {
  for (const { model, column, only, free } of uniqueRules) {
    const table = area.find(model.table);
    const changed = comparedColumns(model).find(({ name }) => name === (only ?? column));
    if (!table || !changed || table.differences === table.name) continue;
    await freeRemoved(area, db, model, sql`${sql.ref(changed.name)} = ${free}`);
    await sql`
      update ${sql.table(model.table)} set ${sql.ref(changed.name)} = ${free}
      where (${refs(model.key)}) in (
        select ${refs(model.key, 'd')} from ${sql.table(table.differences)} as d where ${hasBit('d.mask', changed.bit)}
      )`.execute(db);
  }
}

/** Frees what rows have that end at the end of the transaction. */
async function freeRemoved(area: StageArea, db: Kysely<Tables>, model: Model, set: RawBuilder<unknown>): Promise<void> {
  const columns: [own: string, removals: string][] =
    model.table === membership.table
      ? [
          ['character_uid', 'entities'],
          ['faction_uid', 'entities'],
        ]
      : [];
  for (const [own, table] of columns) {
    const removals = area.removals.find(table);
    if (!removals) continue;
    await sql`
      update ${sql.table(model.table)} set ${set} where ${sql.ref(own)} in (
        select uid from ${sql.table(removals.name)} where mask = ${sql.lit(effects.ends)})`.execute(db);
  }
  const removals = area.removals.find(model.table);
  if (!removals) return;
  await sql`
    update ${sql.table(model.table)} set ${set} where (${refs(model.key)}) in (
      select ${refs(model.key)} from ${sql.table(removals.name)} where mask = ${sql.lit(effects.ends)})`.execute(db);
}

/** Gives each grant that is new, or has other permissions, those of its record. */
async function writePermissions(area: StageArea, db: Kysely<Tables>, permissions: StageTable): Promise<void> {
  const grants = area.find('grants');
  if (!grants) return;
  const written = sql`
    select d.id from ${sql.table(grants.differences)} as d
    where d.mask = ${sql.lit(NEW)} or ${hasBit('d.mask', permissionsBit(grants.model))}`;
  await sql`delete from grant_permissions where grant_id in (${written})`.execute(db);
  await sql`
    insert into grant_permissions (grant_id, permission)
    select s.grant_id, s.permission from ${sql.table(permissions.name)} as s where s.grant_id in (${written})`.execute(
    db,
  );
}
