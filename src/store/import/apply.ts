import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { character } from '../../model/character.js';
import { Column } from '../../model/column.js';
import { endAssignments, endDependents, removeAccounts, revokeGrants } from '../queries/removals.js';
import type { Traits } from '../traits.js';
import { ADDED, ENDS, isHidden, NAMES, RENAMED } from './compare.js';
import { uniqueRules } from './contradictions.js';
import {
  type Db,
  histories,
  list,
  piecesOf,
  type RowSource,
  run,
  sameKey,
  type Target,
  targetOf,
  targets,
} from './session.js';
import type { Stage } from './stage.js';
import { findOverassigned, Outdated, reclaimUses, writeUses } from './uses.js';

export interface ApplyOptions {
  traits: Traits;
  /** Unix seconds. */
  now: number;
  reclaim: boolean;
  isWhole: boolean;
  /** Called with the number of rows that a step has written; throws to stop. */
  onRows(rows: number): Promise<void>;
}

/** Writes all rows that depend on each other. Call it in a transaction. */
export async function apply(stage: Stage, db: Db, options: ApplyOptions): Promise<void> {
  const { traits, now, reclaim, isWhole, onRows } = options;
  const renamed = keysOf(`select uid from ${stage.from('new', 'entities')} as d where d.change = ${RENAMED}`);
  await endDependents(db, renamed, now);
  await freeUniqueValues(stage, db);
  for (const target of targets.filter(({ name }) => isWhole || !histories.includes(name))) {
    if (target.name === 'datacards') await lockDatacards(stage, db, traits);
    await nameRemoved(stage, db, target, now);
    if (target.name === 'uses') await onRows(await writeUses(stage, db, now));
    else if (target.name === 'grant_permissions') await writePermissions(stage, db);
    else if (target.name === 'datacard_changes' && stage.find('new', target)) {
      await traits.numberedChanges(db, () => writeTable(stage, db, target, onRows));
    } else await writeTable(stage, db, target, onRows);
  }
  if (reclaim) await reclaimUses(stage, db, now);
  else await refuseOverassigned(stage, db);
  // Last, so that rows move to another owner or place before the old one ends.
  await endRemoved(stage, db, options);
}

/** Writes the histories in transactions so short that other writers do not notice. What was written stays. */
export async function applyHistories(stage: Stage, onRows: (rows: number) => Promise<void>): Promise<void> {
  const { session } = stage;
  for (const name of histories) {
    const target = targetOf(name);
    const table = stage.find('new', target);
    if (!table) continue;
    for await (const piece of session.pieces(table)) {
      await onRows(await session.write([], (db) => writePiece(db, target, piece, 'true')));
      await session.rest();
    }
  }
}

async function writeTable(stage: Stage, db: Db, target: Target, onRows: ApplyOptions['onRows']): Promise<void> {
  const table = stage.find('new', target);
  if (!table) return;
  // Owners come before what they own.
  for (const condition of target.name === 'entities' ? ['owner_uid is null', 'owner_uid is not null'] : ['true']) {
    for await (const piece of piecesOf(db, table)) await onRows(await writePiece(db, target, piece, condition));
  }
}

async function writePiece(db: Db, target: Target, piece: RowSource, condition: string): Promise<number> {
  const { name, columns, always, once } = target;
  const { from, column, parameters } = piece;
  const names = Object.keys(columns);
  const isChosen = condition === 'true' ? condition : column(condition);
  const inserted = await run(
    db,
    `insert into ${name} (${list(names)}) select ${names.map(column).join(', ')} from ${from}
    where ${column('change')} = ${ADDED} and ${isChosen} order by ${column('at')}`,
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
    where ${target.key.map((each) => `${name}.${each} = ${column(each)}`).join(' and ')} and ${column('change')} <> ${ADDED} and ${isChosen}`,
    ...parameters,
  );
  return inserted + updated;
}

async function writePermissions(stage: Stage, db: Db): Promise<void> {
  const { part } = targetOf('grants');
  if (!part || !stage.find('new', targetOf('grants'))) return;
  const { from, column } = stage.session.rowsOf('d.permissions', part.columns);
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
    if (free === undefined || !stage.find('new', target)) continue;
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
async function lockDatacards(stage: Stage, db: Db, { rowLocks }: Traits): Promise<void> {
  if (!rowLocks) return;
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

/** Players may have taken uses since the comparison. */
async function refuseOverassigned(stage: Stage, db: Db): Promise<void> {
  for await (const faults of findOverassigned(stage, db)) if (faults.length > 0) throw new Outdated();
}

/** Inserts what only a removal names: histories may refer to it. */
async function nameRemoved(stage: Stage, db: Db, { name, model }: Target, now: number): Promise<void> {
  if (!model.tombstone || stage.from('gone', name) !== `gone_${name}`) return;
  const columns = ['uid', ...model.tombstone];
  const emptied = name === 'datacards' ? 'total_uses' : 'owner_uid';
  await run(
    db,
    `insert into ${name} (${list(columns)}, removed_at, ${emptied})
    select ${list(columns)}, coalesce(removed_at, ${now}), ${name === 'datacards' ? 0 : 'null'} from gone_${name} where effect = ${NAMES}
    on conflict (uid) do nothing`,
  );
  if (name !== 'entities') return;
  await run(
    db,
    `insert into characters (${list(['uid', ...Object.keys(blank)])})
    select uid, ${Object.values(blank).map(literal).join(', ')} from gone_entities where effect = ${NAMES} and uid like '1:%'
    on conflict (uid) do nothing`,
  );
}

const blank = Object.fromEntries(
  Object.entries(character.fields).flatMap(([name, field]) =>
    field instanceof Column && name !== 'uid' ? [[name, field.schema.parse(undefined)] as const] : [],
  ),
);

const literal = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value));

function keysOf(query: string): (column: string) => RawBuilder<SqlBool> {
  return (column) => sql<SqlBool>`${sql.ref(column)} in (${sql.raw(query)})`;
}

async function endRemoved(stage: Stage, db: Db, { traits, now, onRows }: ApplyOptions): Promise<void> {
  const ended = (table: string, columns: string, more = 'true') =>
    `select ${columns} from ${stage.from('gone', table)} as gone where gone.effect = ${ENDS} and ${more}`;
  const has = (table: string) => stage.removedFrom.some(({ name }) => name === table);
  const timeOf = (table: string, uid: string) =>
    `coalesce((select g.removed_at from ${stage.from('gone', table)} as g where g.uid = ${uid}), ${now})`;

  if (has('datacards') || has('entities')) {
    const uids = `${ended('datacards', 'uid')} union select c.uid from datacards as c where c.removed_at is null and c.owner_uid in (${ended('entities', 'uid')})`;
    await endAssignments(db, keysOf(uids)('datacard_uid'), now);
    await onRows(
      await run(
        db,
        `update datacards set removed_at = ${timeOf('datacards', 'datacards.uid')}, total_uses = 0
        where removed_at is null and uid in (${uids})`,
      ),
    );
  }
  if (has('entities')) {
    const uids = keysOf(ended('entities', 'uid'));
    // Dependents of what the files omit are only hidden.
    await endDependents(db, keysOf(ended('entities', 'uid', 'gone.at >= 0')), now);
    await run(
      db,
      `update entities set name = g.name from gone_entities as g where g.uid = entities.uid and g.effect = ${ENDS} and g.name is not null`,
    );
    await onRows(
      await run(
        db,
        `update entities set removed_at = ${timeOf('entities', 'entities.uid')}, handle = null, owner_uid = null
        where removed_at is null and uid in (${ended('entities', 'uid')})`,
      ),
    );
    const set = Object.entries(blank).map(([name, value]) => `${name} = ${literal(value)}`);
    await run(db, `update characters set ${set.join(', ')} where uid in (${ended('entities', 'uid')})`);
    await endAssignments(db, uids('location_uid'), now);
  }
  for (const name of ['tokens', 'grants', 'clients'] as const) {
    const uids = keysOf(ended(name, 'id'));
    if (!has(name)) continue;
    if (name === 'grants') await revokeGrants(db, uids('id'), now);
    else
      await run(db, `update ${name} set revoked_at = ${now} where revoked_at is null and id in (${ended(name, 'id')})`);
  }
  if (has('account_characters')) {
    const links = ended('account_characters', 'account_id, character_uid');
    await revokeGrants(db, sql<SqlBool>`(account_id, character_uid) in (${sql.raw(links)})`, now);
  }
  if (has('accounts')) await removeAccounts(db, keysOf(ended('accounts', 'id')), traits.rowLocks, now);
  for (const { name, key } of stage.removedFrom) {
    if (ENDING_OTHERWISE.includes(name)) continue;
    await onRows(await run(db, `delete from ${name} where (${list(key)}) in (${ended(name, list(key))})`));
  }
}

const ENDING_OTHERWISE = ['entities', 'datacards', 'tokens', 'grants', 'clients', 'accounts'];
