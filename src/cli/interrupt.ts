import { CliError } from './cli-error.js';
import type { Context } from './context.js';
import { ClosedPipe } from './output/output.js';

/**
 * Works until it is done, and aborts the signal at the first SIGINT, SIGTERM or SIGHUP, so that the work ends in a consistent state.
 * Then the process dies of it, so that a loop of the shell around it ends as well. A second one ends the process at once.
 *
 * @param state the state after an interruption and how to continue, for the error message
 * @param endsWithReader also abort when the reader of standard output has gone, for work that waits long between two writes
 */
export async function interruptible<T>(
  context: Context,
  state: string,
  work: (signal: AbortSignal) => Promise<T>,
  { endsWithReader = false } = {},
): Promise<T> {
  const controller = new AbortController();
  const unwatch = endsWithReader ? await context.stdout.onClosed(() => controller.abort(new ClosedPipe())) : () => {};
  const end = context.io.onInterrupt((signal) => {
    end();
    context.interruptedBy = signal;
    controller.abort(new CliError('other', `interrupted by ${signal}: ${state}`));
  });
  return work(controller.signal).finally(() => {
    end();
    unwatch();
  });
}
