import { type Kysely, type RawBuilder, sql } from 'kysely';
import { UNLIMITED } from '../../domain/datacard.js';
import { refusals } from '../../domain/refusals.js';
import { datacard } from '../../model/datacard.js';
import type { Tables } from '../../model/index.js';
import type { StageArea } from './area.js';
import { FAULTS } from './references.js';
import type { Fault } from './refusals.js';
import { NEW } from './stage-table.js';
import { takenUses } from './uses.js';

type Overassigned = { at: number; uid: string } & Record<'total_uses' | 'assigned' | 'least', number>;

/** Finds datacards of which more uses are assigned by now than their new total allows, and whose records reclaim none. */
export async function* findOverassigned(area: StageArea, db: Kysely<Tables>): AsyncGenerator<Fault[]> {
  const taken = takenUses(area);
  const used = taken && sql`coalesce((select t.uses from ${taken} as t where t.datacard_uid = d.uid), 0)`;
  const query = overassigned(area, 0, used);
  const rows = query ? (await sql<Overassigned>`${query} limit ${sql.lit(FAULTS)}`.execute(db)).rows : [];
  if (rows.length === 0) return;
  yield rows.map(({ at, uid, total_uses: total, assigned, least }) => {
    const has = least === UNLIMITED ? 'unlimited uses' : `${assigned} uses`;
    const reason = refusals.overassigned(uid, has, total);
    return { model: datacard, key: [uid], at, reason };
  });
}

/** Takes uses back from the newest assignments of datacards whose records say so, until the new totals allow the rest. */
export async function reclaimUses(area: StageArea, db: Kysely<Tables>, now: number): Promise<void> {
  const query = overassigned(area, 1);
  const { rows } = query ? await query.execute(db) : { rows: [] };
  for (const { uid, total_uses: total } of rows) {
    const { rows: assignments } = await sql<{ location_uid: string; uses: number }>`
      select a.location_uid, a.uses from assignments as a where a.datacard_uid = ${uid}
      order by coalesce((
        select max(c.id) from datacard_changes as c
        where c.datacard_uid = a.datacard_uid and c.location_uid = a.location_uid and c.action = 'assign'
      ), 0) desc, length(a.location_uid) desc, a.location_uid desc`.execute(db);
    let excess = assignments.reduce((sum, { uses }) => sum + Math.max(uses, 0), 0) - total;
    for (const { location_uid, uses } of assignments) {
      const after = uses === UNLIMITED ? 0 : uses - Math.min(uses, Math.max(excess, 0));
      if (after === uses) continue;
      if (uses !== UNLIMITED) excess -= uses - after;
      const place = sql`datacard_uid = ${uid} and location_uid = ${location_uid}`;
      await (after === 0
        ? sql`delete from assignments where ${place}`
        : sql`update assignments set uses = ${after} where ${place}`
      ).execute(db);
      const change = { time: now, action: 'reclaim', datacard_uid: uid, location_uid } as const;
      await db
        .insertInto('datacard_changes')
        .values({ ...change, uses_before: uses, uses_after: after })
        .execute();
    }
  }
}

/** Returns the stored datacards whose new totals are below what is assigned, without what the files use of it. */
function overassigned(area: StageArea, reclaim: 0 | 1, used = sql`0`): RawBuilder<Overassigned> | undefined {
  const table = area.find(datacard.table);
  if (!table || table.differences === table.name) return undefined;
  return sql<Overassigned>`
    select d.at, d.uid, d.total_uses, sum(a.uses) - ${used} as assigned, min(a.uses) as least from ${sql.table(table.differences)} as d
    inner join ${sql.table(table.name)} as s on s.uid = d.uid
    inner join assignments as a on a.datacard_uid = d.uid
    where d.mask <> ${sql.lit(NEW)} and d.total_uses <> ${sql.lit(UNLIMITED)} and s.reclaim = ${sql.lit(reclaim)}
    group by d.at, d.uid, d.total_uses
    having sum(a.uses) - ${used} > d.total_uses or min(a.uses) = ${sql.lit(UNLIMITED)}
    order by d.at`;
}
