import type { Context } from './context.js';
import { CliError } from './exit-status.js';
import { GRACE } from './io.js';

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
      const problem = `interrupted by ${signal}: ${state}`;
      const reason = new CliError('other', problem);
      controller.abort(reason);
      timer = setTimeout(() => {
        late.abort(reason);
        timer = setTimeout(() => reject(advice ? new CliError('other', `${problem}; ${advice()}`) : reason), LAST);
      }, GRACE);
    });
  });
  return Promise.race([work(controller.signal, late.signal), givenUp]).finally(() => {
    clearTimeout(timer);
    end();
  });
}
