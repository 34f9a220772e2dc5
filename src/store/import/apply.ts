import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { character } from '../../model/character.js';
import { Column } from '../../model/column.js';
import { endAssignments, endDependents, removeAccounts, revokeGrants } from '../queries/removals.js';
import type { Db } from '../queries/statement.js';
import { ADDED, ENDS, isHidden, NAMES, RENAMED } from './compare.js';
import { uniqueRules } from './contradictions.js';
import { type Piece, run } from './session.js';
import type { Stage } from './stage.js';
import { histories, list, sameKey, type Target, targetOf, targets } from './tables.js';
import { findOverassigned, Outdated, reclaimUses, writeUses } from './uses.js';

/** Writes all rows that depend on each other. Call it in a transaction. */
export async function apply(stage: Stage, db: Db): Promise<void> {
  const { now, reclaim } = stage.options;
  const renamed = `select uid from ${stage.from('new', 'entities')} as d where d.change = ${RENAMED}`;
  await endDependents(db, isIn(renamed), now);
  await freeUniqueValues(stage, db);
  for (const target of targets.filter(({ name }) => !histories.includes(name))) {
    if (target.name === 'datacards') await lockDatacards(stage, db);
    if (stage.has('gone', target.name)) await nameRemoved(db, target, now);
    if (stage.has('new', target.name)) await writeTable(stage, db, target);
    await stage.breathe();
  }
  if (reclaim) await reclaimUses(stage, db);
  // Players may have taken uses since the comparison.
  else if ((await findOverassigned(stage, db)).length > 0) throw new Outdated();
  // Last, so that rows move to another owner or place before the old one ends.
  await endRemoved(stage, db);
}

/** Writes the histories piece by piece, and returns the number of rows. */
export async function applyHistories(
  stage: Stage,
  inTransaction: (write: (db: Db) => Promise<number>) => Promise<number>,
): Promise<number> {
  let rows = 0;
  for (const table of stage.tables('new')) {
    const target = targetOf(table.name.slice('new_'.length));
    if (!histories.includes(target.name)) continue;
    for await (const piece of stage.session.pieces(table)) {
      rows += await inTransaction((db) => writeRows(db, target, piece));
      await stage.breathe();
    }
  }
  return rows;
}

async function writeTable(stage: Stage, db: Db, target: Target): Promise<void> {
  const { name } = target;
  const source: Piece = { from: `new_${name} as j`, column: (column) => `j.${column}`, parameters: [] };
  if (name === 'uses') await writeUses(stage, db);
  else if (name === 'datacard_changes') {
    await stage.session.traits.numberedChanges(db, () => writeRows(db, target, source));
  } else await writeRows(db, target, source);
  if (name === 'grants') await writePermissions(stage, db, target);
}

async function writeRows(db: Db, target: Target, { from, column, parameters }: Piece): Promise<number> {
  const { name, key, columns, always, once } = target;
  const names = Object.keys(columns);
  const inserted = await run(
    db,
    `insert into ${name} (${list(names)}) select ${names.map(column).join(', ')} from ${from}
    where ${column('change')} = ${ADDED} order by ${column('at')}`,
    ...parameters,
  );
  const set = [
    ...always.map((each) => `${each} = ${column(each)}`),
    ...once.map((each) => `${each} = coalesce(${name}.${each}, ${column(each)})`),
  ];
  if (set.length === 0) return inserted;
  const updated = await run(
    db,
    `update ${name} set ${set.join(', ')} from ${from}
    where ${key.map((each) => `${name}.${each} = ${column(each)}`).join(' and ')} and ${column('change')} <> ${ADDED}`,
    ...parameters,
  );
  return inserted + updated;
}

async function writePermissions({ session }: Stage, db: Db, { part }: Target): Promise<void> {
  const { from, column } = session.rowsOf('d.permissions', part?.columns ?? {});
  await run(db, 'delete from grant_permissions where grant_id in (select id from new_grants)');
  await run(
    db,
    `insert into grant_permissions (grant_id, permission) select d.id, ${column('permission')} from new_grants as d, ${from}`,
  );
}

/** Frees unique values, so that rows can take those of each other, such as names that swap. */
async function freeUniqueValues(stage: Stage, db: Db): Promise<void> {
  for (const { table, columns, free, where } of uniqueRules) {
    const target = targetOf(table);
    if (free === undefined || !stage.has('new', table)) continue;
    const differs = (where ? ['is_primary'] : columns).map((name) => `t.${name} is distinct from d.${name}`);
    const key = list(target.key, 'd');
    await run(
      db,
      `update ${table} set ${free} where (${list(target.key)}) in (
        select ${key} from new_${table} as d inner join ${table} as t on ${sameKey(target, 't', 'd')} where ${differs.join(' or ')}
        union select ${key} from ${stage.from('gone', table)} as d where d.effect = ${ENDS})`,
    );
    if (table !== 'memberships') continue;
    // A hidden membership keeps its rank, unless another one takes it.
    await run(
      db,
      `update memberships set ${free} where is_primary = 1 and ${isHidden(stage, table)}
        and character_uid in (select character_uid from new_memberships where is_primary = 1)`,
    );
  }
}

/** Keeps players from changing the uses of affected datacards until the transaction ends. */
async function lockDatacards(stage: Stage, db: Db): Promise<void> {
  if (!stage.session.traits.rowLocks) return;
  await run(
    db,
    `select uid from datacards where uid in (
      select uid from ${stage.from('new', 'datacards')} as d union select datacard_uid from ${stage.from('new', 'uses')} as u
      union select uid from ${stage.from('gone', 'datacards')} as g where g.effect = ${ENDS}
      union select c.uid from datacards as c inner join ${stage.from('gone', 'entities')} as g on g.uid = c.owner_uid where g.effect = ${ENDS}
      union select a.datacard_uid from assignments as a inner join ${stage.from('gone', 'entities')} as g on g.uid = a.location_uid
        where g.effect = ${ENDS}
    ) order by uid for update`,
  );
}

/** Inserts what only a removal names: histories may refer to it. */
async function nameRemoved(db: Db, { name, model }: Target, now: number): Promise<void> {
  if (!model.tombstone) return;
  const columns = list(['uid', ...model.tombstone]);
  const [emptied, value] = name === 'datacards' ? ['total_uses', 0] : ['owner_uid', null];
  await run(
    db,
    `insert into ${name} (${columns}, removed_at, ${emptied})
    select ${columns}, coalesce(removed_at, ${now}), ${value} from gone_${name} where effect = ${NAMES}
    on conflict (uid) do nothing`,
  );
  if (name !== 'entities') return;
  await run(
    db,
    `insert into characters (${list(['uid', ...Object.keys(blank)])})
    select uid, ${Object.values(blank).join(', ')} from gone_entities where effect = ${NAMES} and uid like '1:%'
    on conflict (uid) do nothing`,
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

async function endRemoved(stage: Stage, db: Db): Promise<void> {
  const { now } = stage.options;
  const ended = (table: string, columns: string) =>
    `select ${columns} from ${stage.from('gone', table)} as gone where gone.effect = ${ENDS}`;
  const timeOf = (table: string) =>
    `coalesce((select g.removed_at from ${stage.from('gone', table)} as g where g.uid = ${table}.uid), ${now})`;

  if (stage.has('gone', 'datacards') || stage.has('gone', 'entities')) {
    const cards = `${ended('datacards', 'uid')} union select c.uid from datacards as c where c.removed_at is null and c.owner_uid in (${ended('entities', 'uid')})`;
    await endAssignments(db, isIn(cards)('datacard_uid'), now);
    await run(
      db,
      `update datacards set removed_at = ${timeOf('datacards')}, total_uses = 0
      where removed_at is null and uid in (${cards})`,
    );
  }
  for (const { name, key } of stage.with('gone')) {
    if (name === 'entities') await endEntities(db, ended(name, 'uid'), timeOf(name), now);
    else if (name === 'grants') await revokeGrants(db, isIn(ended(name, 'id'))('id'), now);
    else if (name === 'accounts') await removeAccounts(db, isIn(ended(name, 'id')), stage.session.traits.rowLocks, now);
    else if (name === 'tokens' || name === 'clients') {
      await run(db, `update ${name} set revoked_at = ${now} where revoked_at is null and id in (${ended(name, 'id')})`);
    } else if (name !== 'datacards') {
      if (name === 'account_characters') {
        const links = ended(name, 'account_id, character_uid');
        await revokeGrants(db, sql<SqlBool>`(account_id, character_uid) in (${sql.raw(links)})`, now);
      }
      await run(db, `delete from ${name} where (${list(key)}) in (${ended(name, list(key))})`);
    }
  }
}

async function endEntities(db: Db, uids: string, removedAt: string, now: number): Promise<void> {
  // Dependents of what the files omit are only hidden.
  await endDependents(db, isIn(`${uids} and gone.at >= 0`), now);
  await run(
    db,
    `update entities set name = g.name from gone_entities as g where g.uid = entities.uid and g.effect = ${ENDS} and g.name is not null`,
  );
  await run(
    db,
    `update entities set removed_at = ${removedAt}, handle = null, owner_uid = null where removed_at is null and uid in (${uids})`,
  );
  const set = Object.entries(blank).map(([name, value]) => `${name} = ${value}`);
  await run(db, `update characters set ${set.join(', ')} where uid in (${uids})`);
  await endAssignments(db, isIn(uids)('location_uid'), now);
}
