import { CliError } from './cli-error.js';
import type { Context } from './context.js';
import { withAdvice } from './output/explain-error.js';

/** Milliseconds for work to end by itself after a signal; more feels like no response. */
export const GRACE = 100;
/** Milliseconds after that in which interrupted work prints its last output. */
const LAST = 50;

interface Interruption {
  advice?: () => string;
}

/**
 * Aborts the work at the first SIGINT, SIGTERM or SIGHUP. The process then dies of it, so that a loop of the shell ends as well.
 * Abandons work that does not end soon: stored data stays consistent, as after a kill. A second signal ends the process at once.
 * The signal `late` aborts what may still be awaited after the first.
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
