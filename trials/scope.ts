import type { Scope } from '../test/helpers/scope.js';

type End = () => unknown;

/** What ends with a trial, or with the process of an interrupted one. */
export class TrialScope implements Scope {
  readonly #ends: End[] = [];
  readonly #onExit = () => {
    for (const end of this.#ends.reverse()) end();
  };

  constructor() {
    process.once('exit', this.#onExit);
  }

  teardown(end: End): void {
    this.#ends.push(end);
  }

  /** Ends everything, the newest first. */
  async end(): Promise<void> {
    process.off('exit', this.#onExit);
    for (const end of this.#ends.reverse()) await end();
  }
}

/** Runs work in a scope of its own. */
export async function inScope<T>(work: (scope: Scope) => Promise<T>): Promise<T> {
  const scope = new TrialScope();
  try {
    return await work(scope);
  } finally {
    await scope.end();
  }
}
