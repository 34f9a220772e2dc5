import { UNLIMITED } from '../../domain/datacard.js';
import { refusals } from '../../domain/refusals.js';
import { ADDED } from './compare.js';
import { all, run } from './session.js';
import { FAULTS, type Fault, faultOf, type Stage } from './stage.js';
import { nameRow, targetOf } from './tables.js';

/** Compared rows have changed since: compare again. Nothing was written. */
export class Outdated extends Error {}

/** Sums as doubles: those that are too large for an integer are inexact, but still too large. */
const sum = (column: string) => `sum(cast(${column} as double precision))`;

type Wanted = Record<'id' | 'datacard_uid' | 'location_uid', string> &
  Record<'at' | 'uses', number> & { assigned: number | null };

/** Finds uses of more than is assigned to a place; of several, the first ones are accepted. */
export async function findOverused(stage: Stage): Promise<Fault[]> {
  if (!stage.has('uses')) return [];
  const target = targetOf('uses');
  const rows = await all<Wanted>(
    stage.session.db,
    `select d.at, d.id, d.datacard_uid, d.location_uid, d.uses, a.uses as assigned from ${stage.changed('uses')} as d
    left join (select datacard_uid, location_uid, uses from assignments
      union all select datacard_uid, location_uid, uses from ${stage.changed('assignments')} as n) as a
    on a.datacard_uid = d.datacard_uid and a.location_uid = d.location_uid order by d.at`,
  );
  const left = new Map<string, number>();
  const faults: Fault[] = [];
  for (const row of rows) {
    const { datacard_uid: card, location_uid: location } = row;
    const uses = left.get(`${card} ${location}`) ?? row.assigned ?? 0;
    if (uses !== UNLIMITED && row.uses > uses) {
      const reason = refusals.overused(nameRow(target, { ...row }), row.uses, card, location, uses || 'none');
      faults.push(faultOf(target, row, reason));
    } else left.set(`${card} ${location}`, uses === UNLIMITED ? uses : uses - row.uses);
  }
  return faults;
}

type Overassigned = { at: number; uid: string } & Record<'total_uses' | 'assigned' | 'least', number>;

/** Finds datacards with more assigned uses than their new total allows, after the uses that are not `written`. */
export async function findOverassigned(stage: Stage, { written = false } = {}): Promise<Fault[]> {
  if (stage.options.reclaim) return [];
  const used = `coalesce((select ${sum('u.uses')} from ${stage.changed('uses')} as u where u.datacard_uid = d.uid), 0)`;
  const rows = await all<Overassigned>(
    stage.session.db,
    `${overassigned(stage, written ? '0' : used)} limit ${FAULTS}`,
  );
  return rows.map((row) => {
    const assigned = row.least === UNLIMITED ? 'unlimited uses' : `${row.assigned} uses`;
    return faultOf(targetOf('datacards'), row, refusals.overassigned(row.uid, assigned, row.total_uses));
  });
}

function overassigned(stage: Stage, used: string): string {
  return `select d.at, d.uid, d.total_uses, ${sum('a.uses')} - ${used} as assigned, min(a.uses) as least
    from ${stage.changed('datacards')} as d inner join assignments as a on a.datacard_uid = d.uid
    where d.change <> ${ADDED} and d.total_uses <> ${UNLIMITED} group by d.at, d.uid, d.total_uses
    having ${sum('a.uses')} - ${used} > d.total_uses or min(a.uses) = ${UNLIMITED} order by d.at`;
}

/** Takes uses back from the newest assignments, until the new totals allow the rest. */
export async function reclaimUses(stage: Stage): Promise<void> {
  const { db } = stage.session;
  for (const { uid, total_uses: total } of await all<Overassigned>(db, overassigned(stage, '0'))) {
    const assignments = await all<{ location_uid: string; uses: number }>(
      db,
      `select a.location_uid, a.uses from assignments as a where a.datacard_uid = ?
      order by coalesce((
        select max(c.id) from datacard_changes as c
        where c.datacard_uid = a.datacard_uid and c.location_uid = a.location_uid and c.action = 'assign'
      ), 0) desc, length(a.location_uid) desc, a.location_uid desc`,
      uid,
    );
    let excess = assignments.reduce((assigned, { uses }) => assigned + Math.max(uses, 0), 0) - total;
    for (const { location_uid: location, uses } of assignments) {
      const after = uses === UNLIMITED ? 0 : uses - Math.min(uses, Math.max(excess, 0));
      if (after === uses) continue;
      if (uses !== UNLIMITED) excess -= uses - after;
      const change = after === 0 ? 'delete from assignments' : `update assignments set uses = ${after}`;
      await run(db, `${change} where datacard_uid = ? and location_uid = ?`, uid, location);
      await run(
        db,
        `insert into datacard_changes (time, action, datacard_uid, location_uid, uses_before, uses_after)
        values (${stage.options.now}, 'reclaim', ?, ?, ${uses}, ${after})`,
        ...[uid, location],
      );
    }
  }
}

/**
 * Deducts uses from assignments and totals; the record of a datacard in the same files has a total without them already. Audit
 * lines get the time of arrival, since ids are known as long as a line of this age is kept.
 * @throws {Outdated} when an assignment has ended or is smaller by now
 */
export async function writeUses(stage: Stage): Promise<void> {
  const { db } = stage.session;
  // Uses of unlimited assignments are never added up.
  const assigned = `select d.*, a.uses as assigned, case when a.uses = ${UNLIMITED} then ${UNLIMITED}
      else sum(case when a.uses = ${UNLIMITED} then 0 else d.uses end) over (partition by d.datacard_uid, d.location_uid order by d.at) end as upto
    from ${stage.changed('uses')} as d inner join assignments as a on a.datacard_uid = d.datacard_uid and a.location_uid = d.location_uid`;
  const limited = `(select * from (${assigned}) as each where assigned <> ${UNLIMITED})`;
  const written = await run(
    db,
    `insert into datacard_changes (time, action, datacard_uid, location_uid, uses_before, uses_after, request_id)
    select ${stage.options.now}, 'use', datacard_uid, location_uid,
      case when assigned = ${UNLIMITED} then ${UNLIMITED} else assigned - upto + uses end,
      case when assigned = ${UNLIMITED} then ${UNLIMITED} else assigned - upto end, id
    from (${assigned}) as used where upto <= assigned order by at`,
  );
  const [wanted] = await all<{ uses: number }>(db, `select count(*) as uses from ${stage.changed('uses')} as d`);
  if (written !== wanted?.uses) throw new Outdated();
  const taken = `(select datacard_uid, location_uid, sum(uses) as uses from ${limited} as used group by datacard_uid, location_uid)`;
  const isTaken = (
    compare: '=' | '>',
  ) => `t.datacard_uid = assignments.datacard_uid and t.location_uid = assignments.location_uid
    and assignments.uses ${compare} t.uses`;
  const totals = `(select datacard_uid, sum(uses) as uses from ${taken} as t group by datacard_uid)`;
  await run(
    db,
    `update datacards set total_uses = total_uses - t.uses from ${totals} as t
    where t.datacard_uid = datacards.uid and total_uses <> ${UNLIMITED}
      and not exists (select 1 from ${stage.named('datacards')} as s where s.uid = datacards.uid)`,
  );
  await run(db, `delete from assignments where exists (select 1 from ${taken} as t where ${isTaken('=')})`);
  await run(db, `update assignments set uses = assignments.uses - t.uses from ${taken} as t where ${isTaken('>')}`);
}
