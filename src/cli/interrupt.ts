import { CliError } from './cli-error.js';
import type { Context } from './context.js';

/**
 * Works until it is done, and aborts the signal at the first SIGINT, SIGTERM or SIGHUP, so that the work ends in a consistent state.
 * Then the process dies of it, so that a loop of the shell around it ends as well. A second one ends the process at once.
 *
 * @param state the state after an interruption and how to continue, for the error message
 */
export async function interruptible<T>(
  context: Context,
  state: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const end = context.io.onInterrupt((signal) => {
    end();
    context.interruptedBy = signal;
    controller.abort(new CliError('other', `interrupted by ${signal}: ${state}`));
  });
  return work(controller.signal).finally(end);
}
