import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import type { ExecutionContext } from 'ava';
import type { InterruptSignal } from '../../../src/cli/exit-status.js';
import type { Io } from '../../../src/cli/io.js';
import { main } from '../../../src/cli/main.js';
import type { Store } from '../../../src/store/store.js';
import { galaxyFile, lastingDatabase, openTestStore } from '../database.js';
import { loadGalaxy, NOW } from '../galaxy.js';

/** The outcome of a command line. */
export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

export interface Surroundings {
  stdin?: string | Iterable<string | Uint8Array> | AsyncIterable<Uint8Array>;
  /** Columns of the terminal that standard output is; a pipe otherwise. */
  terminal?: number;
  env?: Record<string, string>;
  cwd?: string;
  /** Unix seconds, or a clock of milliseconds. */
  now?: number | (() => number);
  stdout?: Writable;
  /** What standard error is written to, so that a test can read it meanwhile. */
  stderr?: Kept;
  /** Called for every wait, which then ends at once; the clock stands still unless this moves it. */
  onSleep?: (milliseconds: number) => unknown;
  onInterrupt?: Io['onInterrupt'];
}

/** A stream that keeps its text. */
export class Kept extends Writable {
  text = '';
  readonly isTTY: boolean;
  readonly columns: number | undefined;

  constructor(columns?: number) {
    super({ decodeStrings: false });
    this.isTTY = columns !== undefined;
    this.columns = columns;
  }

  override _write(chunk: string, _encoding: string, done: () => void): void {
    this.text += chunk;
    done();
  }
}

/** A stream whose every write fails. */
export function failing(code: string): Writable {
  const error = () => Object.assign(new Error(code), { code, syscall: 'write' });
  return new Writable({ write: (_chunk, _encoding, done) => done(error()) });
}

/** Returns surroundings in which nothing happens, and which keep the output. */
export const quietIo = (): Io => ({
  ...{ stdin: Readable.from([]), stdout: new Kept(), stderr: new Kept() },
  env: { LANG: 'C.UTF-8' },
  cwd: '/nonexistent',
  now: () => NOW * 1000,
  onInterrupt: () => () => {},
  interrupt: () => {},
  sleep: () => Promise.resolve(),
});

/** Runs a command line with parts of its surroundings replaced, and returns the output on its own streams. */
export async function runIo(argv: readonly string[], replaced: Partial<Io>): Promise<Ran> {
  const io = { ...quietIo(), ...replaced };
  const code = await main(argv, io);
  const text = (stream: unknown) => (stream instanceof Kept ? stream.text : '');
  return { code, stdout: text(io.stdout), stderr: text(io.stderr) };
}

/** Runs a command line in this process. No file of the user's own is read, since there is no home. */
export function run(argv: readonly string[], around: Surroundings = {}): Promise<Ran> {
  const { terminal, stdin = [], now = NOW, onSleep, onInterrupt } = around;
  return runIo(argv, {
    stdin: Readable.from(typeof stdin === 'string' ? [stdin] : stdin),
    stdout: around.stdout ?? new Kept(terminal),
    stderr: around.stderr ?? new Kept(),
    env: { HOME: '/nonexistent', TERM: 'xterm', LANG: 'C.UTF-8', ...around.env },
    cwd: around.cwd ?? '/nonexistent',
    now: typeof now === 'function' ? now : () => now * 1000,
    sleep: async (milliseconds) => void (await onSleep?.(milliseconds)),
    ...(onInterrupt && { onInterrupt }),
  });
}

/** Expects that a command prints nothing, ends with a code, and says this: one line, or what a pattern finds. */
export async function refuses(
  t: ExecutionContext,
  command: Promise<Ran>,
  code: number,
  said: string | RegExp,
  what?: string,
): Promise<void> {
  const { stdout, stderr, ...ended } = await command;
  t.deepEqual([ended.code, stdout], [code, ''], what ?? stderr);
  if (typeof said === 'string') t.is(stderr, `svcapi: ${said}\n`, what);
  else t.regex(stderr, said, what);
}

/** Signals that a test sends to a command line in this process. */
export function signals() {
  let listener = (_signal: InterruptSignal) => {};
  const onInterrupt: Io['onInterrupt'] = (listens) => {
    listener = listens;
    return () => {};
  };
  return { onInterrupt, send: (signal: InterruptSignal = 'SIGINT') => listener(signal) };
}

/** Runs a command line that Ctrl-C reaches as soon as it listens for that. */
export function runInterrupted(argv: readonly string[], cwd: string): Promise<Ran> {
  const onInterrupt: Io['onInterrupt'] = (listener) => {
    queueMicrotask(() => listener('SIGINT'));
    return () => {};
  };
  return runIo(argv, { env: { HOME: '/nonexistent' }, cwd, onInterrupt });
}

/** Returns a clock that moves by so many milliseconds on each call. */
export function hurriedClock(step: number): () => number {
  let now = NOW * 1000;
  return () => {
    now += step;
    return now;
  };
}

/** A folder that is gone after the test. */
export async function temporaryFolder(t: ExecutionContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'svcapi-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A database with the small galaxy, and how to run commands on it and look into it. */
interface Galaxy {
  path: string;
  run(argv: readonly string[], around?: Surroundings): Promise<Ran>;
  look<T>(work: (store: Store) => Promise<T>): Promise<T>;
}

/** A galaxy in a database of the kind that the tests run on. */
export async function withGalaxy(t: ExecutionContext): Promise<Galaxy> {
  return galaxyIn(await lastingDatabase(t, true));
}

/** A galaxy in a file, for what only files have. */
export async function withGalaxyFile(): Promise<Galaxy> {
  return galaxyIn(await galaxyFile());
}

async function galaxyIn(path: string): Promise<Galaxy> {
  async function look<T>(work: (store: Store) => Promise<T>): Promise<T> {
    const store = await openTestStore(path);
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }
  await look(async (store) => {
    if (await store.metadata.isEmpty()) await loadGalaxy(store);
  });
  return {
    path,
    look,
    run: (argv, around = {}) => run(argv, { ...around, env: { SVCAPI_DATABASE: path, ...around.env } }),
  };
}
