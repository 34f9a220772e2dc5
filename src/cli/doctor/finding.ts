/** How a check came out: a warning is worth a look, a problem stops the service or endangers it. */
export type FindingState = 'ok' | 'warning' | 'problem';

/** What one check of `svcapi doctor` has found. */
export interface Finding {
  check: string;
  state: FindingState;
  /** What is so, in a few words. */
  finding: string;
  /** What to do; empty where nothing need be done. */
  next: string;
}

export function ok(check: string, finding: string): Finding {
  return { check, state: 'ok', finding, next: '' };
}

export function warning(check: string, finding: string, next: string): Finding {
  return { check, state: 'warning', finding, next };
}

export function problem(check: string, finding: string, next: string): Finding {
  return { check, state: 'problem', finding, next };
}
