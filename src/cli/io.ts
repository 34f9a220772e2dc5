import type { Readable } from 'node:stream';
import { type InterruptSignal, interruptSignals } from './exit-status.js';
import type { Sink, Terminal } from './output/terminal.js';

/** The process as the command line sees it; tests pass their own. */
export interface Io {
  readonly stdin: Readable & Terminal & { setRawMode?(isRaw: boolean): unknown };
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The working directory. */
  readonly cwd: string;
  /** Milliseconds since 1970. */
  now(): number;
  /**
   * Calls the listener at SIGINT, SIGTERM and SIGHUP, instead of ending the process.
   *
   * @returns a function that removes the listener
   */
  onInterrupt(listener: (signal: InterruptSignal) => void): () => void;
  /** Sends SIGINT to the programs in the foreground, this one among them, as a terminal does on Ctrl-C. */
  interrupt(): void;
  /** Ends the process after some milliseconds, unless it has ended by itself. The exit code is that of the command if it has ended. */
  exitAfter?(milliseconds: number, code: number): void;
  /** Resolves after any number of milliseconds; throws the reason of the signal when it aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** Returns the real process. Its streams are opened on first use: an open standard input can keep a process alive. */
export function processIo(): Io {
  return {
    get stdin() {
      return process.stdin;
    },
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    get cwd() {
      return process.cwd();
    },
    now: () => Date.now(),
    onInterrupt(listener) {
      const listen = listener as NodeJS.SignalsListener;
      for (const signal of interruptSignals) process.on(signal, listen);
      return () => {
        for (const signal of interruptSignals) process.off(signal, listen);
      };
    },
    // 0 stands for the process group: a script around this program ends as well.
    interrupt: () => void process.kill(0, 'SIGINT'),
    exitAfter: (milliseconds, code) => void setTimeout(() => exit(code), milliseconds).unref(),
    sleep,
  };
}

/** Work of the thread pool for which `process.exit` would wait: a silent resolver takes many seconds. */
const POOLED = /^(?:GetAddrInfo|Scrypt|PBKDF2|Argon2|FS)/;

/** Ends the process now, whatever has not answered. */
function exit(code: number): void {
  if (process.getActiveResourcesInfo().some((name) => POOLED.test(name))) process.kill(process.pid, 'SIGKILL');
  process.exit(process.exitCode ?? code);
}

/** The longest timer of Node.js in milliseconds: a longer one fires at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  const timers = await import('node:timers/promises');
  for (let rest = milliseconds; rest > 0; rest -= LONGEST_TIMER) {
    await timers.setTimeout(Math.min(rest, LONGEST_TIMER), undefined, signal && { signal }).catch((error: unknown) => {
      throw signal?.aborted ? signal.reason : error;
    });
  }
}
