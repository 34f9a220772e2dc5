import { permissionNames } from '../../domain/permission.js';
import { type RecordType, recordTypes } from '../../model/index.js';
import { hasDependents } from '../queries/removals.js';
import { all, run } from './session.js';
import type { Stage } from './stage.js';
import { isOfKind, list, sameKey, type Target, targetOf, targetsOf } from './tables.js';

/** The effect of a record: change its row, add it, bring it back, or bring it back under another name. */
export const CHANGED = 0;
export const ADDED = 1;
export const BACK = 2;
export const RENAMED = 3;

/** The effect of a removal: nothing, end the row, or keep the name of something unknown. */
export const NOTHING = 0;
export const ENDS = 1;
export const NAMES = 2;

/** Positions of rows without a record: omitted by the files, or named by transactions and events only. */
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
  for (const target of stage.with('stage')) await compareTable(stage, target);
  if (stage.has('new', 'datacards')) await expandAssignments(stage);
  for (const target of stage.with('gone')) await judgeRemovals(stage, target);
  if (stage.options.sync) await removeUnnamed(stage);
  await addUnknownParties(stage);
}

/** Rows above which the planner needs statistics. */
const MANY = 1000;

async function compareTable(stage: Stage, target: Target): Promise<void> {
  const { db } = stage.session;
  const { name, key, columns, part, always, once } = target;
  await stage.openDifferences(target);
  const differs = [
    `t.${key[0]} is null`,
    ...always.map((column) => `s.${column} is distinct from t.${column}`),
    ...once.map((column) => `(t.${column} is null and s.${column} is not null)`),
    ...(name === 'grants' ? [`s.permissions <> ${STORED_PERMISSIONS}`] : []),
  ];
  const back = `when t.removed_at is not null then ${name === 'entities' ? `case when t.name <> s.name then ${RENAMED} else ${BACK} end` : BACK}`;
  const names = [...Object.keys(columns), ...(part ? [part.field] : [])];
  const rows = await run(
    db,
    `insert into new_${name} (at, change, ${list(names)})
    select s.at, case when t.${key[0]} is null then ${ADDED} ${columns.removed_at ? back : ''} else ${CHANGED} end, ${list(names, 's')}
    from stage_${name} as s left join ${storedRows(stage, name)} as t on ${sameKey(target, 's', 't')}
    where ${differs.join(' or ')} order by s.at`,
  );
  if (rows >= MANY) await stage.session.analyze(`new_${name}`);
}

/** Returns the stored rows without those that end before the records are written. */
function storedRows(stage: Stage, name: string): string {
  const renamed = `(select uid from ${stage.from('new', 'entities')} as r where r.change = ${RENAMED})`;
  if (name === 'memberships') {
    return `(select * from memberships where not (character_uid in ${renamed} or faction_uid in ${renamed}))`;
  }
  if (name === 'account_characters') return `(select * from account_characters where character_uid not in ${renamed})`;
  return name === 'uses' ? storedUses(stage) : name;
}

export function storedUses(stage: Stage): string {
  return `(select id, time, datacard_uid, location_uid, uses from uses
    union all select request_id, time, datacard_uid, location_uid, uses_before - uses_after
    from ${stage.from('new', 'datacard_changes')} as c where c.action = 'use' and c.change = ${ADDED})`;
}

/** The permissions of a stored grant in the form of a staged one, without those of later versions. */
const STORED_PERMISSIONS = `coalesce((
  select '[{"permission":"' || string_agg(permission, '"},{"permission":"') || '"}]' from (
    select permission from grant_permissions where grant_id = t.id and permission in (${permissionNames.map((each) => `'${each}'`).join()})
    order by permission) as p), '[]')`;

async function expandAssignments(stage: Stage): Promise<void> {
  await stage.openDifferences(targetOf('assignments'));
  const { from, column } = stage.session.rowsOf('d.assignments', targetOf('datacards').part?.columns ?? {});
  await run(
    stage.session.db,
    `insert into new_assignments (at, change, datacard_uid, location_uid, uses)
    select d.at, ${ADDED}, d.uid, ${column('location_uid')}, ${column('uses')} from new_datacards as d, ${from} where d.change <> ${CHANGED}`,
  );
}

function isPresent({ name }: Target, alias: string): string {
  if (name === 'entities' || name === 'datacards') return `${alias}.removed_at is null`;
  return ['clients', 'grants', 'tokens'].includes(name) ? `${alias}.revoked_at is null` : 'true';
}

async function judgeRemovals(stage: Stage, target: Target): Promise<void> {
  const { name, model } = target;
  const gone = `gone_${name}`;
  const isStaged = (compared: string) =>
    `exists (select 1 from ${stage.from('stage', name)} as s where ${sameKey(target, 's', gone)} and s.at ${compared} ${gone}.at)`;
  const isStored = (condition: string) =>
    `exists (select 1 from ${name} as t where ${sameKey(target, 't', gone)} and ${condition})`;
  await run(stage.session.db, `delete from ${gone} where at < 0 or ${isStaged('>')}`);
  const isWhole = model.tombstone?.map((column) => `${gone}.${column} is not null`).join(' and ') ?? 'false';
  // A record before its removal is written first, and then ended.
  const ends = [isStored(isPresent(target, 't')), isStaged('<')];
  if (name === 'entities') ends.push(isStored(`t.name <> ${gone}.name`), hasDependents(`${gone}.uid`));
  await run(
    stage.session.db,
    `update ${gone} set effect = case when ${isWhole} and not ${isStored('true')} and not ${isStaged('<')} then ${NAMES}
      when ${ends.join(' or ')} then ${ENDS} else ${NOTHING} end`,
  );
}

/** Removes what the files omit, of the types that they contain. */
async function removeUnnamed(stage: Stage): Promise<void> {
  const { db } = stage.session;
  for (const kind of syncedKinds) {
    const [target] = targetsOf(kind) as [Target];
    const { name, key } = target;
    const staged = stage.from('stage', name);
    const found = await all(db, `select 1 from ${staged} as s where ${isOfKind(kind, target, 's')} limit 1`);
    if (found.length === 0) continue;
    await stage.open('gone', target);
    // A membership of an omitted character or faction is hidden with it.
    const isSpared = kind === 'membership' ? isHidden(stage, 't') : 'false';
    await run(
      db,
      `insert into gone_${name} (at, effect, ${list(key)})
      select ${UNNAMED}, ${ENDS}, ${list(key, 't')} from ${name} as t
      where ${isOfKind(kind, target, 't')} and ${isPresent(target, 't')} and not ${isSpared}
        and not exists (select 1 from stage_${name} as s where ${sameKey(target, 's', 't')})
        and not exists (select 1 from gone_${name} as g where ${sameKey(target, 'g', 't')})`,
    );
  }
}

/** Returns the condition that a membership is hidden: its character or faction is removed, or will be. */
export function isHidden(stage: Stage, alias: string): string {
  const isOne = (uid: string) => `${uid} in (${alias}.character_uid, ${alias}.faction_uid)`;
  return `(exists (select 1 from entities as e where ${isOne('e.uid')} and e.removed_at is not null
      and not exists (select 1 from ${stage.from('new', 'entities')} as s where s.uid = e.uid))
    or exists (select 1 from ${stage.from('gone', 'entities')} as g where ${isOne('g.uid')} and g.effect = ${ENDS}))`;
}

/** Adds unknown parties of transactions and events as removed entities without a name. */
async function addUnknownParties(stage: Stage): Promise<void> {
  for (const [name, column] of [
    ['transactions', 'sender_uid'],
    ['transactions', 'receiver_uid'],
    ['events', 'receiver_uid'],
  ] as const) {
    if (!stage.has('new', name)) continue;
    await stage.open('gone', targetOf('entities'));
    await run(
      stage.session.db,
      `insert into gone_entities (at, effect, uid, name)
      select distinct ${UNKNOWN}, ${NAMES}, ${column}, 'unknown' from new_${name} as n
      where not exists (select 1 from entities as e where e.uid = n.${column})
        and not exists (select 1 from ${stage.from('stage', 'entities')} as s where s.uid = n.${column})
      on conflict (uid) do update set at = excluded.at, effect = excluded.effect, name = excluded.name, removed_at = null
        where gone_entities.effect = ${NOTHING}`,
    );
  }
}

export async function countKinds(stage: Stage): Promise<Comparison> {
  const counts: [RecordType, KindCounts][] = [];
  for (const kind of recordTypes) {
    if (!targetsOf(kind).some(({ name }) => stage.has('stage', name) || stage.has('gone', name))) continue;
    const found = await countKind(stage, kind);
    if (found.named + found.removed + found.unknown > 0) counts.push([kind, found]);
  }
  return new Map(counts);
}

async function countKind(stage: Stage, kind: RecordType): Promise<KindCounts> {
  const [removable, main = removable] = targetsOf(kind) as [Target, Target?];
  const gone = `${stage.from('gone', removable.name)} as g where ${isOfKind(kind, removable, 'g')}`;
  const differences = `(${differing(stage, kind)}) as found where change`;
  const queries = {
    staged: `${stage.from('stage', main.name)} as s where ${isOfKind(kind, main, 's')}`,
    added: `${differences} <> ${CHANGED}`,
    changed: `${differences} = ${CHANGED}`,
    renamed: `${differences} = ${RENAMED}`,
    removals: `${gone} and at <> ${UNKNOWN}`,
    removed: `${gone} and at <> ${UNKNOWN} and effect <> ${NOTHING}`,
    unknown: `${gone} and at = ${UNKNOWN}`,
    unnamed: `${gone} and at = ${UNNAMED}`,
    stored: `${removable.name} as t where ${isOfKind(kind, removable, 't')} and ${isPresent(removable, 't')}
      and exists (select 1 from ${gone} and at = ${UNNAMED})`,
  };
  const columns = Object.entries(queries).map(([name, rows]) => `(select count(*) from ${rows}) as ${name}`);
  const [counts] = await all<Record<keyof typeof queries, number>>(stage.session.db, `select ${columns.join(', ')}`);
  const { staged, removals, ...found } = counts as NonNullable<typeof counts>;
  return {
    ...found,
    unchanged: staged - found.added - found.changed + removals - found.removed,
    named: staged + removals - found.unnamed,
  };
}

/** Returns the query of the records of a type that change something. */
export function differing(stage: Stage, kind: RecordType): string {
  const tables = targetsOf(kind);
  const { key } = tables[0] as Target;
  const rows = tables.map(
    (target) =>
      `select d.at, d.change, ${list(key, 'd')} from ${stage.from('new', target.name)} as d where ${isOfKind(kind, target, 'd')}`,
  );
  if (rows.length === 1) return rows.join();
  return `select min(at) as at, max(change) as change, ${list(key)} from (${rows.join(' union all ')}) as combined group by ${list(key)}`;
}
