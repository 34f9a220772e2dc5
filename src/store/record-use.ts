import type { Kysely } from 'kysely';
import type { Tables } from '../model/index.js';

/** Seconds after which a use is recorded again: one from the same client address, and one from another. */
const RECORDED_AGAIN = { same: 86_400, other: 3_600 };

/** The last recorded use of a grant or a session. */
interface LastUse {
  last_used_at: number | null;
  last_used_from: string | null;
}

/**
 * Records that a grant or a session is in use, where that is news. No call waits for it, and none fails if the database cannot be
 * written.
 *
 * @param key the id of the grant, or the uid of the session
 * @param from the client address; undefined where no request says it
 */
export function recordUse(
  db: Kysely<Tables>,
  table: 'grants' | 'sessions',
  { key, last_used_at, last_used_from }: LastUse & { key: string },
  now: number,
  from: string | undefined,
): void {
  const isElsewhere = from !== undefined && from !== last_used_from;
  const isNews = (last_used_at ?? 0) <= now - (isElsewhere ? RECORDED_AGAIN.other : RECORDED_AGAIN.same);
  if (!isNews || db.isTransaction) return;
  const use = { last_used_at: now, ...(from !== undefined && { last_used_from: from }) };
  const update =
    table === 'grants'
      ? db.updateTable('grants').set(use).where('id', '=', key)
      : db.updateTable('sessions').set(use).where('uid', '=', key);
  update.execute().catch(() => {});
}
