import { type ChildProcess, spawn } from 'node:child_process';
import type { Io } from '../io.js';
import { widthOf } from './width.js';

/** A pager for what does not fit on the screen. */
export interface Paging {
  /** Returns true when a text does not fit on the screen with a line for the prompt. */
  exceedsScreen(text: string): boolean;
  /** Starts the pager; returns undefined where there is no shell to start it with. */
  start(): Pager | undefined;
}

/** A pager that is running. */
export interface Pager {
  /** Its standard input. */
  readonly input: NonNullable<ChildProcess['stdin']>;
  /** Resolves when the user has left it. */
  readonly closed: Promise<void>;
}

/** Runs the command of `$2`; a command that is missing, by its name in `$1`, is replaced by cat. */
const SCRIPT = 'command -v "$1" >/dev/null 2>&1 || exec cat; eval "$2"';

/**
 * The options of less and lv when the user has chosen none, as git sets them: quit if short, colours, no clearing, and the arrow
 * keys scroll long lines sideways.
 */
const DEFAULTS = { LESS: 'FRSX', LV: '-c' };

/**
 * Returns the pager of SVCAPI_PAGER, else PAGER, else less, for a screen.
 *
 * @returns undefined when it is empty or cat, and on a dumb terminal, which a pager cannot control
 */
export function pagingFor(io: Io, rows: number, columns: number): Paging | undefined {
  const { SVCAPI_PAGER, PAGER, TERM = 'dumb' } = io.env;
  const command = (SVCAPI_PAGER ?? PAGER ?? 'less').trim();
  if (TERM === 'dumb' || command === '' || command === 'cat') return undefined;
  const linesOf = (line: string) => Math.max(1, Math.ceil(widthOf(line) / columns));
  return {
    exceedsScreen: (text) => text.split('\n').reduce((lines, line) => lines + linesOf(line), 0) > rows,
    start: () => startPager(io, command),
  };
}

/** Starts a pager on the terminal. Ctrl-C is for the pager: this program waits until the user leaves it. */
function startPager({ env, onInterrupt }: Io, command: string): Pager | undefined {
  const [name = ''] = command.split(/\s+/).filter((word) => !word.includes('='));
  const child = spawn('sh', ['-c', SCRIPT, 'sh', /["'\\$]/.test(name) ? 'eval' : name, command], {
    env: { ...DEFAULTS, ...env },
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  // The error itself is reported later, and changes nothing.
  child.on('error', () => {});
  if (child.pid === undefined) return undefined;
  const stopListening = onInterrupt((signal) => {
    if (signal !== 'SIGINT') child.kill(signal);
  });
  // The user may leave it before the end: the callback of a write gets the error.
  child.stdin.on('error', () => {});
  const closed = new Promise<void>((resolve) => {
    child.on('close', () => resolve());
  }).finally(stopListening);
  return { input: child.stdin, closed };
}
