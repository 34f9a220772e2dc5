import { UNLIMITED } from '../../domain/datacard.js';
import { refusals } from '../../domain/refusals.js';
import type { AssignmentRow, DatacardChangeRow } from '../../model/datacard.js';
import { CHANGED, FAULTS, type Fault, faultOf, type Stage } from './stage.js';
import { type Columns, fieldsOf, list, nameRow, type StagedRow, targetOf } from './tables.js';

/** Compared rows have changed since: compare again. Nothing was written. */
export class Outdated extends Error {}

/** A line of the audit trail. */
type UsesChange = Omit<DatacardChangeRow, 'id' | 'time' | 'client_id' | 'character_uid'>;

type Wanted = StagedRow &
  Record<'id' | 'datacard_uid' | 'location_uid', string> & { uses: number; assigned: number | null };

/** Returns what uses change, and those of more than is assigned to a place; of several, the first ones are accepted. */
export async function judgeUses(stage: Stage): Promise<{ faults: Fault[]; changes: UsesChange[] }> {
  const faults: Fault[] = [];
  const changes: UsesChange[] = [];
  if (!stage.has('uses')) return { faults, changes };
  const rows = await stage.all<Wanted>(
    `select d.at, d.record, d.id, d.datacard_uid, d.location_uid, d.uses, a.uses as assigned from ${stage.changed('uses')} as d
    left join (select datacard_uid, location_uid, uses from assignments
      union select datacard_uid, location_uid, uses from ${stage.changed('assignments')} as n) as a
    on a.datacard_uid = d.datacard_uid and a.location_uid = d.location_uid order by d.at`,
  );
  const left = new Map<string, number>();
  for (const row of rows) {
    const { id, datacard_uid, location_uid, uses } = row;
    const before = left.get(`${datacard_uid} ${location_uid}`) ?? row.assigned ?? 0;
    if (before !== UNLIMITED && uses > before) {
      const shown = nameRow(targetOf('uses'), row);
      faults.push(faultOf(row, refusals.overused(shown, uses, datacard_uid, location_uid, before || 'none')));
      continue;
    }
    const after = before === UNLIMITED ? UNLIMITED : before - uses;
    left.set(`${datacard_uid} ${location_uid}`, after);
    const place = { datacard_uid, location_uid, uses_before: before, uses_after: after };
    changes.push({ action: 'use', ...place, request_id: id });
  }
  return { faults, changes };
}

/**
 * Deducts uses from assignments and totals; the record of a datacard in the same files has a total without them already. Audit
 * lines get the time of arrival, since ids are known as long as a line of this age is kept.
 * @throws {Outdated} when an assignment has ended or is smaller by now
 */
export async function writeUses(stage: Stage): Promise<void> {
  const { faults, changes } = await judgeUses(stage);
  if (faults.length > 0) throw new Outdated();
  await writeChanges(stage, changes);
  await stage.run(
    `update datacards set total_uses = total_uses - t.uses from (
      select datacard_uid, sum(uses_before - uses_after) as uses from ${changesIn(stage)} group by datacard_uid
    ) as t where t.datacard_uid = datacards.uid and total_uses <> ${UNLIMITED} and removed_at is null
      and not exists (select 1 from ${stage.named('datacards')} as s where s.uid = datacards.uid)`,
    JSON.stringify(changes),
  );
}

/** Adds lines to the audit trail, and gives each assignment the uses of its last line. */
async function writeChanges(stage: Stage, changes: UsesChange[]): Promise<void> {
  const names = list(Object.keys(changeColumns));
  const lines = `select ${stage.options.now}, ${names} from ${changesIn(stage)}`;
  await stage.run(`insert into datacard_changes (time, ${names}) ${lines}`, JSON.stringify(changes));
  const last = new Map(changes.map((change) => [`${change.datacard_uid} ${change.location_uid}`, change]));
  const places = JSON.stringify([...last.values()]);
  const isOfPlace = 'c.datacard_uid = assignments.datacard_uid and c.location_uid = assignments.location_uid';
  const ended = `select 1 from ${changesIn(stage)} where ${isOfPlace} and c.uses_after = 0`;
  await stage.run(`delete from assignments where exists (${ended})`, places);
  await stage.run(`update assignments set uses = c.uses_after from ${changesIn(stage)} where ${isOfPlace}`, places);
}

const changeColumns: Columns = {
  ...{ action: 'text', datacard_uid: 'text', location_uid: 'text' },
  ...{ uses_before: 'integer', uses_after: 'integer', request_id: 'text' },
};

function changesIn(stage: Stage): string {
  return `(select ${fieldsOf(changeColumns)} from ${stage.session.elements('?')}) as c`;
}

/** Sums as doubles: those that are too large for an integer are inexact, but still too large. */
const sum = (column: string) => `sum(cast(${column} as double precision))`;

/** Returns datacards with more assigned uses than their new total allows, after the uses that are not `written`. */
function overassigned(stage: Stage, isWritten: boolean): string {
  const used = `coalesce((select ${sum('u.uses')} from ${stage.changed('uses')} as u where u.datacard_uid = d.uid), 0)`;
  const assigned = `${sum('a.uses')} - ${isWritten ? '0' : used}`;
  return `select d.at, d.record, d.uid, d.total_uses, ${assigned} as assigned, min(a.uses) as least
    from ${stage.changed('datacards')} as d inner join assignments as a on a.datacard_uid = d.uid
    where d.change = ${CHANGED} and d.total_uses <> ${UNLIMITED} group by d.at, d.record, d.uid, d.total_uses
    having ${assigned} > d.total_uses or min(a.uses) = ${UNLIMITED}`;
}

export async function findOverassigned(stage: Stage, { isWritten = false } = {}): Promise<Fault[]> {
  if (stage.options.reclaim) return [];
  const rows = await stage.all<StagedRow & { uid: string } & Record<'total_uses' | 'assigned' | 'least', number>>(
    `${overassigned(stage, isWritten)} order by d.at limit ${FAULTS}`,
  );
  return rows.map((row) => {
    const assigned = row.least === UNLIMITED ? 'unlimited uses' : `${row.assigned} uses`;
    return faultOf(row, refusals.overassigned(row.uid, assigned, row.total_uses));
  });
}

/** Takes uses back from the newest assignments, until the new totals allow the rest. */
export async function reclaimUses(stage: Stage): Promise<void> {
  const assignments = await stage.all<AssignmentRow & Record<'total_uses' | 'assigned', number>>(
    `select a.datacard_uid, a.location_uid, a.uses, o.total_uses,
      sum(case when a.uses = ${UNLIMITED} then 0 else a.uses end) over (partition by a.datacard_uid) as assigned
    from (${overassigned(stage, true)}) as o inner join assignments as a on a.datacard_uid = o.uid
    order by a.datacard_uid, coalesce((
      select max(c.id) from datacard_changes as c
      where c.datacard_uid = a.datacard_uid and c.location_uid = a.location_uid and c.action = 'assign'
    ), 0) desc, length(a.location_uid) desc, a.location_uid desc`,
  );
  const excesses = new Map<string, number>();
  const changes = assignments.flatMap(({ datacard_uid, location_uid, uses, total_uses, assigned }): UsesChange[] => {
    const excess = excesses.get(datacard_uid) ?? assigned - total_uses;
    const taken = uses === UNLIMITED ? 0 : Math.min(uses, Math.max(excess, 0));
    excesses.set(datacard_uid, excess - taken);
    const after = uses === UNLIMITED ? 0 : uses - taken;
    const place = { datacard_uid, location_uid, uses_before: uses, uses_after: after };
    return after === uses ? [] : [{ action: 'reclaim', ...place, request_id: null }];
  });
  await writeChanges(stage, changes);
}
