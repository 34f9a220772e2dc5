import type { Kysely } from 'kysely';
import type { Tables } from '../../model/index.js';
import { retryConflicts } from '../conflict.js';
import { withWriteLock } from '../write-lock.js';

/** Runs changes that belong together in one transaction: the one that has begun, or their own. */
export function inTransaction<T>(db: Kysely<Tables>, work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : retryConflicts(() => withWriteLock(() => db.transaction().execute(work)));
}
