import { setTimeout } from 'node:timers/promises';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { character } from '../../model/character.js';
import { Column } from '../../model/column.js';
import { endAssignments, endDependents, removeAccounts, revokeGrants } from '../queries/removals.js';
import type { Db } from '../queries/statement.js';
import { ADDED, ENDS, isHidden, NAMES, RENAMED } from './compare.js';
import { uniqueRules } from './contradictions.js';
import { all, run } from './session.js';
import type { Stage } from './stage.js';
import { histories, list, sameKey, type Target, targetOf } from './tables.js';
import { findOverassigned, Outdated, reclaimUses, writeUses } from './uses.js';

/** Compared rows have changed since: compare again. Nothing was written. */
export function isOutdated(stage: Stage, error: unknown): boolean {
  return error instanceof Outdated || stage.session.isRefusal(error);
}

/** Writes all rows that depend on each other, and with `histories` the others, in one transaction. */
export function apply(stage: Stage, withHistories: boolean): Promise<void> {
  return stage.session.write(async () => {
    const { db } = stage.session;
    const { now, reclaim } = stage.options;
    await endDependents(db, isIn(`select uid from ${stage.changed('entities')} as d where d.change = ${RENAMED}`), now);
    await freeUniqueValues(stage);
    for (const target of stage.targets) {
      const isHistory = histories.includes(target.name);
      if (isHistory && withHistories) await writePieces(stage, target, async (write) => void (await write()));
      if (isHistory) continue;
      if (target.name === 'datacards') await lockDatacards(stage);
      await nameRemoved(stage, target);
      await writeTable(stage, target);
      await stage.breathe();
    }
    if (reclaim) await reclaimUses(stage);
    // Players may have taken uses since the comparison.
    else if ((await findOverassigned(stage, { written: true })).length > 0) throw new Outdated();
    // Last, so that rows move to another owner or place before the old one ends.
    await endRemoved(stage);
  });
}

/** Milliseconds for other writers between two transactions: about as long as one takes. */
const REST = 15;

/** Writes the histories in short transactions, and reports the number of rows after each. */
export async function applyHistories(stage: Stage, onCommitted: (rows: number) => void): Promise<void> {
  let rows = 0;
  for (const target of stage.targets.filter(({ name }) => histories.includes(name))) {
    await writePieces(stage, target, async (write) => {
      rows += await stage.session.write(write);
      onCommitted(rows);
      await setTimeout(REST);
    });
  }
}

/** Rows of a history that a statement writes: a few milliseconds. */
const PIECE = 1000;

async function writePieces(
  stage: Stage,
  target: Target,
  inTransaction: (write: () => Promise<number>) => Promise<void>,
): Promise<void> {
  for (let after = 0; ; ) {
    const { db } = stage.session;
    const rows = `(select * from ${stage.changed(target.name)} as c where at > ${after} order by at limit ${PIECE})`;
    const [last] = await all<{ at: number | null }>(db, `select max(at) as at from ${rows} as piece`);
    if (last?.at == null) return;
    await inTransaction(() => writeRows(stage.session.db, target, rows));
    after = last.at;
    await stage.breathe();
  }
}

async function writeTable(stage: Stage, target: Target): Promise<void> {
  const { db, traits } = stage.session;
  const rows = stage.changed(target.name);
  if (target.name === 'uses') await writeUses(stage);
  else if (target.name === 'datacard_changes') await traits.numberedChanges(db, () => writeRows(db, target, rows));
  else await writeRows(db, target, rows);
  if (target.name === 'grants') await writePermissions(stage, target);
}

async function writeRows(db: Db, target: Target, rows: string): Promise<number> {
  const { name, columns, always, once } = target;
  const names = Object.keys(columns);
  const inserted = await run(
    db,
    `insert into ${name} (${list(names)}) select ${list(names)} from ${rows} as j where j.change = ${ADDED} order by j.at`,
  );
  const set = [
    ...always.map((each) => `${each} = j.${each}`),
    ...once.map((each) => `${each} = coalesce(${name}.${each}, j.${each})`),
  ];
  if (set.length === 0) return inserted;
  const isStored = `${sameKey(target, name, 'j')} and j.change <> ${ADDED}`;
  return inserted + (await run(db, `update ${name} set ${list(set)} from ${rows} as j where ${isStored}`));
}

async function writePermissions(stage: Stage, { part }: Target): Promise<void> {
  const { db } = stage.session;
  const { from, column } = stage.session.rowsOf('d.permissions', part?.columns ?? {});
  const grants = `${stage.changed('grants')} as d`;
  await run(db, `delete from grant_permissions where grant_id in (select id from ${grants})`);
  await run(
    db,
    `insert into grant_permissions (grant_id, permission) select d.id, ${column('permission')} from ${grants}, ${from}`,
  );
}

/** Frees unique values, so that rows can take those of each other, such as names that swap. */
async function freeUniqueValues(stage: Stage): Promise<void> {
  const { db } = stage.session;
  for (const { table, columns, free, where } of uniqueRules) {
    const target = targetOf(table);
    if (free === undefined || !stage.has(table)) continue;
    const differs = (where ? ['is_primary'] : columns).map((name) => `t.${name} is distinct from d.${name}`);
    await run(
      db,
      `update ${table} set ${free} where (${list(target.key)}) in (
        select ${list(target.key, 'd')} from ${stage.changed(table)} as d inner join ${table} as t on ${sameKey(target, 't', 'd')}
        where ${differs.join(' or ')} union select ${list(target.key)} from ${ended(stage, table)})`,
    );
    if (table !== 'memberships') continue;
    // A hidden membership keeps its rank, unless another one takes it.
    await run(
      db,
      `update memberships set ${free} where is_primary = 1 and ${isHidden(stage, table)}
        and character_uid in (select character_uid from ${stage.changed(table)} as d where is_primary = 1)`,
    );
  }
}

/** Keeps players from changing the uses of affected datacards until the transaction ends. */
async function lockDatacards(stage: Stage): Promise<void> {
  if (!stage.session.traits.rowLocks) return;
  const entities = `(select uid from ${ended(stage, 'entities')})`;
  await run(
    stage.session.db,
    `select uid from datacards where uid in (
      select uid from ${stage.changed('datacards')} as d union select datacard_uid from ${stage.changed('uses')} as u
      union select uid from ${ended(stage, 'datacards')} union select uid from datacards where owner_uid in ${entities}
      union select datacard_uid from assignments where location_uid in ${entities}
    ) order by uid for update`,
  );
}

/** Inserts what only a removal names: histories may refer to it. */
async function nameRemoved(stage: Stage, { name, model }: Target): Promise<void> {
  if (!model.tombstone || model.base) return;
  const { db } = stage.session;
  const named = `${stage.gone(name)} as g where g.effect = ${NAMES}`;
  const [emptied, value] = name === 'datacards' ? ['total_uses', 0] : ['owner_uid', null];
  await run(
    db,
    `insert into ${name} (uid, ${list(model.tombstone)}, removed_at, ${emptied})
    select uid, ${list(model.tombstone.map((column) => `gone_${column}`))}, coalesce(gone_removed_at, ${stage.options.now}), ${value}
    from ${named} on conflict (uid) do nothing`,
  );
  if (name !== 'entities') return;
  await run(
    db,
    `insert into characters (${list(['uid', ...Object.keys(blank)])})
    select uid, ${list(Object.values(blank))} from ${named} and uid like '1:%' on conflict (uid) do nothing`,
  );
}

/** The columns of a removed character as SQL. */
const blank = Object.fromEntries(
  Object.entries(character.fields).flatMap(([name, field]) => {
    if (!(field instanceof Column) || name === 'uid') return [];
    const value = field.schema.parse(undefined);
    return [[name, typeof value === 'string' ? `'${value}'` : String(value)] as const];
  }),
);

function isIn(query: string): (column: string) => RawBuilder<SqlBool> {
  return (column) => sql<SqlBool>`${sql.ref(column)} in (${sql.raw(query)})`;
}

function ended(stage: Stage, table: string): string {
  return `${stage.gone(table)} as g where g.effect = ${ENDS}`;
}

async function endRemoved(stage: Stage): Promise<void> {
  const { db, traits } = stage.session;
  const { now } = stage.options;
  const uids = (table: string) => `select uid from ${ended(stage, table)}`;
  const cards = `${uids('datacards')} union select uid from datacards where removed_at is null and owner_uid in (${uids('entities')})`;
  await endAssignments(db, isIn(cards)('datacard_uid'), now);
  await run(
    db,
    `update datacards set removed_at = ${endOf(stage, 'datacards')}, total_uses = 0 where removed_at is null and uid in (${cards})`,
  );
  for (const { name, key, model } of stage.targets) {
    if (model.permanent !== undefined) continue;
    const which = (columns = list(key)) => `select ${columns} from ${ended(stage, name)}`;
    if (name === 'entities') await endEntities(stage, which());
    else if (name === 'grants') await revokeGrants(db, isIn(which())('id'), now);
    else if (name === 'accounts') await removeAccounts(db, isIn(which()), traits.rowLocks, now);
    else if (name === 'tokens' || name === 'clients') {
      await run(db, `update ${name} set revoked_at = ${now} where revoked_at is null and id in (${which()})`);
    } else if (name !== 'datacards') {
      if (name === 'account_characters') {
        await revokeGrants(db, sql<SqlBool>`(account_id, character_uid) in (${sql.raw(which())})`, now);
      }
      await run(db, `delete from ${name} where (${list(key)}) in (${which()})`);
    }
  }
}

/** The time of a removal; dependents end with what they depend on. */
function endOf(stage: Stage, table: string): string {
  const given = `select g.gone_removed_at from ${stage.gone(table)} as g where g.uid = ${table}.uid`;
  return `coalesce((${given}), ${stage.options.now})`;
}

async function endEntities(stage: Stage, uids: string): Promise<void> {
  const { db } = stage.session;
  const { now } = stage.options;
  // Dependents of what the files omit are only hidden.
  await endDependents(db, isIn(`${uids} and g.gone >= 0`), now);
  await run(
    db,
    `update entities set name = g.gone_name from ${ended(stage, 'entities')} and g.uid = entities.uid and g.gone_name is not null`,
  );
  await run(
    db,
    `update entities set removed_at = ${endOf(stage, 'entities')}, handle = null, owner_uid = null
    where removed_at is null and uid in (${uids})`,
  );
  const set = Object.entries(blank).map(([name, value]) => `${name} = ${value}`);
  await run(db, `update characters set ${list(set)} where uid in (${uids})`);
  await endAssignments(db, isIn(uids)('location_uid'), now);
}
