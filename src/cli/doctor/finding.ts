import type { NamesOf, Settings } from '../../settings/index.js';
import type { Inspection } from '../../store/inspection.js';

/** The settings of a server. */
export type ServerSettings = Pick<Settings, NamesOf<'store' | 'serve'>>;

/** One result of a check: a warning is worth a look, a problem stops or endangers the service. */
export interface Result {
  state: 'ok' | 'warning' | 'problem';
  /** The fact, in a few words. */
  finding: string;
  /** The next step; empty when there is nothing to do. */
  next: string;
}

/** A server to examine, as its settings describe it. */
export interface Subject {
  settings: ServerSettings;
  /** The number of servers that share the database. */
  instances: number;
  /** The database, or the reason why it cannot be examined. */
  database: Inspection | Result;
}

/** A check of `svcapi doctor`. */
export interface Check<S = Subject> {
  title: string;
  run(subject: S): Result | readonly Result[] | Promise<Result | readonly Result[]>;
}

export const ok = (finding: string): Result => ({ state: 'ok', finding, next: '' });

export const warning = (finding: string, next: string): Result => ({ state: 'warning', finding, next });

export const problem = (finding: string, next: string): Result => ({ state: 'problem', finding, next });
