import { CliError } from './cli-error.js';
import type { Context } from './context.js';

/** Work that Ctrl-C ends in a consistent state. */
export interface Interrupt {
  /** Aborts at the first SIGINT or SIGTERM; a second one ends the process as usual. */
  signal: AbortSignal;
  /** Stops listening. */
  end(): void;
}

/**
 * Listens for SIGINT and SIGTERM while work is done.
 *
 * @param state how things stand after the interruption, and how to go on: the reason of the signal says so
 */
export function abortOnInterrupt(context: Context, state: string): Interrupt {
  const controller = new AbortController();
  const end = context.io.onInterrupt((signal) => {
    end();
    controller.abort(new CliError('other', `interrupted by ${signal}: ${state}`));
  });
  return { signal: controller.signal, end };
}
