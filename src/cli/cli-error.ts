import type { ExitReason } from '../domain/failure.js';

/** A failure of the command line itself: one sentence that says what went wrong and what to do next. */
export class CliError extends Error {
  readonly exit: ExitReason;

  constructor(exit: ExitReason, message: string) {
    super(message);
    this.name = 'CliError';
    this.exit = exit;
  }
}

/** A command that was called in a way that it does not understand. */
export function usageError(message: string): CliError {
  return new CliError('usage', message);
}
