import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Reason, refusals } from '../../domain/refusals.js';
import { token } from '../../model/access.js';
import { account } from '../../model/account.js';
import { entity } from '../../model/entity.js';
import type { Tables } from '../../model/index.js';
import { membership } from '../../model/membership.js';
import type { Model } from '../../model/model.js';
import type { StageArea } from './area.js';
import { isHidden } from './hidden.js';
import { FAULTS } from './references.js';
import { type Fault, nameRow } from './refusals.js';
import { effects } from './removals.js';
import { columnNames, comparedColumns, hasBit, NEW, refs, type StageTable, sameKey } from './stage-table.js';
import type { PlaceOf } from './stage-types.js';

type Values = Record<string, unknown>;

/** Columns that no two rows have alike at the end state. */
export interface UniqueRule {
  model: Model;
  column: string;
  /** The column that must be 1 for the rule to count. */
  only?: string;
  /** The value that a row has while others take its own. */
  free: RawBuilder<unknown>;
  /** Explains that a row has what another one has. */
  explain(row: Values, other: Values, place: string, name: (uid: unknown) => Promise<string>): Promise<Reason>;
}

export const uniqueRules: UniqueRule[] = [
  {
    model: entity,
    column: 'handle',
    free: sql`null`,
    explain: async (row, other, place) => refusals.sameName(nameRow(entity, row), nameRow(entity, other), place),
  },
  {
    // The keys of names have no space at the start.
    model: account,
    column: 'name_key',
    free: sql`' ' || id`,
    explain: async (row, other, place) => refusals.sameName(nameRow(account, row), nameRow(account, other), place),
  },
  {
    model: token,
    column: 'hash',
    free: sql`hash`,
    explain: async (row, other, place) => refusals.sameHash(nameRow(token, row), nameRow(token, other), place),
  },
  {
    model: membership,
    column: 'character_uid',
    only: 'is_primary',
    free: sql`0`,
    async explain(row, other, place, name) {
      const [one, two] = [await name(row.faction_uid), await name(other.faction_uid)];
      return refusals.twoPrimaries(await name(row.character_uid), one, two, place);
    },
  },
];

/** Finds rows that have what only one can have: of several, the one that is stored or comes first keeps it. */
export async function* findDuplicates(area: StageArea, db: Kysely<Tables>, place: PlaceOf): AsyncGenerator<Fault[]> {
  for (const rule of uniqueRules) {
    const table = area.find(rule.model.table);
    if (!table) continue;
    const faults = new Map<number, Fault>();
    const isStored = table.differences !== table.name;
    for (const query of [...(isStored ? [withStored(area, table, rule)] : []), amongNew(table, rule)]) {
      for (const row of (await query.execute(db)).rows) {
        if (faults.has(row.at)) continue;
        const other = Object.fromEntries(columnNames(rule.model).map((name) => [name, row[`other_${name}`]]));
        const reason = await rule.explain(row, other, place(row.other_at), (uid) => findName(area, db, String(uid)));
        faults.set(row.at, { model: rule.model, key: rule.model.key.map((name) => row[name]), at: row.at, reason });
      }
    }
    if (faults.size > 0) yield [...faults.values()];
  }
}

/** Returns a uid with the name that it has at the end state. */
async function findName(area: StageArea, db: Kysely<Tables>, uid: string): Promise<string> {
  const staged = area.find(entity.table);
  for (const name of [...(staged ? [staged.name] : []), entity.table]) {
    const { rows } = await sql<Values>`select uid, name from ${sql.table(name)} where uid = ${uid}`.execute(db);
    if (rows[0]) return nameRow(entity, rows[0]);
  }
  return uid;
}

type Pair = Values & { at: number; other_at: number | null };

function pairOf({ model }: UniqueRule, otherAt: RawBuilder<unknown>): RawBuilder<unknown> {
  const others = columnNames(model).map((name) => sql`${sql.ref(`o.${name}`)} as ${sql.ref(`other_${name}`)}`);
  return sql`d.at, ${refs(columnNames(model), 'd')}, ${otherAt} as other_at, ${sql.join(others)}`;
}

/** Pairs rows with stored ones that stay as they are. */
function withStored(area: StageArea, { differences, name }: StageTable, rule: UniqueRule): RawBuilder<Pair> {
  const { model } = rule;
  return sql<Pair>`
    select ${pairOf(rule, sql`(select s.at from ${sql.table(name)} as s where ${sameKey(model, 's', 'o')})`)}
    from ${sql.table(differences)} as d inner join ${sql.table(model.table)} as o on ${isSame(rule)}
    where not exists (select 1 from ${sql.table(differences)} as x where ${sameKey(model, 'x', 'o')})
      and not ${isRemoved(area, model, 'o')}
    order by d.at limit ${sql.lit(FAULTS)}`;
}

/** Pairs rows that differ with others that do: who has the value already keeps it, then who comes first. */
function amongNew({ differences }: StageTable, rule: UniqueRule): RawBuilder<Pair> {
  const { model, column, only } = rule;
  const changed = comparedColumns(model).find(({ name }) => name === (only ?? column));
  const rank = (alias: string) => {
    const takes = sql`${sql.ref(`${alias}.mask`)} = ${sql.lit(NEW)}`;
    return changed ? sql`case when ${takes} or ${hasBit(`${alias}.mask`, changed.bit)} then 1 else 0 end` : sql`1`;
  };
  const condition = only ? sql`where ${sql.ref(only)} = 1` : sql``;
  return sql<Pair>`
    select ${pairOf(rule, sql`o.at`)}
    from ${sql.table(differences)} as d inner join ${sql.table(differences)} as o on ${isSame(rule)}
    where ${sql.ref(`d.${column}`)} in (
      select ${sql.ref(column)} from ${sql.table(differences)} ${condition} group by ${sql.ref(column)} having count(*) > 1
    ) and not ${sameKey(model, 'd', 'o')} and (${rank('o')}, o.at) < (${rank('d')}, d.at)
    order by d.at, ${rank('o')}, o.at limit ${sql.lit(FAULTS)}`;
}

/** Returns the condition that a stored row ends, or sleeps, at the end state. */
function isRemoved(area: StageArea, model: Model, alias: string): RawBuilder<SqlBool> {
  const removals = area.removals.find(model.table);
  const ends = removals
    ? sql`exists (
        select 1 from ${sql.table(removals.name)} as r
        where ${sameKey(model, 'r', alias)} and r.mask = ${sql.lit(effects.ends)})`
    : sql`1 = 0`;
  return model.table === membership.table
    ? sql<SqlBool>`(${ends} or ${isHidden(area, alias)})`
    : sql<SqlBool>`(${ends})`;
}

function isSame({ column, only }: UniqueRule): RawBuilder<unknown> {
  const same = sql`${sql.ref(`o.${column}`)} = ${sql.ref(`d.${column}`)}`;
  return only ? sql`${same} and ${sql.ref(`o.${only}`)} = 1 and ${sql.ref(`d.${only}`)} = 1` : same;
}
