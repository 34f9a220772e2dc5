import { type Kysely, type RawBuilder, sql } from 'kysely';
import { grantPermission } from '../../model/access.js';
import { datacard } from '../../model/datacard.js';
import { datacardChange } from '../../model/datacard-change.js';
import { entity } from '../../model/entity.js';
import type { Tables } from '../../model/index.js';
import { membership } from '../../model/membership.js';
import type { Model } from '../../model/model.js';
import { use } from '../../model/use.js';
import { Slices } from '../slices.js';
import type { Traits } from '../traits.js';
import { removingOrder, type StageArea, writingOrder } from './area.js';
import { permissionsBit } from './compare.js';
import { isHidden } from './hidden.js';
import { reclaimUses } from './reclaim.js';
import { referencesOf } from './references.js';
import { effects } from './removals.js';
import { inRanges, nextRange, type Range, within } from './row-ranges.js';
import { columnNames, comparedColumns, hasBit, NEW, refs, type StageTable, sameKey } from './stage-table.js';
import { StaleComparison } from './stale-comparison.js';
import { uniqueRules } from './uniqueness.js';
import { writeUses } from './uses.js';

/**
 * Keeps the uses of the datacards that are written, or used, from changing until the transaction ends, and what sleeps of entities that come
 * back from ending.
 */
export async function lockRows(area: StageArea, db: Kysely<Tables>, { rowLocks }: Traits): Promise<void> {
  if (!rowLocks) return;
  const written = [[datacard.table, 'uid'] as const, [use.table, 'datacard_uid'] as const].flatMap(([name, column]) => {
    const table = area.find(name);
    return table ? [sql`select ${sql.ref(column)} from ${sql.table(table.differences)}`] : [];
  });
  if (written.length > 0) {
    await sql`select uid from datacards where uid in (${sql.join(written, sql` union all `)}) order by uid for update`.execute(
      db,
    );
  }
  const entities = area.find(entity.table);
  if (!entities) return;
  await sql`
    select uid from entities
    where removed_at is not null and uid in (select uid from ${sql.table(entities.differences)}) order by uid for update`.execute(
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
    else if (name === use.table) onRows(await writeUses(area, db, table));
    else if (name === datacardChange.table) await traits.numberedChanges(db, write);
    else await write();
  }
  await reclaimUses(area, db, now);
  // Last, so that whatever moves to another owner or place does so before the old one ends.
  for (const name of removingOrder) await removals.execute(db, traits, name, effects.ends, now, onRows);
}

/**
 * Writes the differences of a table whose rows stand alone, in transactions so short that other writers do not notice.
 *
 * @throws the reason of the signal when it aborts; what was written stays
 */
export async function writeSlices(
  { session }: StageArea,
  table: StageTable,
  onRows: (rows: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  let after = 0;
  const slices = new Slices();
  await slices.repeat(async (most) => {
    const range = await nextRange(session.db, table, after, most);
    if (!range) return 0;
    // What somebody has removed meanwhile, as prune does, stays away.
    onRows(await session.write((db) => writeRange(db, table, range, { onStale: () => {} })));
    await session.settle();
    after = range.to;
    return most;
  }, signal);
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
  const later = referencesOf(table.model).flatMap(([name, { table: target }]) =>
    target === table.model.table ? [name] : [],
  );
  if (later.length === 0) return inRanges(db, table, async (range) => onRows(await writeRange(db, table, range)));
  // A row may refer to one of a later piece. Besides, SQLite searches all tables for rows that refer to what is added while
  // one refers to a row that is still missing.
  await inRanges(db, table, async (range) => onRows(await writeRange(db, table, range, { only: 'new', later })));
  await inRanges(db, table, async (range) => {
    onRows(await writeRange(db, table, range, { only: 'stored' }));
    await setLater(db, table, range, later);
  });
}

interface RangeOptions {
  /** Called when another session has added or deleted one of the rows since the comparison; it throws by default. */
  onStale?: () => void;
  /** Writes only the rows that are new, or only those that are stored; all by default. */
  only?: 'new' | 'stored';
  /** The columns that are null in new rows for now. */
  later?: readonly string[];
}

/**
 * Writes the rows of a range, and returns their number. Of a stored row only the columns that differ are written: their
 * indices are the only ones that change.
 *
 * @throws {StaleComparison}
 */
async function writeRange(
  db: Kysely<Tables>,
  table: StageTable,
  range?: Range,
  { onStale = refuseStale, only, later = [] }: RangeOptions = {},
): Promise<number> {
  const { model, differences } = table;
  const columns = columnNames(model);
  const values = columns.map((name) => (later.includes(name) ? sql.lit(null) : sql.ref(`d.${name}`)));
  const masks = await sql<{ mask: number; rows: number }>`
    select mask, count(*) as rows from ${sql.table(differences)} as d where 1 = 1 ${within(range)}
    group by mask order by mask`.execute(db);
  let rows = 0;
  for (const { mask, rows: expected } of masks.rows) {
    if (only && only !== (mask === NEW ? 'new' : 'stored')) continue;
    const set = comparedColumns(model)
      .filter(({ bit }) => mask !== NEW && (mask & bit) !== 0)
      .map(({ name, isOnce }) => setColumn(model.table, name, isOnce));
    if (mask !== NEW && set.length === 0) continue;
    const { numAffectedRows } = await (mask === NEW
      ? sql`
          insert into ${sql.table(model.table)} (${refs(columns)})
          select ${sql.join(values)} from ${sql.table(differences)} as d where d.mask = ${sql.lit(NEW)} ${within(range)}
          on conflict (${refs(model.key)}) do nothing`
      : sql`
          update ${sql.table(model.table)} set ${sql.join(set)} from ${sql.table(differences)} as d
          where d.mask = ${mask} ${within(range)} and ${sameKey(model, model.table, 'd')}`
    ).execute(db);
    const written = Number(numAffectedRows ?? 0);
    if (written !== Number(expected)) onStale();
    rows += written;
  }
  return rows;
}

/** Writes the columns that new rows of a range did not get at first. */
async function setLater(
  db: Kysely<Tables>,
  { model, differences }: StageTable,
  range: Range,
  later: readonly string[],
): Promise<void> {
  const isSet = later.map((name) => sql`${sql.ref(`d.${name}`)} is not null`);
  await sql`
    update ${sql.table(model.table)} set ${sql.join(later.map((name) => setColumn(model.table, name, false)))}
    from ${sql.table(differences)} as d
    where d.mask = ${sql.lit(NEW)} ${within(range)} and (${sql.join(isSet, sql` or `)})
      and ${sameKey(model, model.table, 'd')}`.execute(db);
}

function refuseStale(): never {
  throw new StaleComparison();
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

/** Frees what rows have that end at the end of the transaction. A membership that only sleeps keeps it, unless another one takes it. */
async function freeRemoved(area: StageArea, db: Kysely<Tables>, model: Model, set: RawBuilder<unknown>): Promise<void> {
  const table = area.find(model.table);
  if (table && model.table === membership.table) {
    await sql`
      update memberships set ${set}
      where is_primary = 1 and ${isHidden(area, model.table)} and character_uid in (
        select character_uid from ${sql.table(table.differences)} where is_primary = 1)`.execute(db);
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
