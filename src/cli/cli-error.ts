import type { ExitReason } from '../domain/failure.js';

/** An error of the command line itself: one line with the problem and the next step. */
export class CliError extends Error {
  readonly exit: ExitReason;

  constructor(exit: ExitReason, message: string) {
    super(message);
    this.name = 'CliError';
    this.exit = exit;
  }
}

export function usageError(message: string): CliError {
  return new CliError('usage', message);
}
