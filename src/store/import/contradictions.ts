import { type Reason, refusals } from '../../domain/refusals.js';
import { printable, quote } from '../../domain/text.js';
import { ENDS, isHidden, NAMES, NOTHING, storedUses, UNKNOWN } from './compare.js';
import { all } from './session.js';
import type { Fault, Stage } from './stage.js';
import { kindOf, list, sameKey, type Target, targetOf, targets } from './tables.js';

/** Maximum rows that a query of faults reads. */
export const FAULTS = 500;

type Values = Record<string, unknown>;
type Row = Values & { at: number };

export function faultOf(target: Target, row: Row, reason: Reason): Fault {
  return { at: row.at, kind: kindOf(target, row[target.key[0] as string]), reason: printable(reason) };
}

export function nameRow(target: Target, row: Record<string, unknown>): string {
  // An assignment stands in the record of its datacard.
  const key = target.key.slice(0, target.name === 'assignments' ? 1 : undefined).map((name) => row[name]);
  const name = target.columns.name && row.name != null ? ` ${quote(row.name)}` : '';
  if (target.name === 'entities' || target.name === 'characters') return `${key[0]}${name}`;
  return `the ${kindOf(target, key[0]).replaceAll('_', ' ')} ${key.join(', ')}${name}`;
}

/** Finds rows that refer to what neither the files nor the database have. */
export async function findDangling(stage: Stage): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const target of targets.filter(({ name }) => stage.has('new', name))) {
    for (const { column, table, key } of target.references) {
      // A column that keeps its stored value is not compared, but it is judged.
      const isCompared = [...target.key, ...target.always, ...target.once].includes(column);
      const judged = stage.from(isCompared ? 'new' : 'stage', target.name);
      const tombstones = stage.from('gone', table === 'characters' ? 'entities' : table);
      const isThere = [table, stage.from('stage', table)].map(
        (from) => `exists (select 1 from ${from} as o where o.${key} = d.${column})`,
      );
      const isNamed = `exists (select 1 from ${tombstones} as g where g.${key} = d.${column} and g.effect = ${NAMES})`;
      const rows = await all<Row>(
        stage.session.db,
        `select d.at, ${list(Object.keys(target.columns), 'd')} from ${judged} as d
        where d.${column} is not null and not (${isThere.join(' or ')} or ${isNamed}) order by d.at limit ${FAULTS}`,
      );
      for (const row of rows) {
        faults.push(faultOf(target, row, refusals.unknownReference(nameRow(target, row), String(row[column]))));
      }
    }
  }
  return faults;
}

/** Columns whose rows end with what they refer to; the others are history, or name an owner or a race. */
const endingWith: readonly [table: string, column: string][] = [
  ['memberships', 'character_uid'],
  ['memberships', 'faction_uid'],
  ['datacards', 'owner_uid'],
  ['assignments', 'location_uid'],
  ['account_characters', 'character_uid'],
  ['grants', 'character_uid'],
];

/** Finds rows that refer to something removed, and would have to end with it. */
export async function findReferencesToRemoved(stage: Stage): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const [name, column] of endingWith) {
    const target = targetOf(name);
    const isValid = name === 'grants' ? 'd.revoked_at is null' : 'true';
    const columns = list(Object.keys(target.columns), 'd');
    // A stored row may be hidden; a record of it still refers to something removed.
    const mayBeHidden = name === 'memberships' || name === 'account_characters';
    const rows = await all<Row & { removal_at: number | null }>(
      stage.session.db,
      `select d.at, cast(null as integer) as removal_at, ${columns} from ${stage.from(mayBeHidden ? 'stage' : 'new', name)} as d
      inner join entities as e on e.uid = d.${column}
      where e.removed_at is not null and ${isValid}
        and not exists (select 1 from ${stage.from('stage', 'entities')} as s where s.uid = e.uid)
      union all
      select d.at, g.at as removal_at, ${columns} from ${stage.from(name === 'assignments' ? 'new' : 'stage', name)} as d
      inner join ${stage.from('gone', 'entities')} as g on g.uid = d.${column}
      where g.effect <> ${NOTHING} and g.at < d.at and ${isValid}
      order by 1 limit ${FAULTS}`,
    );
    for (const row of rows) {
      const reason = explainRemoval(stage, nameRow(target, row), String(row[column]), row.removal_at);
      faults.push(faultOf(target, row, reason));
    }
  }
  return faults;
}

function explainRemoval({ options }: Stage, row: string, uid: string, at: number | null): Reason {
  if (at === null) return refusals.wasRemoved(row, uid);
  if (at === UNKNOWN) return refusals.unknownReference(row, uid);
  return at < 0 ? refusals.isUnnamed(row, uid) : refusals.isRemoved(row, uid, options.place(at));
}

/** Finds audit lines and uses that would rewrite stored ones: a trail that can be rewritten proves nothing. */
export async function findRewritten(stage: Stage): Promise<Fault[]> {
  const lines = targetOf('datacard_changes');
  const isOtherLine = Object.keys(lines.columns).map((name) => `s.${name} is distinct from t.${name}`);
  // The trail has no number for a use of unlimited uses.
  const isOtherUse = ['datacard_uid', 'location_uid'].map((name) => `s.${name} <> t.${name}`);
  isOtherUse.push('(t.uses <> 0 and s.uses <> t.uses)');
  return [
    ...(await findRewrittenIn(stage, lines, lines.name, isOtherLine)),
    ...(await findRewrittenIn(stage, targetOf('uses'), storedUses(stage), isOtherUse)),
  ];
}

async function findRewrittenIn(stage: Stage, target: Target, stored: string, differs: string[]): Promise<Fault[]> {
  const rows = await all<Row>(
    stage.session.db,
    `select s.at, s.id from ${stage.from('stage', target.name)} as s inner join ${stored} as t on ${sameKey(target, 's', 't')}
    where ${differs.join(' or ')} order by s.at limit ${FAULTS}`,
  );
  return rows.map((row) => faultOf(target, row, refusals.rewritten(nameRow(target, row))));
}

export interface UniqueRule {
  table: string;
  columns: readonly string[];
  /** The condition, with the alias `x`, on a row that the rule applies to. */
  where?: string;
  /** The assignment that frees a value before others take it; absent where the value never changes. */
  free?: string;
  /** Names the value in a refusal; absent for primary memberships. */
  what?: (row: Values) => string;
}

const has = (what: string) => () => what;

export const uniqueRules: readonly UniqueRule[] = [
  { table: 'entities', columns: ['handle'], free: 'handle = null', what: has('name') },
  // Keys of names never start with a space.
  { table: 'accounts', columns: ['name_key'], free: `name_key = ' ' || id`, what: has('name') },
  {
    ...{ table: 'accounts', columns: ['provider_issuer', 'provider_subject'], free: 'provider_subject = null' },
    what: has('provider_issuer and provider_subject'),
  },
  { table: 'tokens', columns: ['hash'], what: has('hash') },
  { table: 'memberships', columns: ['character_uid'], where: 'x.is_primary = 1', free: 'is_primary = 0' },
  {
    ...{ table: 'datacard_changes', columns: ['request_id'], where: `x.action = 'use'` },
    what: (row) => `use ${row.request_id}`,
  },
];

type Pair = Values & { at: number; other_at: number | null };

/** Finds rows with a value that must be unique: of several, the stored or the first one keeps it. */
export async function findDuplicates(stage: Stage): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const rule of uniqueRules) {
    const target = targetOf(rule.table);
    if (!stage.has('new', rule.table)) continue;
    for (const query of [withStored(stage, target, rule), amongNew(target, rule)]) {
      for (const row of await all<Pair>(stage.session.db, query)) {
        const other = Object.fromEntries(Object.keys(target.columns).map((name) => [name, row[`other_${name}`]]));
        const place = stage.options.place(row.other_at);
        const reason = rule.what
          ? refusals.taken(nameRow(target, row), rule.what(row), nameRow(target, other), place)
          : refusals.twoPrimaries(`${row.character_uid}`, `${row.faction_uid}`, `${other.faction_uid}`, place);
        faults.push(faultOf(target, row, reason));
      }
    }
  }
  return faults;
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

function withStored(stage: Stage, target: Target, rule: UniqueRule): string {
  const { name } = target;
  const isHiddenThen = name === 'memberships' ? isHidden(stage, 'o') : 'false';
  return `select d.at, (select s.at from stage_${name} as s where ${sameKey(target, 's', 'o')}) as other_at, ${pairOf(target)}
    from new_${name} as d inner join ${name} as o on ${isSame(rule)}
    where not exists (select 1 from new_${name} as x where ${sameKey(target, 'x', 'o')}) and not ${isHiddenThen}
      and not exists (select 1 from ${stage.from('gone', name)} as g where ${sameKey(target, 'g', 'o')} and g.effect = ${ENDS})
    order by d.at limit ${FAULTS}`;
}

function amongNew(target: Target, rule: UniqueRule): string {
  const { name, key } = target;
  const { columns, where = 'true' } = rule;
  const value = columns.map((column) => `x.${column}`).join(', ');
  const keeps = [...columns.map((column) => `t.${column} = x.${column}`), where.replace('x.', 't.')].join(' and ');
  return `with candidates as (
      select x.*, case when t.${key[0]} is not null and ${keeps} then 0 else 1 end as takes
      from new_${name} as x left join ${name} as t on ${sameKey(target, 't', 'x')}
      where ${where} and (${value}) in (select ${value} from new_${name} as x where ${where} group by ${value} having count(*) > 1)
    )
    select d.at, o.at as other_at, ${pairOf(target)}
    from candidates as d inner join candidates as o on ${isSame(rule)}
    where not (${sameKey(target, 'd', 'o')}) and (o.takes, o.at) < (d.takes, d.at)
    order by d.at, o.takes, o.at limit ${FAULTS}`;
}
