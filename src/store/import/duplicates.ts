import { type Reason, refusals } from '../../domain/refusals.js';
import { ENDS, isHidden } from './compare.js';
import { FAULTS, faultOf, nameRow, type PlaceOf } from './references.js';
import { all } from './session.js';
import type { Fault, Stage } from './stage.js';
import { sameKey, type Target, targetOf } from './tables.js';

type Values = Record<string, unknown>;

/** Columns that no two rows have alike at the end. */
export interface UniqueRule {
  table: string;
  columns: readonly string[];
  /** The condition on a row for which the rule counts, with the alias `x`. */
  where?: string;
  /** The assignment that makes a row give its value up, before others take it; absent where the value never changes. */
  free?: string;
  explain(row: Values, other: Values, place: string, name: (uid: unknown) => Promise<string>): Promise<Reason>;
}

const sameName = (table: string) => async (row: Values, other: Values, place: string) =>
  refusals.sameName(nameRow(targetOf(table), row), nameRow(targetOf(table), other), place);

/** The unique columns of the tables, besides their keys. */
export const uniqueRules: readonly UniqueRule[] = [
  { table: 'entities', columns: ['handle'], free: 'handle = null', explain: sameName('entities') },
  // The keys of names have no space at the start.
  { table: 'accounts', columns: ['name_key'], free: `name_key = ' ' || id`, explain: sameName('accounts') },
  {
    table: 'accounts',
    columns: ['provider_issuer', 'provider_subject'],
    free: 'provider_subject = null',
    explain: async (row, other, place) =>
      refusals.sameSubject(nameRow(targetOf('accounts'), row), nameRow(targetOf('accounts'), other), place),
  },
  {
    table: 'tokens',
    columns: ['hash'],
    explain: async (row, other, place) =>
      refusals.sameHash(nameRow(targetOf('tokens'), row), nameRow(targetOf('tokens'), other), place),
  },
  {
    table: 'memberships',
    columns: ['character_uid'],
    where: 'x.is_primary = 1',
    free: 'is_primary = 0',
    async explain(row, other, place, name) {
      const [one, two] = [await name(row.faction_uid), await name(other.faction_uid)];
      return refusals.twoPrimaries(await name(row.character_uid), one, two, place);
    },
  },
  {
    table: 'datacard_changes',
    columns: ['request_id'],
    where: `x.action = 'use'`,
    explain: async (row, other, place) =>
      refusals.sameUse(nameRow(targetOf('datacard_changes'), row), String(row.request_id), `${other.id}`, place),
  },
];

type Pair = Values & { at: number; other_at: number | null };

/** Finds rows that have what only one can have: of several, the one that is stored or comes first keeps it. */
export async function* findDuplicates(stage: Stage, place: PlaceOf): AsyncGenerator<Fault[]> {
  for (const rule of uniqueRules) {
    const target = targetOf(rule.table);
    if (!stage.find('new', target)) continue;
    const faults = new Map<number, Fault>();
    for (const query of [withStored(stage, target, rule), amongNew(target, rule)]) {
      for (const row of await all<Pair>(stage.session.db, query)) {
        if (faults.has(row.at)) continue;
        const other = Object.fromEntries(Object.keys(target.columns).map((name) => [name, row[`other_${name}`]]));
        const reason = await rule.explain(row, other, place(row.other_at), (uid) => findName(stage, String(uid)));
        faults.set(row.at, faultOf(target, row, reason));
      }
    }
    if (faults.size > 0) yield [...faults.values()];
  }
}

/** Returns a uid with the name that it has at the end. */
async function findName(stage: Stage, uid: string): Promise<string> {
  for (const from of [stage.from('stage', 'entities'), 'entities']) {
    const [row] = await all<Values>(stage.session.db, `select uid, name from ${from} as e where uid = ?`, uid);
    if (row) return nameRow(targetOf('entities'), row);
  }
  return uid;
}

function pairOf({ columns }: Target): string {
  return Object.keys(columns)
    .flatMap((name) => [`d.${name}`, `o.${name} as other_${name}`])
    .join(', ');
}

function isSame({ columns, where }: UniqueRule): string {
  const conditions = where ? [where.replace('x.', 'd.'), where.replace('x.', 'o.')] : [];
  return [...columns.map((name) => `d.${name} = o.${name}`), ...conditions].join(' and ');
}

/** Pairs rows with stored ones that stay as they are. */
function withStored(stage: Stage, target: Target, rule: UniqueRule): string {
  const { name } = target;
  const isHiddenThen = name === 'memberships' ? isHidden(stage, 'o') : 'false';
  return `select d.at, (select s.at from stage_${name} as s where ${sameKey(target, 's', 'o')}) as other_at, ${pairOf(target)}
    from new_${name} as d inner join ${name} as o on ${isSame(rule)}
    where not exists (select 1 from new_${name} as x where ${sameKey(target, 'x', 'o')}) and not ${isHiddenThen}
      and not exists (select 1 from ${stage.from('gone', name)} as g where ${sameKey(target, 'g', 'o')} and g.effect = ${ENDS})
    order by d.at limit ${FAULTS}`;
}

/** Pairs rows that differ with others that do: whoever has the value already keeps it, then whoever comes first. */
function amongNew(target: Target, { columns, where, ...rule }: UniqueRule): string {
  const { name, key } = target;
  const has = ['true', ...(where ? [where] : [])].join(' and ');
  const value = columns.map((column) => `x.${column}`).join(', ');
  const keeps = [
    ...columns.map((column) => `t.${column} = x.${column}`),
    ...(where ? [where.replace('x.', 't.')] : []),
  ];
  return `with candidates as (
      select x.*, case when t.${key[0]} is not null and ${keeps.join(' and ')} then 0 else 1 end as takes
      from new_${name} as x left join ${name} as t on ${sameKey(target, 't', 'x')}
      where ${has} and (${value}) in (select ${value} from new_${name} as x where ${has} group by ${value} having count(*) > 1)
    )
    select d.at, o.at as other_at, ${pairOf(target)}
    from candidates as d inner join candidates as o on ${isSame({ columns, ...rule })}
    where not (${sameKey(target, 'd', 'o')}) and (o.takes, o.at) < (d.takes, d.at)
    order by d.at, o.takes, o.at limit ${FAULTS}`;
}
