import type { Readable, Writable } from 'node:stream';

/** A stream that may be a terminal. */
export type Terminal = { readonly isTTY?: boolean | undefined; readonly columns?: number | undefined };

/** The world outside the command line, so that a test can be one. */
export interface Io {
  readonly stdin: Readable & Terminal & { setRawMode?(isRaw: boolean): unknown };
  readonly stdout: Writable & Terminal;
  readonly stderr: Writable & Terminal;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The working directory, which relative paths start from. */
  readonly cwd: string;
  /** Milliseconds since 1970. */
  now(): number;
  /**
   * Calls back at SIGINT and SIGTERM, until the function that is answered is called. While nobody listens they end the
   * process as usual.
   */
  onInterrupt(listener: (signal: NodeJS.Signals) => void): () => void;
  /** Resolves after some milliseconds, however many; throws the reason of the signal when that aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The process itself. Its streams are made when they are asked for: opening standard input can hold a process open. */
export function processIo(): Io {
  return {
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      return process.stdout;
    },
    get stderr() {
      return process.stderr;
    },
    env: process.env,
    get cwd() {
      return process.cwd();
    },
    now: () => Date.now(),
    onInterrupt(listener) {
      process.on('SIGINT', listener).on('SIGTERM', listener);
      return () => process.off('SIGINT', listener).off('SIGTERM', listener);
    },
    sleep,
  };
}

/** A timer that is set for longer ends at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  const { setTimeout } = await import('node:timers/promises');
  for (let rest = milliseconds; rest > 0; rest -= LONGEST_TIMER) {
    await setTimeout(Math.min(rest, LONGEST_TIMER), undefined, signal && { signal }).catch((error: unknown) => {
      throw signal?.aborted ? signal.reason : error;
    });
  }
}
