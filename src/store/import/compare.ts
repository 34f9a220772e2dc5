import { permissionNames } from '../../domain/permission.js';
import { type RecordType, recordTypes } from '../../model/index.js';
import { hasDependents } from '../queries/removals.js';
import { all, run } from './session.js';
import type { Stage } from './stage.js';
import { isOfKind, list, nameRow, sameKey, type Target, targetOf, targetsOf } from './tables.js';

/** The change of a record: none (0), a changed row, a new one, or one that comes back, also under another name. */
export const CHANGED = 1;
export const ADDED = 2;
export const BACK = 3;
export const RENAMED = 4;

/** The effect of a removal: nothing (0), end the row, or keep the name of something unknown. */
export const ENDS = 1;
export const NAMES = 2;

/** Positions of removals without a record: omitted by the files, or named by transactions and events only. */
export const UNNAMED = -1;
export const UNKNOWN = -2;

/** Types that files can replace as a whole; memberships last, since those of removed parties are spared. */
const syncedKinds = ['faction', 'entity', 'character', 'datacard', 'membership'] as const;

export type KindCounts = Record<
  'added' | 'changed' | 'removed' | 'unchanged' | 'named' | 'unnamed' | 'unknown' | 'renamed' | 'stored',
  number
>;

export type Comparison = ReadonlyMap<RecordType, KindCounts>;

export async function compare(stage: Stage): Promise<void> {
  for (const { name } of stage.targets) {
    await run(stage.session.db, `delete from stage_${name} where gone < 0`);
    await run(stage.session.db, `update stage_${name} set change = 0, effect = 0 where change <> 0 or effect <> 0`);
  }
  for (const target of stage.targets) if (target.name !== 'assignments') await compareTable(stage, target);
  for (const target of stage.targets) await judgeRemovals(stage, target);
  if (stage.options.sync) await removeUnnamed(stage);
  await addUnknownParties(stage);
}

/** Rows above which the planner needs statistics. */
const MANY = 1000;

async function compareTable(stage: Stage, target: Target): Promise<void> {
  const { name, key, columns, always, once } = target;
  const differs = [
    `t.${key[0]} is null`,
    ...always.map((column) => `s.${column} is distinct from t.${column}`),
    ...once.map((column) => `(t.${column} is null and s.${column} is not null)`),
    ...(name === 'grants' ? [`s.permissions <> ${STORED_PERMISSIONS}`] : []),
  ];
  const cases = [`when t.${key[0]} is null then ${ADDED}`];
  if (name === 'entities') cases.push(`when t.removed_at is not null and t.name <> s.name then ${RENAMED}`);
  if (columns.removed_at) cases.push(`when t.removed_at is not null then ${BACK}`);
  const rows = await run(
    stage.session.db,
    `update stage_${name} set change = d.change from (
      select ${list(key, 's')}, case ${cases.join(' ')} else ${CHANGED} end as change
      from ${stage.named(name)} as s left join ${storedRows(stage, name)} as t on ${sameKey(target, 's', 't')}
      where ${differs.join(' or ')}
    ) as d where ${sameKey(target, `stage_${name}`, 'd')}`,
  );
  if (rows >= MANY) await stage.session.analyze(`stage_${name}`);
  if (name === 'datacards') await expandAssignments(stage);
}

/** Returns the stored rows without those that end before the records are written. */
function storedRows(stage: Stage, name: string): string {
  const renamed = `(select uid from ${stage.changed('entities')} as r where r.change = ${RENAMED})`;
  if (name === 'memberships') {
    return `(select * from memberships where not (character_uid in ${renamed} or faction_uid in ${renamed}))`;
  }
  if (name === 'account_characters') return `(select * from account_characters where character_uid not in ${renamed})`;
  return name === 'uses' ? storedUses(stage) : name;
}

export function storedUses(stage: Stage): string {
  return `(select id, time, datacard_uid, location_uid, uses from uses
    union all select request_id, time, datacard_uid, location_uid, uses_before - uses_after
    from ${stage.changed('datacard_changes')} as c where c.action = 'use' and c.change = ${ADDED})`;
}

/** The permissions of a stored grant in the form of a staged one, without those of later versions. */
const STORED_PERMISSIONS = `coalesce((
  select '[{"permission":"' || string_agg(permission, '"},{"permission":"') || '"}]' from (
    select permission from grant_permissions where grant_id = t.id and permission in (${permissionNames.map((each) => `'${each}'`).join()})
    order by permission) as p), '[]')`;

/** Adds the lists of new datacards; stored ones keep theirs. */
async function expandAssignments(stage: Stage): Promise<void> {
  const { db } = stage.session;
  await stage.open(targetOf('assignments'));
  await run(db, 'delete from stage_assignments');
  const { from, column } = stage.session.rowsOf('d.assignments', targetOf('datacards').part?.columns ?? {});
  await run(
    db,
    `insert into stage_assignments (at, change, datacard_uid, location_uid, uses)
    select d.at, ${ADDED}, d.uid, ${column('location_uid')}, ${column('uses')}
    from ${stage.changed('datacards')} as d, ${from} where d.change >= ${ADDED}`,
  );
}

function isPresent({ name }: Target, alias: string): string {
  if (name === 'entities' || name === 'datacards') return `${alias}.removed_at is null`;
  return ['clients', 'grants', 'tokens'].includes(name) ? `${alias}.revoked_at is null` : 'true';
}

async function judgeRemovals(stage: Stage, target: Target): Promise<void> {
  const { name, model } = target;
  const staged = `stage_${name}`;
  const isStored = (condition: string) =>
    `exists (select 1 from ${name} as t where ${sameKey(target, 't', staged)} and ${condition})`;
  const isWhole = model.tombstone?.map((column) => `gone_${column} is not null`).join(' and ') ?? 'false';
  // A record before its removal is written first, and then ended.
  const ends = ['at is not null', isStored(isPresent(target, 't'))];
  if (name === 'entities') ends.push(isStored(`t.name <> gone_name`), hasDependents(`${staged}.uid`));
  await run(
    stage.session.db,
    `update ${staged} set effect = case when at is null and ${isWhole} and not ${isStored('true')} then ${NAMES}
      when ${ends.join(' or ')} then ${ENDS} else 0 end where gone is not null`,
  );
}

/** Removes what the files omit, of the types that they contain. */
async function removeUnnamed(stage: Stage): Promise<void> {
  const { db } = stage.session;
  for (const kind of syncedKinds) {
    const [target] = targetsOf(kind) as [Target];
    const { name, key } = target;
    const isNamed = `select 1 from ${stage.named(name)} as s where ${isOfKind(kind, target, 's')} limit 1`;
    if ((await all(db, isNamed)).length === 0) continue;
    // A membership of an omitted character or faction is hidden with it.
    const isSpared = kind === 'membership' ? isHidden(stage, 't') : 'false';
    await run(
      db,
      `insert into stage_${name} (gone, effect, ${list(key)}) select ${UNNAMED}, ${ENDS}, ${list(key, 't')} from ${name} as t
      where ${isOfKind(kind, target, 't')} and ${isPresent(target, 't')} and not ${isSpared}
        and not exists (select 1 from stage_${name} as s where ${sameKey(target, 's', 't')})`,
    );
  }
}

/** Returns the condition that a membership is hidden: its character or faction is removed, or will be. */
export function isHidden(stage: Stage, alias: string): string {
  const isOne = (uid: string) => `${uid} in (${alias}.character_uid, ${alias}.faction_uid)`;
  return `(exists (select 1 from entities as e where ${isOne('e.uid')} and e.removed_at is not null
      and not exists (select 1 from ${stage.changed('entities')} as s where s.uid = e.uid))
    or exists (select 1 from ${stage.gone('entities')} as g where ${isOne('g.uid')} and g.effect = ${ENDS}))`;
}

/** Adds unknown parties of transactions and events as removed entities without a name. */
async function addUnknownParties(stage: Stage): Promise<void> {
  for (const [name, column] of [
    ['transactions', 'sender_uid'],
    ['transactions', 'receiver_uid'],
    ['events', 'receiver_uid'],
  ] as const) {
    if (!stage.has(name)) continue;
    await stage.open(targetOf('entities'));
    await run(
      stage.session.db,
      `insert into stage_entities (gone, effect, uid, gone_name)
      select distinct ${UNKNOWN}, ${NAMES}, ${column}, 'unknown' from ${stage.changed(name)} as n
      where not exists (select 1 from entities as e where e.uid = n.${column})
        and not exists (select 1 from ${stage.named('entities')} as s where s.uid = n.${column})
      on conflict (uid) do update set gone = excluded.gone, effect = excluded.effect, gone_name = excluded.gone_name,
        gone_removed_at = null where stage_entities.effect = 0`,
    );
  }
}

export async function countKinds(stage: Stage): Promise<Comparison> {
  const counts: [RecordType, KindCounts][] = [];
  for (const kind of recordTypes) {
    if (!targetsOf(kind).some(({ name }) => stage.has(name))) continue;
    const found = await countKind(stage, kind);
    if (found.named + found.removed + found.unknown > 0) counts.push([kind, found]);
  }
  return new Map(counts);
}

async function countKind(stage: Stage, kind: RecordType): Promise<KindCounts> {
  const [removable, main = removable] = targetsOf(kind) as [Target, Target?];
  const { name } = removable;
  const gone = `${stage.gone(name)} as g where ${isOfKind(kind, removable, 'g')} and gone`;
  const differences = `(${differing(stage, kind)}) as found where change`;
  const queries = {
    staged: `${stage.named(main.name)} as s where ${isOfKind(kind, main, 's')}`,
    added: `${differences} >= ${ADDED}`,
    changed: `${differences} = ${CHANGED}`,
    renamed: `${differences} = ${RENAMED}`,
    removals: stage.has(name)
      ? `stage_${name} as g where ${isOfKind(kind, removable, 'g')} and gone >= 0`
      : `${gone} = 0`,
    removed: `${gone} <> ${UNKNOWN}`,
    unknown: `${gone} = ${UNKNOWN}`,
    unnamed: `${gone} = ${UNNAMED}`,
    stored: `${name} as t where ${isOfKind(kind, removable, 't')} and ${isPresent(removable, 't')}
      and exists (select 1 from ${gone} = ${UNNAMED})`,
  };
  const columns = Object.entries(queries).map(([column, rows]) => `(select count(*) from ${rows}) as ${column}`);
  const [counts] = await all<Record<keyof typeof queries, number>>(stage.session.db, `select ${columns.join(', ')}`);
  const { staged, removals, ...found } = counts as NonNullable<typeof counts>;
  const { added, changed, removed, unnamed } = found;
  const named = staged + removals;
  return { ...found, unchanged: named - added - changed - (removed - unnamed), named };
}

/** Returns the query of the records of a type that change something. */
function differing(stage: Stage, kind: RecordType): string {
  const tables = targetsOf(kind);
  const { key } = tables[0] as Target;
  const rows = tables.map(
    (target) =>
      `select d.at, d.change, ${list(key, 'd')} from ${stage.changed(target.name)} as d where ${isOfKind(kind, target, 'd')}`,
  );
  if (rows.length === 1) return rows.join();
  return `select min(at) as at, max(change) as change, ${list(key)} from (${rows.join(' union all ')}) as combined group by ${list(key)}`;
}

export interface Example {
  row: string;
  /** Null for what the files do not name. */
  at: number | null;
}

export async function examplesOf(
  stage: Stage,
  kind: RecordType,
  change: 'added' | 'changed' | 'removed',
  most: number,
): Promise<Example[]> {
  const [target] = targetsOf(kind) as [Target];
  const { name, key, columns } = target;
  const storedName = `(select t.name from ${name} as t where ${sameKey(target, 't', 'g')})`;
  const shown = name === 'entities' ? `coalesce(g.gone_name, ${storedName})` : columns.name ? storedName : 'null';
  const rows = await all<Record<string, unknown> & { at: number }>(
    stage.session.db,
    change === 'removed'
      ? `select g.gone as at, ${list(key, 'g')}, ${shown} as name from ${stage.gone(name)} as g
        where g.gone <> ${UNKNOWN} and ${isOfKind(kind, target, 'g')} order by ${list(key, 'g')} limit ${most}`
      : `select found.at, ${list(Object.keys(columns), 's')} from (${differing(stage, kind)}) as found
        inner join ${stage.named(name)} as s on ${sameKey(target, 's', 'found')}
        where found.change ${change === 'changed' ? '=' : '>'} ${CHANGED} order by found.at limit ${most}`,
  );
  return rows.map(({ at, ...row }) => ({ row: nameRow(target, row), at: at < 0 ? null : at }));
}
