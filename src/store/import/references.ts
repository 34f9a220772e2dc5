import { type Reason, refusals } from '../../domain/refusals.js';
import { printable, quote } from '../../domain/text.js';
import { NAMES, NOTHING, storedUses, UNKNOWN } from './compare.js';
import { all } from './session.js';
import type { Fault, Stage } from './stage.js';
import { kindOf, list, parts, sameKey, type Target, targetOf } from './tables.js';

/** Returns the place of a record for messages; null is a row that only the database has. */
export type PlaceOf = (at: number | null) => string;

/** The number of faults that are found at a time. */
export const FAULTS = 500;

type Row = Record<string, unknown> & { at: number };

/** Refuses a row with the record that has it. */
export function faultOf(target: Target, row: Row, reason: Reason): Fault {
  return { at: row.at, kind: kindOf(target, row[target.key[0] as string]), reason: printable(reason) };
}

/** Names a row: its kind, its key, and its name if it has one. */
export function nameRow(target: Target, row: Record<string, unknown>): string {
  const isPart = parts.includes(target.name);
  const key = (isPart ? target.key.slice(0, 1) : target.key).map((name) => row[name]);
  const name = target.columns.name && row.name != null ? ` ${quote(row.name)}` : '';
  if (target.name === 'entities' || target.name === 'characters') return `${key[0]}${name}`;
  return `the ${kindOf(target, key[0]).replaceAll('_', ' ')} ${key.join(', ')}${name}`;
}

/** Finds rows that refer to what is neither in the files nor in the database. */
export async function* findDangling(stage: Stage): AsyncGenerator<Fault[]> {
  for (const target of stage.staged) yield* danglingIn(stage, target);
  const assignments = targetOf('assignments');
  if (stage.find('new', assignments)) yield* danglingIn(stage, assignments);
}

async function* danglingIn(stage: Stage, target: Target): AsyncGenerator<Fault[]> {
  for (const { column, table, key } of target.references) {
    // What a stored row keeps is compared with nothing, and judged all the same.
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
    if (rows.length === 0) continue;
    yield rows.map((row) => faultOf(target, row, refusals.unknownReference(nameRow(target, row), String(row[column]))));
  }
}

/** The columns whose rows end with what they refer to; the others tell a history, or name an owner or a race. */
const endingWith: readonly [table: string, column: string][] = [
  ['memberships', 'character_uid'],
  ['memberships', 'faction_uid'],
  ['datacards', 'owner_uid'],
  ['assignments', 'location_uid'],
  ['account_characters', 'character_uid'],
  ['grants', 'character_uid'],
];

/** Finds rows that refer to what was removed, or what the files remove, and that would have to end with it. */
export async function* findReferencesToRemoved(stage: Stage, place: PlaceOf): AsyncGenerator<Fault[]> {
  for (const [name, column] of endingWith) {
    const target = targetOf(name);
    const isValid = name === 'grants' ? 'd.revoked_at is null' : 'true';
    const columns = list(Object.keys(target.columns), 'd');
    // A stored row may be hidden; a record of it refers to what is not there all the same.
    const mayBeHidden = name === 'memberships' || name === 'account_characters';
    const found = await all<Row & { removal_at: number | null }>(
      stage.session.db,
      `select d.at, cast(null as integer) as removal_at, ${columns} from ${stage.from(mayBeHidden ? 'stage' : 'new', name)} as d
      inner join entities as e on e.uid = d.${column}
      where e.removed_at is not null and ${isValid}
        and not exists (select 1 from ${stage.from('stage', 'entities')} as s where s.uid = e.uid)
      union all
      select d.at, g.at as removal_at, ${columns} from ${stage.from(parts.includes(name) ? 'new' : 'stage', name)} as d
      inner join ${stage.from('gone', 'entities')} as g on g.uid = d.${column}
      where g.effect <> ${NOTHING} and g.at < d.at and ${isValid}
      order by 1 limit ${FAULTS}`,
    );
    if (found.length === 0) continue;
    yield found.map((row) =>
      faultOf(target, row, explain(nameRow(target, row), String(row[column]), row.removal_at, place)),
    );
  }
}

function explain(row: string, uid: string, at: number | null, place: PlaceOf): Reason {
  if (at === null) return refusals.wasRemoved(row, uid);
  if (at === UNKNOWN) return refusals.unknownReference(row, uid);
  return at < 0 ? refusals.isUnnamed(row, uid) : refusals.isRemoved(row, uid, place(at));
}

/** Finds lines of the audit trail, and uses, that would rewrite others: a trail that could be rewritten would prove nothing. */
export async function* findRewritten(stage: Stage): AsyncGenerator<Fault[]> {
  const changes = targetOf('datacard_changes');
  yield* rewrittenIn(
    stage,
    changes,
    'datacard_changes',
    Object.keys(changes.columns).map((name) => `s.${name} is distinct from t.${name}`),
  );
  // Of a use of unlimited uses the trail has no number.
  yield* rewrittenIn(stage, targetOf('uses'), storedUses(stage), [
    's.datacard_uid <> t.datacard_uid',
    's.location_uid <> t.location_uid',
    '(t.uses <> 0 and s.uses <> t.uses)',
  ]);
}

async function* rewrittenIn(stage: Stage, target: Target, stored: string, differs: string[]): AsyncGenerator<Fault[]> {
  const rows = await all<Row>(
    stage.session.db,
    `select s.at, s.id from ${stage.from('stage', target.name)} as s inner join ${stored} as t on ${sameKey(target, 's', 't')}
    where ${differs.join(' or ')} order by s.at limit ${FAULTS}`,
  );
  if (rows.length > 0) yield rows.map((row) => faultOf(target, row, refusals.rewritten(nameRow(target, row))));
}
