/** The outcome of a check: a warning is worth a look, a problem stops or endangers the service. */
export type FindingState = 'ok' | 'warning' | 'problem';

/** The finding of one check of `svcapi doctor`. */
export interface Finding {
  check: string;
  state: FindingState;
  /** The fact, in a few words. */
  finding: string;
  /** The next step; empty when there is nothing to do. */
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
