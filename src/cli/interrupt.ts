import { CliError } from './cli-error.js';
import type { Context } from './context.js';
import { withAdvice } from './output/explain-error.js';

/** The time for work to end by itself after a signal, in milliseconds: longer is felt as no answer. */
export const GRACE = 100;
/** The time after it in which work that was cut off ends what it prints, in milliseconds. */
const LAST = 50;

interface Interruption {
  /** Returns how to continue, for work that does not end by itself. */
  advice?: () => string;
}

/**
 * Works until it is done, and aborts the signal at the first SIGINT, SIGTERM or SIGHUP, so that the work ends in a consistent
 * state. Then the process dies of it, so that a loop of the shell around it ends as well. Work that waits for a server, a
 * database or a reader, and does not end soon, is given up: all that is stored stays consistent then, as after a kill. A second
 * signal ends the process at once.
 *
 * @param work gets the signal and a later one, which aborts what may still be awaited after the first
 * @param state the state after an interruption and how to continue, for the error message
 */
export async function interruptible<T>(
  context: Context,
  state: string,
  work: (signal: AbortSignal, late: AbortSignal) => Promise<T>,
  { advice }: Interruption = {},
): Promise<T> {
  const controller = new AbortController();
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let end = () => {};
  const givenUp = new Promise<never>((_, reject) => {
    end = context.io.onInterrupt((signal) => {
      end();
      context.interruptedBy = signal;
      const reason = new CliError('other', `interrupted by ${signal}: ${state}`);
      controller.abort(reason);
      timer = setTimeout(() => {
        late.abort(reason);
        timer = setTimeout(() => reject(advice ? withAdvice(reason, advice()) : reason), LAST);
      }, GRACE);
    });
  });
  return Promise.race([work(controller.signal, late.signal), givenUp]).finally(() => {
    clearTimeout(timer);
    end();
  });
}
