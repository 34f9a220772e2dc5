import type { NamesOf, Settings } from '../../settings/index.js';
import type { Inspection } from '../../store/inspection.js';

/** The settings of a server. */
export type ServerSettings = Pick<Settings, NamesOf<'store' | 'serve'>>;

/** The outcome of a check: a warning is worth a look, a problem stops or endangers the service. */
export type FindingState = 'ok' | 'warning' | 'problem';

/** One result of a check. */
export interface Result {
  state: FindingState;
  /** The fact, in a few words. */
  finding: string;
  /** The next step; empty when there is nothing to do. */
  next: string;
}

/** A result with the title of its check. */
export interface Finding extends Result {
  check: string;
}

/** A server to examine, as its settings describe it. */
export interface Subject {
  settings: ServerSettings;
  /** The number of servers that share the database. */
  instances: number;
  /** Unix seconds. */
  now: number;
  /** The database, unless it cannot be examined. */
  database: Inspection | undefined;
  /** The reason why the database cannot be examined. */
  fault: Result | undefined;
}

/** A check of `svcapi doctor`. */
export interface Check<S = Subject> {
  title: string;
  run(subject: S): readonly Result[] | Promise<readonly Result[]>;
}

export function ok(finding: string): Result {
  return { state: 'ok', finding, next: '' };
}

export function warning(finding: string, next: string): Result {
  return { state: 'warning', finding, next };
}

export function problem(finding: string, next: string): Result {
  return { state: 'problem', finding, next };
}
