import { permissionNames } from '../../domain/permission.js';
import type { RecordType } from '../../model/index.js';
import { hasDependents } from '../queries/removals.js';
import { ADDED, CHANGED, ENDS, NAMES, RENAMED, type Stage, UNNAMED } from './stage.js';
import { fieldsOf, kindOf, list, nameRow, sameKey, shown, type Target, targetOf, targetsOf } from './tables.js';

/** Tables that files can replace as a whole. */
const synced = ['entities', 'memberships', 'datacards'];

export async function compare(stage: Stage): Promise<void> {
  for (const { name } of stage.targets) {
    await stage.run(`delete from stage_${name} where at < 0`);
    await stage.run(`update stage_${name} set change = 0 where change <> 0`);
  }
  for (const target of stage.targets) {
    if (target.name === 'assignments') continue;
    await stage.breathe();
    await compareRecords(stage, target);
    if (stage.options.sync && synced.includes(target.name)) await removeUnnamed(stage, target);
    if (!target.model.base) await judgeRemovals(stage, target);
  }
  await addUnknownParties(stage);
}

async function compareRecords(stage: Stage, target: Target): Promise<void> {
  const { name, key, columns, always, once } = target;
  const differs = [
    `t.${key[0]} is null`,
    ...always.map((column) => `s.${column} is distinct from t.${column}`),
    ...once.map((column) => `(t.${column} is null and s.${column} is not null)`),
    ...(name === 'grants' ? [`s.permissions <> ${STORED_PERMISSIONS}`] : []),
  ];
  const isNew = columns.removed_at ? `t.${key[0]} is null or t.removed_at is not null` : `t.${key[0]} is null`;
  const isRenamed = name === 'entities' ? 't.removed_at is not null and t.name <> s.name' : 'false';
  const rows = await stage.run(
    `update stage_${name} set change = d.change from (
      select ${list(key, 's')}, case when ${isRenamed} then ${RENAMED} when ${isNew} then ${ADDED} else ${CHANGED} end as change
      from ${stage.named(name)} as s left join ${storedRows(stage, name)} as t on ${sameKey(target, 's', 't')}
      where ${differs.join(' or ')}
    ) as d where ${sameKey(target, `stage_${name}`, 'd')}`,
  );
  if (rows > 0) await stage.analyze(name);
  if (name === 'datacards') await expandAssignments(stage);
}

/** Returns the stored rows without those that end before the records are written. */
function storedRows(stage: Stage, name: string): string {
  const renamed = `(select uid from ${stage.rows('entities', `change = ${RENAMED}`)} as r)`;
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
  await stage.open(targetOf('assignments'));
  await stage.run('delete from stage_assignments');
  const fields = fieldsOf(targetOf('datacards').part?.columns ?? {});
  await stage.run(
    `insert into stage_assignments (at, record, removes, change, datacard_uid, location_uid, uses)
    select d.at, d.record, 0, ${ADDED}, d.uid, ${fields}
    from ${stage.changed('datacards')} as d, ${stage.session.elements('d.assignments')} where d.change >= ${ADDED}`,
  );
}

function isPresent({ columns }: Target, alias: string): string {
  if (columns.removed_at) return `${alias}.removed_at is null`;
  return columns.revoked_at ? `${alias}.revoked_at is null` : 'true';
}

/** Removes what the files omit, of the kinds that they contain. */
async function removeUnnamed(stage: Stage, target: Target): Promise<void> {
  const { name, key } = target;
  const kind = kindOf(target, 't');
  // A membership of an omitted character or faction is hidden with it.
  const isSpared = name === 'memberships' ? isHidden(stage, 't') : 'false';
  await stage.run(
    `insert into stage_${name} (at, record, removes, ${list(key)}) select ${UNNAMED}, ${kind}, 1, ${list(key, 't')} from ${name} as t
    where ${isPresent(target, 't')} and ${kind} in (select record from ${stage.named(name)} as n) and not ${isSpared}
      and not exists (select 1 from stage_${name} as s where ${sameKey(target, 's', 't')})`,
  );
}

/** Finds what removals end, and completes the rows of which a name stays. */
async function judgeRemovals(stage: Stage, target: Target): Promise<void> {
  const { name, key, model } = target;
  const { tombstone = [] } = model;
  const ends = [isPresent(target, 't')];
  if (name === 'entities') ends.push('t.name <> s.name', hasDependents('t.uid'));
  const isWhole = tombstone.length > 0 ? tombstone.map((column) => `s.${column} is not null`).join(' and ') : 'false';
  const stays = tombstone.map((column) => [column, `coalesce(s.${column}, t.${column})`]);
  if (name === 'datacards') stays.push(['total_uses', '0']);
  if (tombstone.length > 0) stays.push(['removed_at', `coalesce(t.removed_at, s.removed_at, ${stage.options.now})`]);
  await stage.run(
    `update stage_${name} set ${list(['change', ...stays.map(([column]) => `${column}`)].map((each) => `${each} = d.${each}`))} from (
      select ${list([...key.map((each) => `s.${each}`), ...stays.map(([column, value]) => `${value} as ${column}`)])},
        case when t.${key[0]} is null then case when ${isWhole} then ${NAMES} else 0 end
        when ${ends.join(' or ')} then ${ENDS} else 0 end as change
      from ${stage.rows(name, 'removes = 1')} as s left join ${name} as t on ${sameKey(target, 's', 't')}
    ) as d where ${sameKey(target, `stage_${name}`, 'd')}`,
  );
}

/** Returns the condition that a membership is hidden: its character or faction is removed, or will be. */
export function isHidden(stage: Stage, alias: string): string {
  const isOne = (uid: string) => `${uid} in (${alias}.character_uid, ${alias}.faction_uid)`;
  return `(exists (select 1 from entities as e where ${isOne('e.uid')} and e.removed_at is not null
      and not exists (select 1 from ${stage.changed('entities')} as s where s.uid = e.uid))
    or exists (select 1 from ${stage.ended('entities')} as g where ${isOne('g.uid')}))`;
}

/** Adds unknown parties of transactions and events as removed entities without a name. */
async function addUnknownParties(stage: Stage): Promise<void> {
  if (!(stage.has('transactions') || stage.has('events'))) return;
  const entities = targetOf('entities');
  await stage.open(entities);
  await stage.run(
    `insert into stage_entities (at, record, removes, change, uid, name, removed_at)
    select ${UNNAMED}, ${kindOf(entities, 'n')}, 1, ${NAMES}, n.uid, 'unknown', ${stage.options.now} from (
      select sender_uid as uid from ${stage.changed('transactions')} as t
      union select receiver_uid from ${stage.changed('transactions')} as t
      union select receiver_uid from ${stage.changed('events')} as v
    ) as n where not exists (select 1 from entities as e where e.uid = n.uid)
      and not exists (select 1 from ${stage.named('entities')} as s where s.uid = n.uid)
    on conflict (uid) do update set change = excluded.change, name = excluded.name, removed_at = excluded.removed_at
    where stage_entities.change = 0`,
  );
}

/** `unnamed` counts rows that end without a record, and `stored` all rows of a kind that has such. */
export const noCounts = { added: 0, changed: 0, removed: 0, unchanged: 0, renamed: 0, unnamed: 0, stored: 0 };

export type Comparison = ReadonlyMap<RecordType, typeof noCounts>;

const fates = ['unchanged', 'changed', 'added', 'added', 'removed', 'removed'] as const;

export async function countKinds(stage: Stage): Promise<Comparison> {
  const kinds = new Map<RecordType, typeof noCounts>();
  for (const target of stage.targets.filter(({ name, model }) => name !== 'assignments' && !model.base)) {
    const rows = await stage.all<{ record: RecordType; change: number; unnamed: number; rows: number }>(
      `select record, change, case when at < 0 then 1 else 0 end as unnamed, count(*) as rows
      from ${comparedRows(stage, target.name)} as c group by 1, 2, 3`,
    );
    for (const { record: kind, change, unnamed, rows: count } of rows) {
      if (unnamed && change === NAMES) continue;
      const counts = kinds.get(kind) ?? { ...noCounts };
      kinds.set(kind, counts);
      counts[fates[change] ?? 'unchanged'] += count;
      if (unnamed) counts.unnamed += count;
      if (change === RENAMED) counts.renamed += count;
    }
    for (const [kind, counts] of kinds) {
      if (counts.unnamed === 0 || targetsOf(kind)[0] !== target) continue;
      const isOfKind = `${kindOf(target, 't')} = '${kind}' and ${isPresent(target, 't')}`;
      const [stored] = await stage.all<{ rows: number }>(
        `select count(*) as rows from ${target.name} as t where ${isOfKind}`,
      );
      counts.stored = stored?.rows ?? 0;
    }
  }
  return kinds;
}

/** Returns the rows of a table with what they change; the two rows of a character count as one. */
function comparedRows(stage: Stage, name: string): string {
  if (name !== 'entities' || !stage.has('characters')) return `stage_${name}`;
  const profile = `select 1 from ${stage.changed('characters')} as c where c.uid = e.uid`;
  return `(select at, record, uid, name,
    case when change = 0 and exists (${profile}) then ${CHANGED} else change end as change from stage_entities as e)`;
}

/** Example rows of a kind. */
const EXAMPLES = 10;

/** Returns the first rows of a kind that change, with their places. */
export async function examplesOf(stage: Stage, kind: RecordType) {
  const [target] = targetsOf(kind) as [Target];
  // All records of the kind may have been skipped or refused.
  if (!stage.has(target.name)) return [];
  const rows = await stage.all<Record<string, unknown> & { at: number; change: number }>(
    `select c.change, ${shown(target, 'c')} from ${comparedRows(stage, target.name)} as c
    where c.record = '${kind}' and c.change <> 0 and not (c.at < 0 and c.change = ${NAMES}) order by c.at limit ${EXAMPLES}`,
  );
  return rows.map(({ change, ...row }) => {
    const sign = change >= ENDS ? '-' : change === CHANGED ? '~' : '+';
    return { sign, row: nameRow(target, row), place: stage.options.place(row.at) };
  });
}
