import { setTimeout } from 'node:timers/promises';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { character } from '../../model/character.js';
import { Column } from '../../model/column.js';
import { endAssignments, endDependents, removeAccounts, revokeGrants } from '../queries/removals.js';
import { isHidden } from './compare.js';
import { uniqueRules } from './contradictions.js';
import { ENDS, RENAMED, type Stage } from './stage.js';
import { fieldsOf, histories, list, type Target, targetOf } from './tables.js';
import { findOverassigned, Outdated, reclaimUses, writeUses } from './uses.js';

/** Returns true if compared rows have changed since: compare again. Nothing was written. */
export function isOutdated(stage: Stage, error: unknown): boolean {
  return error instanceof Outdated || stage.session.isRefusal(error);
}

/** Writes all rows that depend on each other, and with `histories` the others, in one transaction. */
export function apply(stage: Stage, withHistories: boolean): Promise<void> {
  return stage.session.write(async () => {
    const { now, reclaim } = stage.options;
    const renamed = `select uid from ${stage.rows('entities', `change = ${RENAMED}`)} as r`;
    await endDependents(stage.session.db, isIn(renamed), now);
    await freeUniqueValues(stage);
    for (const target of stage.targets) {
      const isHistory = histories.includes(target.name);
      if (isHistory && withHistories) await writePieces(stage, target, true);
      if (isHistory) continue;
      if (['datacards', 'uses'].includes(target.name)) await lockDatacards(stage);
      await writeTable(stage, target);
      await stage.breathe();
    }
    if (reclaim) await reclaimUses(stage);
    // Players may have taken uses since the comparison.
    else if ((await findOverassigned(stage, { isWritten: true })).length > 0) throw new Outdated();
    if (!stage.has('datacards') && !stage.has('uses')) await lockDatacards(stage);
    // Last, so that rows move to another owner or place before the old one ends.
    await endRemoved(stage);
  });
}

/** Milliseconds for other writers between two transactions: about as long as one takes. */
const REST = 15;

/** Writes the histories in short transactions. */
export async function applyHistories(stage: Stage): Promise<void> {
  const targets = stage.targets.filter(({ name }) => histories.includes(name));
  for (const target of targets) await writePieces(stage, target, false);
}

/** Rows of a history that a statement writes: a few milliseconds. */
const PIECE = 1000;

async function writePieces(stage: Stage, target: Target, isInTransaction: boolean): Promise<void> {
  for (let after = 0; ; ) {
    const rows = `(select * from ${stage.changed(target.name)} as c where at > ${after} order by at limit ${PIECE})`;
    const [last] = await stage.all<{ at: number | null }>(`select max(at) as at from ${rows} as piece`);
    if (last?.at == null) return;
    if (isInTransaction) await writeRows(stage, target, rows);
    else {
      await stage.session.write(() => writeRows(stage, target, rows));
      await setTimeout(REST);
    }
    after = last.at;
    await stage.breathe();
  }
}

async function writeTable(stage: Stage, target: Target): Promise<void> {
  const { name, model } = target;
  if (name === 'uses') return writeUses(stage);
  // Of something removed, a row stays.
  const rows = model.tombstone && !model.base ? stage.rows(name, 'change <> 0') : stage.changed(name);
  const write = () => writeRows(stage, target, rows);
  if (name === 'datacard_changes') await stage.session.traits.numberedChanges(stage.session.db, write);
  else await write();
  if (name === 'entities') await emptyCharacters(stage);
  if (name === 'grants') await writePermissions(stage, target);
}

async function writeRows(stage: Stage, { name, key, columns, always, once }: Target, rows: string): Promise<void> {
  const names = list(Object.keys(columns));
  const set = [
    ...always.map((column) => `${column} = excluded.${column}`),
    ...once.map((column) => `${column} = coalesce(${name}.${column}, excluded.${column})`),
  ];
  const update = set.length > 0 ? `on conflict (${list(key)}) do update set ${list(set)}` : '';
  await stage.run(
    `insert into ${name} (${names}) select ${names} from ${rows} as j where true order by j.at ${update}`,
  );
}

/** Forgets all of removed characters but their names. */
async function emptyCharacters(stage: Stage): Promise<void> {
  const columns = Object.entries(character.fields).flatMap(([name, field]) => {
    if (!(field instanceof Column) || name === 'uid') return [];
    const value = field.schema.parse(undefined);
    return [[name, typeof value === 'string' ? `'${value}'` : String(value)] as const];
  });
  const names = columns.map(([name]) => name);
  await stage.run(
    `insert into characters (${list(['uid', ...names])}) select ${list(['uid', ...columns.map(([, value]) => value)])}
    from ${stage.rows('entities', `record = 'character' and change >= ${ENDS}`)} as g where true
    on conflict (uid) do update set ${list(names.map((name) => `${name} = excluded.${name}`))}`,
  );
}

async function writePermissions(stage: Stage, { part }: Target): Promise<void> {
  const grants = `${stage.changed('grants')} as d`;
  await stage.run(`delete from grant_permissions where grant_id in (select id from ${grants})`);
  await stage.run(
    `insert into grant_permissions (grant_id, permission) select d.id, ${fieldsOf(part?.columns ?? {})} from ${grants}, ${stage.session.elements('d.permissions')}`,
  );
}

/** Frees unique values, so that rows can take those of each other, such as names that swap. */
async function freeUniqueValues(stage: Stage): Promise<void> {
  for (const { table, free } of uniqueRules) {
    if (free === undefined || !stage.has(table)) continue;
    const key = list(targetOf(table).key);
    await stage.run(
      `update ${table} set ${free} where (${key}) in (select ${key} from stage_${table} where change <> 0)`,
    );
  }
  if (!stage.has('memberships')) return;
  // A hidden membership keeps its rank, unless another one takes it.
  await stage.run(
    `update memberships set is_primary = 0 where is_primary = 1 and ${isHidden(stage, 'memberships')}
    and character_uid in (select character_uid from ${stage.changed('memberships')} as d where is_primary = 1)`,
  );
}

/** Keeps players from changing the uses of affected datacards until the transaction ends. */
async function lockDatacards(stage: Stage): Promise<void> {
  if (!stage.session.traits.rowLocks) return;
  const entities = `(${endedKeys(stage, 'entities')})`;
  await stage.run(
    `select uid from datacards where uid in (
      select uid from ${stage.rows('datacards', 'change <> 0')} as d union select datacard_uid from ${stage.changed('uses')} as u
      union select uid from datacards where owner_uid in ${entities}
      union select datacard_uid from assignments where location_uid in ${entities}
    ) order by uid for update`,
  );
}

function isIn(query: string): (column: string) => RawBuilder<SqlBool> {
  return (column) => sql<SqlBool>`${sql.raw(`(${column})`)} in (${sql.raw(query)})`;
}

function endedKeys(stage: Stage, table: string): string {
  return `select ${list(targetOf(table).key)} from ${stage.ended(table)} as g`;
}

async function endRemoved(stage: Stage): Promise<void> {
  const { db, traits } = stage.session;
  const { now } = stage.options;
  const entities = endedKeys(stage, 'entities');
  const owned = `removed_at is null and owner_uid in (${entities})`;
  const cards = `${endedKeys(stage, 'datacards')} union select uid from datacards where ${owned}`;
  await endAssignments(db, isIn(cards)('datacard_uid'), now);
  await endAssignments(db, isIn(entities)('location_uid'), now);
  await stage.run(`update datacards set removed_at = ${now}, total_uses = 0 where ${owned}`);
  // Dependents of what the files omit are only hidden.
  await endDependents(db, isIn(`${entities} where at > 0`), now);
  for (const { name, key, columns, model } of stage.targets) {
    if (model.permanent !== undefined || model.tombstone) continue;
    const keys = endedKeys(stage, name);
    const isEnded = `where (${list(key)}) in (${keys})`;
    if (name === 'account_characters') await revokeGrants(db, isIn(keys)('account_id, character_uid'), now);
    if (name === 'grants') await revokeGrants(db, isIn(keys)('id'), now);
    else if (name === 'accounts') await removeAccounts(db, isIn(keys), traits.rowLocks, now);
    else if (columns.revoked_at) await stage.run(`update ${name} set revoked_at = ${now} ${isEnded}`);
    else await stage.run(`delete from ${name} ${isEnded}`);
  }
}
