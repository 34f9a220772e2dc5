import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { entity } from '../../model/entity.js';
import type { StageArea } from './area.js';
import { effects } from './removals.js';

/** Returns the condition that nobody finds a stored membership at the end state: its character or its faction is removed. */
export function isHidden(area: StageArea, alias: string): RawBuilder<SqlBool> {
  const isOne = (uid: string) =>
    sql`${sql.ref(uid)} in (${sql.ref(`${alias}.character_uid`)}, ${sql.ref(`${alias}.faction_uid`)})`;
  const [removals, staged] = [area.removals.find(entity.table), area.find(entity.table)];
  const isBack = staged ? sql`exists (select 1 from ${sql.table(staged.name)} as s where s.uid = e.uid)` : sql`1 = 0`;
  const ends = removals
    ? sql`exists (select 1 from ${sql.table(removals.name)} as r where ${isOne('r.uid')} and r.mask = ${sql.lit(effects.ends)})`
    : sql`1 = 0`;
  return sql<SqlBool>`(
    exists (select 1 from entities as e where ${isOne('e.uid')} and e.removed_at is not null and not ${isBack}) or ${ends})`;
}
