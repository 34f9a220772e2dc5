import type { ExitReason } from '../domain/failure.js';
import type { InterruptSignal } from './exit-status.js';
import type { Io } from './io.js';
import { inLocale } from './io.js';
import { Output } from './output/output.js';
import { sanitize } from './output/sanitize.js';

/** In characters. */
const MAX_LENGTH = 2000;

/** Breaks a line between words; a longer word stays whole, so that it can be copied. */
function atWords(text: string, width: number): string {
  const [first = '', ...words] = text.split(' ');
  let length = first.length;
  return words.reduce((lines, word) => {
    const joint = length + 1 + word.length > width ? '\n' : ' ';
    length = joint === ' ' ? length + 1 + word.length : word.length;
    return lines + joint + word;
  }, first);
}

const CLEAR_LINE = '\r\u001b[2K';

export class Context {
  readonly io: Io;
  readonly stdout: Output;
  exit: ExitReason = 'ok';
  /** Determines the exit code, whatever else happens. */
  interruptedBy: InterruptSignal | undefined;
  /** True while a line of standard error shows a progress bar. */
  #hasBar = false;

  constructor(io: Io) {
    this.io = io;
    this.stdout = new Output(io.stdout);
    // An error of standard error cannot be reported anywhere.
    io.stderr.on('error', () => {});
  }

  /** Unix seconds. */
  now(): number {
    return Math.floor(this.io.now() / 1000);
  }

  /** Replaces the progress bar, or removes it. */
  showBar(text = ''): void {
    if (text !== '' || this.#hasBar) this.io.stderr.write(CLEAR_LINE + text);
    this.#hasBar = text !== '';
  }

  /** Prints a sanitized line of limited length on standard error, since it may quote foreign text. */
  info(line: string): void {
    const shown = line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
    const { stderr, env } = this.io;
    const text = inLocale(sanitize(shown), env);
    this.showBar();
    this.stdout.besides(() => stderr.write(`${stderr.isTTY ? atWords(text, stderr.columns || 80) : text}\n`));
  }

  error(line: string): void {
    this.info(`svcapi: ${line}`);
  }
}
