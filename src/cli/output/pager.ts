import { type ChildProcess, spawn } from 'node:child_process';
import type { Io } from '../io.js';
import { widthOf } from './width.js';

export interface Paging {
  exceedsScreen(text: string): boolean;
  start(): Pager | undefined;
}

export interface Pager {
  readonly input: NonNullable<ChildProcess['stdin']>;
  readonly closed: Promise<void>;
}

/** Runs the command `$2`, or cat if its program `$1` is missing. */
const SCRIPT = 'command -v "$1" >/dev/null 2>&1 || exec cat; eval "$2"';

/** The defaults of git: quit if short, show colours, do not clear; the arrow keys scroll sideways. */
const DEFAULTS = { LESS: 'FRSX', LV: '-c' };

/** Returns undefined when the pager is empty or cat, and on a dumb terminal, which a pager cannot control. */
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

/** Starts a pager. Ctrl-C is for the pager: this program waits until the user leaves it. */
function startPager({ env, onInterrupt }: Io, command: string): Pager | undefined {
  const [name = ''] = command.split(/\s+/).filter((word) => !word.includes('='));
  const child = spawn('sh', ['-c', SCRIPT, 'sh', /["'\\$]/.test(name) ? 'eval' : name, command], {
    env: { ...DEFAULTS, ...env },
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  // Without a listener, a failed start would end the process.
  child.on('error', () => {});
  if (child.pid === undefined) return undefined;
  const stopListening = onInterrupt((signal) => {
    if (signal !== 'SIGINT') child.kill(signal);
  });
  // The user may leave early: the callback of `write` gets the error.
  child.stdin.on('error', () => {});
  const closed = new Promise<void>((resolve) => {
    child.on('close', () => resolve());
  }).finally(stopListening);
  return { input: child.stdin, closed };
}
