import { type Kysely, type RawBuilder, sql } from 'kysely';
import { UNLIMITED } from '../../domain/datacard.js';
import { type Reason, refusals } from '../../domain/refusals.js';
import { assignment, datacard } from '../../model/datacard.js';
import type { Tables } from '../../model/index.js';
import { use } from '../../model/use.js';
import type { StageArea } from './area.js';
import { FAULTS } from './references.js';
import { type Fault, nameRow } from './refusals.js';
import { NEW, type StageTable } from './stage-table.js';
import { StaleComparison } from './stale-comparison.js';

type Wanted = Record<'id' | 'datacard_uid' | 'location_uid', string> &
  Record<'at' | 'uses', number> & { assigned: number | null };

/** Finds uses of more than is assigned to a place: of several, the first ones are taken. */
export async function* findOverused(area: StageArea, db: Kysely<Tables>): AsyncGenerator<Fault[]> {
  const table = area.find(use.table);
  if (!table) return;
  const added = area.find(assignment.table);
  const assigned = sql`
    select datacard_uid, location_uid, uses from assignments
    ${added ? sql`union all select datacard_uid, location_uid, uses from ${sql.table(added.differences)}` : sql``}`;
  let last: Wanted | undefined;
  for (let left = 0; ; ) {
    const { rows } = await sql<Wanted>`
      select d.at, d.id, d.datacard_uid, d.location_uid, d.uses, a.uses as assigned from ${newUses(table)} as d
      left join (${assigned}) as a on a.datacard_uid = d.datacard_uid and a.location_uid = d.location_uid
      where (d.datacard_uid, d.location_uid, d.at) > (${last?.datacard_uid ?? ''}, ${last?.location_uid ?? ''}, ${last?.at ?? -1})
      order by d.datacard_uid, d.location_uid, d.at limit ${sql.lit(FAULTS)}`.execute(db);
    const faults: Fault[] = [];
    for (const row of rows) {
      if (row.datacard_uid !== last?.datacard_uid || row.location_uid !== last.location_uid) left = row.assigned ?? 0;
      last = row;
      if (left === UNLIMITED) continue;
      if (row.uses <= left) left -= row.uses;
      else faults.push({ model: use, key: [row.id], at: row.at, reason: explain(row, left) });
    }
    if (faults.length > 0) yield faults;
    if (rows.length < FAULTS) return;
  }
}

function explain(row: Wanted, left: number): Reason {
  const { uses, datacard_uid: uid, location_uid: location } = row;
  return refusals.overused(nameRow(use, { ...row }), uses, uid, location, left === 0 ? 'none' : left);
}

/** Returns the uses that are taken from the limited assignments of each datacard, as a table. */
export function takenUses(area: StageArea): RawBuilder<unknown> | undefined {
  const table = area.find(use.table);
  return table && sql`(select datacard_uid, sum(uses) as uses from ${newUses(table)} as d group by datacard_uid)`;
}

/**
 * Takes uses from their assignments and from the totals of their datacards, and writes them to the audit trail. The record of a
 * datacard in the same files has a total without them already.
 *
 * @throws {StaleComparison} when an assignment has ended meanwhile
 */
export async function writeUses(area: StageArea, db: Kysely<Tables>, table: StageTable): Promise<number> {
  const isUnlimited = sql`a.uses = ${sql.lit(UNLIMITED)}`;
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${newUses(table)} as d`.execute(db);
  const { numAffectedRows } = await sql`
    insert into datacard_changes (time, action, datacard_uid, location_uid, uses_before, uses_after, request_id)
    select d.time, 'use', d.datacard_uid, d.location_uid,
      case when ${isUnlimited} then a.uses else a.uses - d.upto + d.uses end, case when ${isUnlimited} then a.uses else a.uses - d.upto end,
      d.id
    from (
      select d.*, sum(d.uses) over (partition by datacard_uid, location_uid order by at) as upto from ${newUses(table)} as d
    ) as d inner join assignments as a on a.datacard_uid = d.datacard_uid and a.location_uid = d.location_uid
    order by d.at`.execute(db);
  const written = Number(numAffectedRows ?? 0);
  if (written !== Number(rows[0]?.count)) throw new StaleComparison();
  const taken = sql`
    (select datacard_uid, location_uid, sum(uses) as uses from ${newUses(table)} as d group by datacard_uid, location_uid)`;
  const isTaken = (compare: '=' | '>') => sql`
    t.datacard_uid = assignments.datacard_uid and t.location_uid = assignments.location_uid
      and assignments.uses ${sql.raw(compare)} t.uses`;
  await sql`delete from assignments where exists (select 1 from ${taken} as t where ${isTaken('=')})`.execute(db);
  await sql`
    update assignments set uses = assignments.uses - t.uses from ${taken} as t where ${isTaken('>')}`.execute(db);
  const named = area.find(datacard.table);
  await sql`
    update datacards set total_uses = total_uses - t.uses from ${takenUses(area) ?? taken} as t
    where t.datacard_uid = datacards.uid and total_uses <> ${sql.lit(UNLIMITED)}
      ${named ? sql`and datacards.uid not in (select uid from ${sql.table(named.name)})` : sql``}`.execute(db);
  return written;
}

function newUses({ differences }: StageTable): RawBuilder<unknown> {
  return sql`(select * from ${sql.table(differences)} where mask = ${sql.lit(NEW)})`;
}
