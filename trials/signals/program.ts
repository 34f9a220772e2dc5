import { type ChildProcess, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, constants as modes, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { constants } from 'node:os';
import { join } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { startChild } from '../../bench/child.js';
import { ENVIRONMENT, PROGRAM } from '../../bench/environment.js';
import { sendSignal } from '../../test/helpers/servers/postgres-server.js';
import { until } from '../../test/helpers/until.js';
import { happens } from '../harness.js';
import type { CommandLine } from './command-lines.js';

/** What the standard output of a program is. */
export type Output = 'a pipe' | 'a file' | 'a terminal' | 'a full disk';

/** Reports whether this machine has terminals and full disks for programs, and shows their processes. */
export const hasDestinations = (): boolean => existsSync('/dev/full') && !spawnSync('script', ['--version']).error;

/** Opens a standard output for writing, and a pipe also for reading; a terminal prints to a pipe. */
function openOutput(output: Output, home: string): { descriptor: number; reader?: Readable } {
  if (output === 'a full disk') return { descriptor: openSync('/dev/full', 'w') };
  if (output === 'a file') return { descriptor: openSync(join(home, '.output'), 'w') };
  // A pipe as a shell makes it: those of Node.js are sockets.
  const pipe = join(home, '.pipe');
  spawnSync('mkfifo', [pipe]);
  const fd = openSync(pipe, modes.O_RDONLY | modes.O_NONBLOCK);
  const descriptor = openSync(pipe, 'w');
  rmSync(pipe);
  return { descriptor, reader: new Socket({ fd, readable: true, writable: false }) };
}

interface Start {
  line: CommandLine;
  output: Output;
  /** The working directory and the home. */
  home: string;
  env: Record<string, string>;
  /** True if its standard input stays open. */
  waits: boolean;
}

/** The way in which a program has ended, and what it printed. */
export interface Ended {
  /** The exit code, or its name for a shell: 130 for SIGINT. */
  code: number;
  stdout: string;
  stderr: string;
}

/** A terminal of twelve lines, so that a pager starts soon, and a shell that writes down its process id. */
const ON_TERMINAL = 'stty rows 12 cols 80; echo $$ > pid; exec "$@"';

/** Returns the exit code of a shell for a program that a signal has ended. */
export const shellCode = (signal: NodeJS.Signals) => 128 + constants.signals[signal];

let marks = 0;

/** A command line in processes that carry a mark, so that none of them is forgotten. */
export class RunningProgram {
  readonly ended: Promise<Ended>;
  readonly #child: ChildProcess;
  readonly #reader: Readable | undefined;
  readonly #mark = `${process.pid}-${marks++}`;
  #printed = '';

  constructor(private readonly start: Start) {
    const { line, output, home, env, waits } = start;
    const { descriptor, reader } = openOutput(output, home);
    this.#reader = reader;
    const [program = '', ...args] = commandOf(line, output);
    this.#child = startChild(program, args, {
      cwd: home,
      env: { ...ENVIRONMENT, ...VARIABLES, HOME: home, ...env, TRIAL_MARK: this.#mark },
      stdio: ['pipe', descriptor, 'pipe'],
    });
    closeSync(descriptor);
    this.#feed(line, waits);
    this.ended = this.#end();
  }

  /** Returns the process id of the command, as soon as it has one. */
  async pid(): Promise<number> {
    if (this.start.output !== 'a terminal') return this.#child.pid as number;
    const read = () => Number(readIfThere(join(this.start.home, 'pid')));
    await until(() => read() > 0 || this.#child.exitCode !== null, { what: 'the terminal is open' });
    return read();
  }

  /** Resolves when so many characters are printed, which need not happen. */
  async printed(characters: number): Promise<void> {
    while (this.#printed.length < characters) await once(this.#reader as Readable, 'data');
  }

  /** Closes the pipe that it prints to, or the terminal. */
  leave(): void {
    if (this.start.output === 'a terminal') this.#child.kill('SIGKILL');
    else this.#reader?.destroy();
  }

  /** Returns how it has ended; undefined if it still runs after some seconds. Somebody at the terminal leaves the pager. */
  async endsWithin(seconds: number): Promise<Ended | undefined> {
    const leaves = setInterval(() => {
      if (this.start.output === 'a terminal') this.#child.stdin?.write('q');
    }, 100);
    try {
      return await Promise.race([this.ended, setTimeout(seconds * 1000, undefined)]);
    } finally {
      clearInterval(leaves);
    }
  }

  /** Reports whether none of its processes runs after some seconds, and its parent has taken note of its end. */
  async isGoneWithin(seconds: number): Promise<boolean> {
    const state = `/proc/${await this.pid()}/stat`;
    const isGone = () => processesWith(this.#mark).length === 0 && !readIfThere(state).includes(') Z ');
    return happens(isGone, { what: 'it is gone', within: seconds * 1000 });
  }

  /** Kills all that is left of it. */
  kill(): void {
    for (const pid of processesWith(this.#mark)) sendSignal(pid, 'SIGKILL');
  }

  #feed({ input = '', repeats }: CommandLine, waits: boolean): void {
    const stdin = this.#child.stdin as Writable;
    // It may end before it has read everything.
    stdin.on('error', () => {});
    const texts = function* () {
      yield input;
      while (repeats !== undefined) yield repeats.repeat(2000);
    };
    Readable.from(texts()).pipe(stdin, { end: !waits });
  }

  async #end(): Promise<Ended> {
    const reader = this.#reader;
    const errors = text(this.#child.stderr as Readable);
    reader?.setEncoding('utf8').on('data', (more: string) => {
      this.#printed += more;
    });
    const [code, signal] = await once(this.#child, 'close');
    if (reader && !reader.closed) await once(reader, 'close');
    const stdout =
      this.start.output === 'a file' ? readFileSync(join(this.start.home, '.output'), 'utf8') : this.#printed;
    return { code: code ?? shellCode(signal), stdout, stderr: await errors };
  }
}

const VARIABLES = { TERM: 'xterm', LESSHISTFILE: '-', SHELL: '/bin/sh', SVCAPI_PORT: '0' };

function commandOf({ path, argv }: CommandLine, output: Output): string[] {
  const command = [process.execPath, PROGRAM, ...path.split(' '), ...argv];
  if (output !== 'a terminal') return command;
  const line = ['sh', '-c', ON_TERMINAL, 'sh', ...command].map(quote).join(' ');
  return ['script', '-qec', line, '/dev/null'];
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Returns the ids of the processes that carry a mark in their environment. */
function processesWith(mark: string): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => readIfThere(`/proc/${pid}/environ`).includes(`TRIAL_MARK=${mark}\0`)).map(Number);
}

/** Returns the text of a file; nothing of one that is not there, such as of a process that has ended. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
