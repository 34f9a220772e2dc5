import type { Kysely } from 'kysely';
import type { Tables } from '../tables.js';
import type { Traits } from '../traits.js';
import { accessWriters } from './access-writers.js';
import { galaxyWriters } from './galaxy-writers.js';
import type { LoadKind, LoadRow } from './rows.js';

/** Writes a batch of each kind, and tells how many of its rows were new or differed. */
export type Writers = { [K in LoadKind]: (rows: LoadRow[K][]) => Promise<number> };

/** What each kind of row means for the tables: which columns make its key, and which are updated where they differ. */
export function makeWriters(db: Kysely<Tables>, traits: Traits): Writers {
  return { ...galaxyWriters(db), ...accessWriters(db, traits) };
}
