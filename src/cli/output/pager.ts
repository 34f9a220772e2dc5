import { type ChildProcess, spawn } from 'node:child_process';
import type { Environment } from '../../settings/setting.js';
import { widthOf } from './width.js';

/** A terminal, and the pager for what does not fit on its screen. */
export interface Paging {
  /** Returns true when a text does not fit on the screen with a line for the prompt. */
  exceedsScreen(text: string): boolean;
  /** Starts the pager; returns undefined where there is no shell to start it with. */
  start(): Pager | undefined;
}

/** The surroundings of a pager. */
interface Screen {
  rows: number;
  columns: number;
  env: Environment;
  onInterrupt(listener: (signal: NodeJS.Signals) => void): () => void;
}

/** A pager that is running. */
export interface Pager {
  /** Its standard input. */
  readonly input: NonNullable<ChildProcess['stdin']>;
  /** Resolves when the user has left it. */
  readonly closed: Promise<void>;
}

/** Returns the pager of a screen; undefined when the user has declined it. */
export function pagingFor(screen: Screen): Paging | undefined {
  const command = pagerCommand(screen.env);
  if (command === undefined) return undefined;
  return { exceedsScreen: (text) => exceeds(text, screen), start: () => startPager(command, screen) };
}

/**
 * Returns the command of the pager: of SVCAPI_PAGER, else PAGER, else less.
 *
 * @returns undefined when it is empty or cat, and on a dumb terminal, which a pager cannot control
 */
function pagerCommand({ SVCAPI_PAGER, PAGER, TERM = 'dumb' }: Environment): string | undefined {
  const command = (SVCAPI_PAGER ?? PAGER ?? 'less').trim();
  return TERM === 'dumb' || command === '' || command === 'cat' ? undefined : command;
}

function exceeds(text: string, { rows, columns }: Screen): boolean {
  let lines = 0;
  for (const line of text.split('\n')) {
    lines += Math.max(1, Math.ceil(widthOf(line) / columns));
    if (lines > rows) return true;
  }
  return false;
}

/** Runs the command of `$2`; a command that is missing, by its name in `$1`, is replaced by cat. */
const SCRIPT = 'command -v "$1" >/dev/null 2>&1 || exec cat; eval "$2"';

/**
 * The options of less and lv when the user has chosen none, as git sets them: quit if short, colours, no clearing, and the arrow keys
 * scroll long lines sideways.
 */
const DEFAULTS = { LESS: 'FRSX', LV: '-c' };

/** Starts a pager on the terminal, if there is a shell. Ctrl-C is for the pager: this program waits until the user leaves it. */
function startPager(command: string, { env, onInterrupt }: Screen): Pager | undefined {
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
