/** A test or a trial, for what ends with it. */
export interface Scope {
  teardown(end: () => unknown): void;
}
