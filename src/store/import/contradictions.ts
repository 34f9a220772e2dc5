import { refusals } from '../../domain/refusals.js';
import { type Comparison, compare, countKinds, ENDS, isHidden, NAMES, storedUses, UNKNOWN } from './compare.js';
import { all } from './session.js';
import { FAULTS, type Fault, faultOf, type Stage } from './stage.js';
import { list, nameRow, sameKey, type Target, targetOf } from './tables.js';
import { findOverassigned, findOverused } from './uses.js';

type Values = Record<string, unknown>;
type Row = Values & { at: number };

/** Compares the rows with the galaxy, and refuses those that contradict each other or the stored rows. */
export function compareStage(stage: Stage): Promise<Comparison> {
  const searches = [findDuplicates, findLooseReferences, findOverused, findOverassigned, findRewritten];
  return stage.session.read(async () => {
    await compare(stage);
    // What refers to a refused row is refused too.
    for (let isFound = true; isFound; ) {
      isFound = false;
      for (const search of searches) {
        const faults = await search(stage);
        if (faults.length > 0) await stage.refuse(faults);
        isFound ||= faults.length > 0;
      }
    }
    return countKinds(stage);
  });
}

/** Columns whose rows end with what they refer to; the others are history, or name an owner or a race. */
const endingWith = [
  ...['memberships.character_uid', 'memberships.faction_uid', 'account_characters.character_uid'],
  ...['datacards.owner_uid', 'assignments.location_uid', 'grants.character_uid'],
];

/** Finds rows that refer to what neither the files nor the database have, or to something removed that they would end with. */
async function findLooseReferences(stage: Stage): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const target of stage.targets) {
    const { name, columns, key, always, once } = target;
    for (const { column, table, key: other } of target.references) {
      // A column that keeps its stored value is not compared, but it is judged.
      const judged = [...key, ...always, ...once].includes(column) ? stage.changed(name) : stage.named(name);
      const isIn = (rows: string) => `exists (select 1 from ${rows} as o where o.${other} = d.${column})`;
      const removed = stage.gone(table === 'characters' ? 'entities' : table);
      const isNamed = `exists (select 1 from ${removed} as g where g.${other} = d.${column} and g.effect = ${NAMES})`;
      const unknown = await all<Row>(
        stage.session.db,
        `select d.at, ${list(Object.keys(columns), 'd')} from ${judged} as d
        where d.${column} is not null and not (${isIn(table)} or ${isIn(stage.named(table))} or ${isNamed}) order by d.at limit ${FAULTS}`,
      );
      for (const row of unknown) {
        faults.push(faultOf(target, row, refusals.unknownReference(nameRow(target, row), String(row[column]))));
      }
      if (endingWith.includes(`${name}.${column}`)) faults.push(...(await findEnding(stage, target, column)));
    }
  }
  return faults;
}

async function findEnding(stage: Stage, target: Target, column: string): Promise<Fault[]> {
  const { name } = target;
  const isValid = name === 'grants' ? 'd.revoked_at is null' : 'true';
  const columns = list(Object.keys(target.columns), 'd');
  // A stored row may be hidden; a record of it still refers to something removed.
  const mayBeHidden = name === 'memberships' || name === 'account_characters';
  const rows = await all<Row & { removal_at: number | null }>(
    stage.session.db,
    `select d.at, cast(null as integer) as removal_at, ${columns} from ${mayBeHidden ? stage.named(name) : stage.changed(name)} as d
    inner join entities as e on e.uid = d.${column}
    where e.removed_at is not null and ${isValid}
      and not exists (select 1 from ${stage.named('entities')} as s where s.uid = e.uid)
    union all
    select d.at, g.gone as removal_at, ${columns} from ${stage.named(name)} as d
    inner join ${stage.gone('entities')} as g on g.uid = d.${column} where g.gone < d.at and ${isValid}
    order by 1 limit ${FAULTS}`,
  );
  return rows.map((row) => {
    const [shown, uid, at] = [nameRow(target, row), String(row[column]), row.removal_at];
    if (at === null) return faultOf(target, row, refusals.wasRemoved(shown, uid));
    if (at === UNKNOWN) return faultOf(target, row, refusals.unknownReference(shown, uid));
    const reason = at < 0 ? refusals.isUnnamed(shown, uid) : refusals.isRemoved(shown, uid, stage.options.place(at));
    return faultOf(target, row, reason);
  });
}

/** Finds audit lines and uses that would rewrite stored ones: a trail that can be rewritten proves nothing. */
async function findRewritten(stage: Stage): Promise<Fault[]> {
  const faults: Fault[] = [];
  const lines = targetOf('datacard_changes');
  const isOtherLine = Object.keys(lines.columns).map((name) => `s.${name} is distinct from t.${name}`);
  // The trail has no number for a use of unlimited uses.
  const isOtherUse = [
    ...['datacard_uid', 'location_uid'].map((name) => `s.${name} <> t.${name}`),
    '(t.uses <> 0 and s.uses <> t.uses)',
  ];
  for (const [target, stored, differs] of [
    [lines, lines.name, isOtherLine],
    [targetOf('uses'), storedUses(stage), isOtherUse],
  ] as const) {
    const rows = await all<Row>(
      stage.session.db,
      `select s.at, s.id from ${stage.named(target.name)} as s inner join ${stored} as t on ${sameKey(target, 's', 't')}
      where ${differs.join(' or ')} order by s.at limit ${FAULTS}`,
    );
    faults.push(...rows.map((row) => faultOf(target, row, refusals.rewritten(nameRow(target, row)))));
  }
  return faults;
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
async function findDuplicates(stage: Stage): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const rule of uniqueRules) {
    const target = targetOf(rule.table);
    if (!stage.has(rule.table)) continue;
    for (const query of [withStored(stage, target, rule), amongChanged(stage, target, rule)]) {
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
  const pairs = Object.keys(columns).map((name) => `d.${name}, o.${name} as other_${name}`);
  return pairs.join(', ');
}

function isSame({ columns, where }: UniqueRule, one: string, other: string): string {
  const conditions = where ? [where.replace('x', one), where.replace('x', other)] : [];
  return [...columns.map((name) => `${one}.${name} = ${other}.${name}`), ...conditions].join(' and ');
}

function withStored(stage: Stage, target: Target, rule: UniqueRule): string {
  const { name } = target;
  const isHiddenThen = name === 'memberships' ? isHidden(stage, 'o') : 'false';
  return `select d.at, (select s.at from stage_${name} as s where ${sameKey(target, 's', 'o')}) as other_at, ${pairOf(target)}
    from ${stage.changed(name)} as d inner join ${name} as o on ${isSame(rule, 'd', 'o')}
    where not exists (select 1 from stage_${name} as x where ${sameKey(target, 'x', 'o')} and (x.change <> 0 or x.effect = ${ENDS}))
      and not ${isHiddenThen} order by d.at limit ${FAULTS}`;
}

function amongChanged(stage: Stage, target: Target, rule: UniqueRule): string {
  const { name, key } = target;
  const { columns, where = 'true' } = rule;
  const changed = stage.changed(name);
  const value = list(columns, 'x');
  return `with candidates as (
      select x.*, case when t.${key[0]} is not null and ${isSame(rule, 't', 'x')} then 0 else 1 end as takes
      from ${changed} as x left join ${name} as t on ${sameKey(target, 't', 'x')}
      where ${where} and (${value}) in (select ${value} from ${changed} as x where ${where} group by ${value} having count(*) > 1)
    )
    select d.at, o.at as other_at, ${pairOf(target)}
    from candidates as d inner join candidates as o on ${isSame(rule, 'd', 'o')}
    where not (${sameKey(target, 'd', 'o')}) and (o.takes, o.at) < (d.takes, d.at)
    order by d.at, o.takes, o.at limit ${FAULTS}`;
}
