import type { Kysely } from 'kysely';
import type { Tables } from '../../model/index.js';
import { repeat } from '../conflict.js';

/** Runs work in the transaction of the caller or, without one, in its own. */
export function inTransaction<T>(db: Kysely<Tables>, work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : repeat(() => db.transaction().execute(work));
}
