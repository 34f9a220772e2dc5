import type { Kysely } from 'kysely';
import type { Tables } from '../../model/index.js';

/** A connection on which files are staged beside the service, with what its database needs for that. */
export interface StageSession {
  /** Its temporary tables are seen by this connection alone, and end with it. */
  db: Kysely<Tables>;
  /** The types of the columns of temporary tables. */
  types: { integer: string; text: string };
  /** The options behind the columns of a temporary table. */
  tableOptions: string;
  /** True if a column of many values is passed as one array. */
  takesArrays: boolean;
  /** True if a writer keeps others waiting, so that much is written in slices. */
  writesAlone: boolean;
  /** Runs reads of one snapshot, which wait for nobody and let nobody wait. */
  read<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** Runs a transaction. */
  write<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** Returns a number that is another one after a commit of another connection; undefined where that is not known. */
  version(db: Kysely<Tables>): Promise<number | undefined>;
  /** Does after a commit what would have made it longer. */
  settle(): Promise<void>;
}

/** Opens a session, and closes it after the work. Sessions of all processes take turns. */
export type WithSession = <T>(options: SessionOptions, work: (session: StageSession) => Promise<T>) => Promise<T>;

export interface SessionOptions {
  signal?: AbortSignal | undefined;
  /** Called when another session has its turn for longer than a moment. */
  onWait?: (() => void) | undefined;
}

/** The wait that nobody notices, in milliseconds: an import from a pipe has a short turn each second. */
const MOMENT = 1000;

/** Waits for the turn of a session, and calls `onWait` if it does not come soon. */
export async function reportWait<T>(turn: Promise<T>, onWait: SessionOptions['onWait']): Promise<T> {
  const noticing = setTimeout(() => onWait?.(), MOMENT);
  try {
    return await turn;
  } finally {
    clearTimeout(noticing);
  }
}
