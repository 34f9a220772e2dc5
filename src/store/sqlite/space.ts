import { readPragma } from './connect.js';
import type { SqliteConnection } from './engine.js';
import { translate } from './preparing-database.js';

/** The free pages that are given back at a time: few enough that no request waits. */
const PAGES = 100;

/**
 * Gives some free pages of a database file back to the disk, and returns the bytes: call it again until that is 0.
 */
export function giveBack(database: SqliteConnection): number {
  const before = readPragma(database, 'freelist_count');
  if (before === 0) return 0;
  try {
    database.exec(`pragma incremental_vacuum(${PAGES})`);
  } catch (error) {
    throw translate(error);
  }
  return (before - readPragma(database, 'freelist_count')) * readPragma(database, 'page_size');
}
