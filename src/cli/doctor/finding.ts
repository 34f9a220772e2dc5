import type { NamesOf, Settings } from '../../settings/index.js';
import type { Inspection } from '../../store/inspection.js';

export type ServerSettings = Pick<Settings, NamesOf<'store' | 'serve'>>;

/** A warning is worth a look; a problem stops or endangers the service. */
export interface Result {
  state: 'ok' | 'warning' | 'problem';
  finding: string;
  /** Empty when there is nothing to do. */
  next: string;
}

export interface Subject {
  settings: ServerSettings;
  /** A Result when it cannot be examined. */
  database: Inspection | Result;
}

export interface Check<S = Subject> {
  title: string;
  run(subject: S): Result | Result[] | Promise<Result | Result[]>;
}

export const ok = (finding: string): Result => ({ state: 'ok', finding, next: '' });

export const warning = (finding: string, next: string): Result => ({ state: 'warning', finding, next });

export const problem = (finding: string, next: string): Result => ({ state: 'problem', finding, next });
