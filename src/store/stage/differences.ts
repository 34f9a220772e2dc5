import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type RecordType, recordModels, type Tables } from '../../model/index.js';
import type { Model } from '../../model/model.js';
import { permissionsOf } from '../permissions-of.js';
import type { StageArea } from './area.js';
import { isAdded, permissionsBit } from './compare.js';
import { isOfKind, modelsOf } from './record-types.js';
import { nameRow } from './refusals.js';
import { effects, UNKNOWN } from './removals.js';
import { columnNames, comparedColumns, NEW, refs, sameKey } from './stage-table.js';
import type { Difference, DifferenceType } from './stage-types.js';

type Values = Record<string, unknown>;

/** The number of differences in one query. */
const PAGE = 500;

/** Yields the differences of a kind in the order of the files: rows that are new or come back, or others that change. */
export async function* differencesOf(
  area: StageArea,
  kind: RecordType,
  type: DifferenceType,
  most: number = Number.POSITIVE_INFINITY,
): AsyncGenerator<Difference> {
  const { db } = area.session;
  if (type === 'removed') return yield* removalsOf(area, db, kind, most);
  if (!area.find(mainOf(kind).table)) return;
  const { key } = mainOf(kind);
  let left = most;
  for (let after = -1; left > 0; ) {
    const { rows } = await sql<Values & { at: number }>`
      select at, ${refs(key)} from (${differing(area, kind)}) as found
      where at > ${after} and added = ${sql.lit(type === 'added' ? 1 : 0)}
      order by at limit ${sql.lit(Math.min(PAGE, left))}`.execute(db);
    const last = rows.at(-1);
    if (last === undefined) return;
    const details = await detailsOf(area, db, kind, rows);
    for (const row of rows) {
      const detail = details.get(JSON.stringify(key.map((name) => row[name])));
      if (detail) yield { kind, at: row.at, ...detail };
    }
    left -= rows.length;
    after = last.at;
  }
}

/** Yields the rows of a kind that end, in the order of their keys. */
async function* removalsOf(
  area: StageArea,
  db: Kysely<Tables>,
  kind: RecordType,
  most: number,
): AsyncGenerator<Difference> {
  const [model] = modelsOf(kind) as [Model];
  const removals = area.removals.find(model.table);
  if (!removals) return;
  const name = columnNames(model).includes('name')
    ? sql`coalesce(r.tombstone_name, (select t.name from ${sql.table(model.table)} as t where ${sameKey(model, 't', 'r')}))`
    : sql`null`;
  let left = most;
  let after = sql<SqlBool>`1 = 1`;
  while (left > 0) {
    const { rows } = await sql<Values & { at: number }>`
      select r.at, ${refs(model.key, 'r')}, ${name} as name from ${sql.table(removals.name)} as r
      where r.mask <> ${sql.lit(effects.none)} and r.at <> ${sql.lit(UNKNOWN)} and ${isOfKind(kind, model, 'r')} and ${after}
      order by ${refs(model.key, 'r')} limit ${sql.lit(Math.min(PAGE, left))}`.execute(db);
    const last = rows.at(-1);
    if (last === undefined) return;
    for (const { at, ...row } of rows) {
      yield { kind, row: nameRow(model, row), at: at < 0 ? null : at, columns: [], before: row, after: row };
    }
    left -= rows.length;
    after = sql<SqlBool>`(${refs(model.key, 'r')}) > (${sql.join(model.key.map((column) => last[column]))})`;
  }
}

/** Returns the model of the table that every row of a kind has a row in. */
export function mainOf(kind: RecordType): Model {
  return recordModels[kind];
}

/** Returns the keys of the records of a kind that are not like the stored rows; `added` is 1 for rows that are not there. */
export function differing(area: StageArea, kind: RecordType): RawBuilder<unknown> {
  const parts = modelsOf(kind).flatMap((model) => {
    const table = area.find(model.table);
    if (!table) return [];
    return [
      sql`select d.at, case when ${isAdded(model, 'd')} then 1 else 0 end as added, ${refs(model.key, 'd')}
        from ${sql.table(table.differences)} as d where ${isOfKind(kind, model, 'd')}`,
    ];
  });
  const [only] = parts;
  if (only && parts.length === 1) return only;
  const key = refs(mainOf(kind).key);
  return sql`
    select min(at) as at, max(added) as added, ${key} from (${sql.join(parts, sql` union all `)}) as parts group by ${key}`;
}

type Detail = Omit<Difference, 'kind' | 'at'>;

/** Returns the rows of some keys as they are and as they become, by their keys as JSON. */
async function detailsOf(
  area: StageArea,
  db: Kysely<Tables>,
  kind: RecordType,
  keys: readonly Values[],
): Promise<Map<string, Detail>> {
  const details = new Map<string, Detail>();
  for (const model of modelsOf(kind)) {
    const table = area.find(model.table);
    if (!table) continue;
    const names = columnNames(model);
    const conditions = keys.map((row) =>
      sql.join(
        model.key.map((name) => sql`${sql.ref(`s.${name}`)} = ${row[name]}`),
        sql` and `,
      ),
    );
    const { rows } = await sql<Values & { mask: number | null }>`
      select d.mask as mask, ${sql.join(names.map((name) => sql`${sql.ref(`s.${name}`)} as ${sql.ref(`new_${name}`)}`))},
        ${sql.join(names.map((name) => sql`${sql.ref(`t.${name}`)} as ${sql.ref(`old_${name}`)}`))}
      from ${sql.table(table.name)} as s left join ${sql.table(model.table)} as t on ${sameKey(model, 't', 's')}
      left join ${sql.table(table.differences)} as d on ${sameKey(model, 'd', 's')}
      where ${sql.join(
        conditions.map((condition) => sql`(${condition})`),
        sql` or `,
      )}`.execute(db);
    for (const row of rows) {
      const [before, after] = [valuesOf(row, 'old_', names), valuesOf(row, 'new_', names)];
      const id = JSON.stringify(model.key.map((name) => after[name]));
      const known = details.get(id) ?? { row: '', columns: [], before: {}, after: {} };
      const mask = row.mask ?? 0;
      const columns = mask === NEW ? [] : comparedColumns(model).filter(({ bit }) => (mask & bit) !== 0);
      details.set(id, {
        row: known.row || nameRow(model, after),
        columns: [...known.columns, ...columns.map(({ name }) => name)],
        before: { ...known.before, ...before },
        after: { ...known.after, ...after },
      });
      if (kind === 'grant' && mask !== NEW && (mask & permissionsBit(model)) !== 0) {
        await addPermissions(area, db, details.get(id) as Detail);
      }
    }
  }
  return details;
}

function valuesOf(row: Values, prefix: string, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, row[`${prefix}${name}`]]));
}

async function addPermissions(area: StageArea, db: Kysely<Tables>, detail: Detail): Promise<void> {
  const id = String(detail.after.id);
  const staged = area.find('grant_permissions');
  const { rows } = staged
    ? await sql<{ permission: string }>`
        select permission from ${sql.table(staged.name)} where grant_id = ${id} order by permission`.execute(db)
    : { rows: [] };
  detail.columns.push('permissions');
  detail.before.permissions = [...((await permissionsOf(db, [id])).get(id) ?? [])].sort();
  detail.after.permissions = rows.map(({ permission }) => permission);
}
