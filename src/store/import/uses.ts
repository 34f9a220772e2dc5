import { UNLIMITED } from '../../domain/datacard.js';
import { refusals } from '../../domain/refusals.js';
import { ADDED } from './compare.js';
import { FAULTS, faultOf, nameRow } from './contradictions.js';
import { all, type Db, run, targetOf } from './session.js';
import type { Fault, Stage } from './stage.js';

/** Compared rows have changed since: compare again. Nothing was written. */
export class Outdated extends Error {}

/** Sums as doubles: those that are too large for an integer are inexact, but still too large. */
const sum = (column: string) => `sum(cast(${column} as double precision))`;

type Wanted = Record<'id' | 'datacard_uid' | 'location_uid', string> &
  Record<'at' | 'uses', number> & { assigned: number | null };

/** Finds uses of more than is assigned to a place; of several, the first ones are accepted. */
export async function* findOverused(stage: Stage): AsyncGenerator<Fault[]> {
  const target = targetOf('uses');
  if (!stage.find('new', target)) return;
  const rows = await all<Wanted>(
    stage.session.db,
    `select d.at, d.id, d.datacard_uid, d.location_uid, d.uses, a.uses as assigned from new_uses as d
    left join (select datacard_uid, location_uid, uses from assignments
      union all select datacard_uid, location_uid, uses from ${stage.from('new', 'assignments')} as n) as a
    on a.datacard_uid = d.datacard_uid and a.location_uid = d.location_uid order by d.at`,
  );
  const left = new Map<string, number>();
  const faults: Fault[] = [];
  for (const row of rows) {
    const place = `${row.datacard_uid} ${row.location_uid}`;
    const uses = left.get(place) ?? row.assigned ?? 0;
    if (uses !== UNLIMITED && row.uses > uses) {
      const reason = refusals.overused(
        nameRow(target, { ...row }),
        row.uses,
        row.datacard_uid,
        row.location_uid,
        uses || 'none',
      );
      faults.push(faultOf(target, row, reason));
    } else left.set(place, uses === UNLIMITED ? uses : uses - row.uses);
  }
  // All of them would be too long for one statement.
  for (let from = 0; from < faults.length; from += FAULTS) yield faults.slice(from, from + FAULTS);
}

type Overassigned = { at: number; uid: string } & Record<'total_uses' | 'assigned' | 'least', number>;

/** Finds datacards with more assigned uses than their new total allows. */
export async function* findOverassigned(stage: Stage, db: Db = stage.session.db): AsyncGenerator<Fault[]> {
  const query = overassigned(
    stage,
    `coalesce((select ${sum('u.uses')} from ${stage.from('new', 'uses')} as u where u.datacard_uid = d.uid), 0)`,
  );
  const rows = query ? await all<Overassigned>(db, `${query} limit ${FAULTS}`) : [];
  if (rows.length === 0) return;
  yield rows.map((row) => {
    const has = row.least === UNLIMITED ? 'unlimited uses' : `${row.assigned} uses`;
    return faultOf(targetOf('datacards'), row, refusals.overassigned(row.uid, has, row.total_uses));
  });
}

function overassigned(stage: Stage, used: string): string | undefined {
  if (!stage.find('new', targetOf('datacards'))) return undefined;
  return `select d.at, d.uid, d.total_uses, ${sum('a.uses')} - ${used} as assigned, min(a.uses) as least
    from new_datacards as d inner join assignments as a on a.datacard_uid = d.uid
    where d.change <> ${ADDED} and d.total_uses <> ${UNLIMITED} group by d.at, d.uid, d.total_uses
    having ${sum('a.uses')} - ${used} > d.total_uses or min(a.uses) = ${UNLIMITED} order by d.at`;
}

/** Takes uses back from the newest assignments, until the new totals allow the rest. */
export async function reclaimUses(stage: Stage, db: Db, now: number): Promise<void> {
  const query = overassigned(stage, '0');
  for (const { uid, total_uses: total } of query ? await all<Overassigned>(db, query) : []) {
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
    for (const { location_uid, uses } of assignments) {
      const after = uses === UNLIMITED ? 0 : uses - Math.min(uses, Math.max(excess, 0));
      if (after === uses) continue;
      if (uses !== UNLIMITED) excess -= uses - after;
      await run(
        db,
        after === 0
          ? `delete from assignments where datacard_uid = ? and location_uid = ?`
          : `update assignments set uses = ${after} where datacard_uid = ? and location_uid = ?`,
        ...[uid, location_uid],
      );
      await run(
        db,
        `insert into datacard_changes (time, action, datacard_uid, location_uid, uses_before, uses_after)
        values (?, 'reclaim', ?, ?, ?, ?)`,
        ...[now, uid, location_uid, uses, after],
      );
    }
  }
}

/**
 * Deducts uses from assignments and totals; the record of a datacard in the same files has a total without them already. Audit
 * lines get the time of arrival, since ids are known as long as a line of this age is kept.
 * @throws {Outdated} when an assignment has ended or is smaller by now
 */
export async function writeUses(stage: Stage, db: Db, now: number): Promise<number> {
  if (!stage.find('new', targetOf('uses'))) return 0;
  // Uses of unlimited assignments are never added up.
  const limited = `select d.*, a.uses as assigned, sum(d.uses) over (partition by d.datacard_uid, d.location_uid order by d.at) as upto
    from new_uses as d inner join assignments as a on a.datacard_uid = d.datacard_uid and a.location_uid = d.location_uid
    where a.uses <> ${UNLIMITED}`;
  const written = await run(
    db,
    `insert into datacard_changes (time, action, datacard_uid, location_uid, uses_before, uses_after, request_id)
    select ${now}, 'use', datacard_uid, location_uid, uses_before, uses_after, id from (
      select d.at, d.datacard_uid, d.location_uid, d.id, d.assigned - d.upto + d.uses as uses_before, d.assigned - d.upto as uses_after
      from (${limited}) as d where d.upto <= d.assigned
      union all
      select d.at, d.datacard_uid, d.location_uid, d.id, ${UNLIMITED}, ${UNLIMITED}
      from new_uses as d inner join assignments as a on a.datacard_uid = d.datacard_uid and a.location_uid = d.location_uid
      where a.uses = ${UNLIMITED}
    ) as used order by at`,
  );
  const [wanted] = await all<{ uses: number }>(db, 'select count(*) as uses from new_uses');
  if (written !== Number(wanted?.uses)) throw new Outdated();
  const taken = `(select datacard_uid, location_uid, sum(uses) as uses from (${limited}) as used group by datacard_uid, location_uid)`;
  const isTaken = (
    compare: '=' | '>',
  ) => `t.datacard_uid = assignments.datacard_uid and t.location_uid = assignments.location_uid
    and assignments.uses ${compare} t.uses`;
  const totals = `(select datacard_uid, sum(uses) as uses from ${taken} as t group by datacard_uid)`;
  await run(
    db,
    `update datacards set total_uses = total_uses - t.uses from ${totals} as t
    where t.datacard_uid = datacards.uid and total_uses <> ${UNLIMITED}
      and not exists (select 1 from ${stage.from('stage', 'datacards')} as s where s.uid = datacards.uid)`,
  );
  await run(db, `delete from assignments where exists (select 1 from ${taken} as t where ${isTaken('=')})`);
  await run(db, `update assignments set uses = assignments.uses - t.uses from ${taken} as t where ${isTaken('>')}`);
  return written;
}
