import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Reason, refusals } from '../../domain/refusals.js';
import { character } from '../../model/character.js';
import { Column } from '../../model/column.js';
import { entity } from '../../model/entity.js';
import { models, type Tables } from '../../model/index.js';
import type { Model } from '../../model/model.js';
import type { StageArea } from './area.js';
import { isPart } from './record-types.js';
import { type Fault, nameRow } from './refusals.js';
import { effects, UNKNOWN } from './removals.js';
import { columnNames, comparedColumns, refs, type StageTable } from './stage-table.js';
import type { PlaceOf } from './stage-types.js';

/** The number of faults that are found at a time. */
export const FAULTS = 500;

/** Finds rows that refer to what is neither in the files nor in the database. */
export async function* findDanglingReferences(area: StageArea, db: Kysely<Tables>): AsyncGenerator<Fault[]> {
  for (const table of area.tables) {
    for (const [name, target] of referencesOf(table.model)) yield* danglingIn(area, db, table, name, target);
  }
}

/** Returns the columns of a model that hold keys of other rows, with the models of those. */
export function referencesOf({ fields }: Model): [name: string, target: Model][] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const table = field instanceof Column ? field.options.references : undefined;
    const target = models.find((model) => model.table === table);
    return target ? [[name, target] as [string, Model]] : [];
  });
}

async function* danglingIn(
  area: StageArea,
  db: Kysely<Tables>,
  { model, name, differences }: StageTable,
  column: string,
  target: Model,
): AsyncGenerator<Fault[]> {
  const [key = ''] = target.key;
  // A column that stored rows keep is compared with nothing, and judged all the same.
  const isKept = !model.key.includes(column) && !comparedColumns(model).some((each) => each.name === column);
  const judged = isKept ? name : differences;
  const staged = area.find(target.table);
  const tombstones = area.removals.find(target.table === character.table ? entity.table : target.table);
  const isNamed = tombstones
    ? sql`exists (
        select 1 from ${sql.table(tombstones.name)} as o
        where ${sql.ref(`o.${key}`)} = ${sql.ref(`d.${column}`)} and o.mask = ${sql.lit(effects.names)})`
    : sql`1 = 0`;
  const isThere = [target.table, ...(staged ? [staged.name] : [])].map(
    (name) =>
      sql`exists (select 1 from ${sql.table(name)} as o where ${sql.ref(`o.${key}`)} = ${sql.ref(`d.${column}`)})`,
  );
  const { rows } = await sql<Record<string, unknown> & { at: number }>`
    select d.at, ${refs(columnNames(model), 'd')} from ${sql.table(judged)} as d
    where ${sql.ref(`d.${column}`)} is not null and not (${sql.join(isThere, sql` or `)} or ${isNamed})
    order by d.at limit ${sql.lit(FAULTS)}`.execute(db);
  if (rows.length === 0) return;
  yield rows.map((row) => ({
    ...ownerOf(model, row),
    reason: refusals.unknownReference(nameRow(model, row), String(row[column])),
  }));
}

/** The columns whose rows end with what they refer to; the others tell a history, or name an owner or a race. */
const living: readonly [table: string, column: string][] = [
  ['memberships', 'character_uid'],
  ['memberships', 'faction_uid'],
  ['datacards', 'owner_uid'],
  ['assignments', 'location_uid'],
  ['account_characters', 'character_uid'],
  ['grants', 'character_uid'],
];

/** Finds rows that refer to what was removed, or what the files remove, and that would have to end with it. */
export async function* findReferencesToRemoved(
  area: StageArea,
  db: Kysely<Tables>,
  place: PlaceOf,
): AsyncGenerator<Fault[]> {
  for (const [name, column] of living) {
    const table = area.find(name);
    if (!table) continue;
    const queries = [toStoredTombstones(area, table, column), toRemovals(area, table, column)];
    for (const query of queries) {
      const { rows } = query ? await query.execute(db) : { rows: [] };
      if (rows.length === 0) continue;
      yield rows.map((row) => ({
        ...ownerOf(table.model, row),
        reason: explain(nameRow(table.model, row), String(row[column]), row.removal_at, place),
      }));
    }
  }
}

type Living = Record<string, unknown> & { at: number; removal_at: number | null };

function explain(row: string, uid: string, at: number | null, place: PlaceOf): Reason {
  if (at === null) return refusals.wasRemoved(row, uid);
  if (at === UNKNOWN) return refusals.unknownReference(row, uid);
  return at < 0 ? refusals.isUnnamed(row, uid) : refusals.isRemoved(row, uid, place(at));
}

function isValid({ model }: StageTable, alias: string): RawBuilder<unknown> {
  return model.table === 'grants' ? sql`${sql.ref(`${alias}.revoked_at`)} is null` : sql`1 = 1`;
}

function toStoredTombstones(area: StageArea, table: StageTable, column: string): RawBuilder<Living> | undefined {
  const entities = area.find(entity.table);
  const isBack = entities
    ? sql`exists (select 1 from ${sql.table(entities.name)} as s where s.uid = e.uid)`
    : sql`1 = 0`;
  // A stored row may sleep; a record of it refers to what is not there all the same.
  const sleeps = table.model.table === 'memberships' || table.model.table === 'account_characters';
  return sql<Living>`
    select d.at, ${sql.lit(null)} as removal_at, ${refs(columnNames(table.model), 'd')}
    from ${sql.table(sleeps ? table.name : table.differences)} as d inner join entities as e on e.uid = ${sql.ref(`d.${column}`)}
    where e.removed_at is not null and ${isValid(table, 'd')} and not ${isBack} order by d.at limit ${sql.lit(FAULTS)}`;
}

/** A record that stands before the removal ends with it. */
function toRemovals(area: StageArea, table: StageTable, column: string): RawBuilder<Living> | undefined {
  const removals = area.removals.find(entity.table);
  if (!removals) return undefined;
  return sql<Living>`
    select s.at, r.at as removal_at, ${refs(columnNames(table.model), 's')}
    from ${sql.table(isPart(table.model) ? table.differences : table.name)} as s
    inner join ${sql.table(removals.name)} as r on r.uid = ${sql.ref(`s.${column}`)}
    where r.mask <> ${sql.lit(effects.none)} and r.at < s.at and ${isValid(table, 's')}
    order by s.at limit ${sql.lit(FAULTS)}`;
}

/** Returns the row that is refused with a row: itself, or what it is a part of. */
function ownerOf(model: Model, row: Record<string, unknown> & { at: number }): Pick<Fault, 'model' | 'key' | 'at'> {
  const [firstName = ''] = model.key;
  if (isPart(model)) {
    const [, owner] = referencesOf(model).find(([name]) => name === firstName) ?? [];
    if (owner) return { model: owner, key: [row[firstName]], at: row.at };
  }
  return { model, key: model.key.map((name) => row[name]), at: row.at };
}
