import { CliError } from './cli-error.js';
import type { Context } from './context.js';

/** A listener for Ctrl-C during work that must end in a consistent state. */
export interface Interrupt {
  /** Aborts at the first signal; a second one ends the process at once. */
  signal: AbortSignal;
  /** Stops listening. */
  end(): void;
}

/**
 * Listens for SIGINT, SIGTERM and SIGHUP until `end` is called. After one of them the process dies of it, once the work has
 * ended, so that a loop of the shell around it ends as well.
 *
 * @param state the state after an interruption and how to continue, for the error message
 */
export function abortOnInterrupt(context: Context, state: string): Interrupt {
  const controller = new AbortController();
  const end = context.io.onInterrupt((signal) => {
    end();
    context.interruptedBy = signal;
    controller.abort(new CliError('other', `interrupted by ${signal}: ${state}`));
  });
  return { signal: controller.signal, end };
}
