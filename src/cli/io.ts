import { fstatSync, writeSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { systemClock } from '../client/clock.js';
import { type InterruptSignal, interruptSignals } from './exit-status.js';

export type Terminal = {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
};

export interface Sink extends Terminal {
  write(text: string | Uint8Array, callback?: (error?: Error | null) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Milliseconds for work to end by itself after a signal; more feels like no response. */
export const GRACE = 100;

export interface Io {
  readonly stdin: Readable & Terminal & { setRawMode?(isRaw: boolean): unknown };
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly platform?: NodeJS.Platform;
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls the listener at SIGINT, SIGTERM and SIGHUP instead of ending the process. Returns a function that removes it. */
  onInterrupt(listener: (signal: InterruptSignal) => void): () => void;
  /** Sends SIGINT to the foreground process group, as Ctrl-C does. */
  interrupt(): void;
  /** Lets the process end although its input does not. */
  releaseInput?(): void;
  /** Ends the process after this time if it still runs. */
  exitAfter?(milliseconds: number, code: number): void;
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** Opens streams on first use: an open standard input can keep a process alive. */
export function processIo(): Io {
  let stdin: NodeJS.ReadStream | undefined;
  return {
    get stdin() {
      stdin = process.stdin;
      return stdin;
    },
    // A file has no such method.
    releaseInput: () => stdin?.unref?.(),
    stdout: standardSink(1, () => process.stdout),
    stderr: standardSink(2, () => process.stderr),
    env: process.env,
    get cwd() {
      return process.cwd();
    },
    now: () => Date.now(),
    platform: process.platform,
    onInterrupt: (listener) => listenForSignals(process, process.platform, listener),
    interrupt: () => interrupt(process, process.platform),
    exitAfter: (milliseconds, code) => void setTimeout(() => exit(code), milliseconds).unref(),
    sleep: (milliseconds, signal) => systemClock.sleep(milliseconds, signal),
  };
}

type Signals = Pick<NodeJS.EventEmitter, 'on' | 'off' | 'emit'>;

/** Windows reports Ctrl-Break as SIGBREAK, which has no exit code. */
export function listenForSignals(
  target: Signals,
  platform: NodeJS.Platform,
  listener: (signal: InterruptSignal) => void,
): () => void {
  const onBreak = () => listener('SIGINT');
  const names = [...interruptSignals, ...(platform === 'win32' ? ['SIGBREAK'] : [])];
  const listenerOf = (name: string) => (name === 'SIGBREAK' ? onBreak : listener);
  for (const name of names) target.on(name, listenerOf(name));
  return () => {
    for (const name of names) target.off(name, listenerOf(name));
  };
}

/** 0 stands for the process group: a script around this program ends as well. Windows would end this process at once. */
export function interrupt(target: Signals & Pick<NodeJS.Process, 'kill'>, platform: NodeJS.Platform): void {
  if (platform === 'win32') target.emit('SIGINT', 'SIGINT');
  else target.kill(0, 'SIGINT');
}

/** Bytes that a pipe takes whole or not at all. */
const PIPE_BUF = 4096;

/** Writes a first short text to a file or pipe itself: the streams of Node.js take 4 ms to load. */
export function standardSink(descriptor: number, open: () => Sink): Sink {
  if (process.platform === 'win32' || fstatSync(descriptor).isCharacterDevice()) return open();
  const listeners: ((error: Error) => void)[] = [];
  let stream: Sink | undefined;
  let isFirst = true;
  return {
    write(text, callback) {
      const bytes = Buffer.from(text);
      const isDirect = isFirst && bytes.length <= PIPE_BUF;
      isFirst = false;
      let written = 0;
      try {
        if (isDirect) written = writeSync(descriptor, bytes);
        if (written === bytes.length) return callback?.();
      } catch (error) {
        // A pipe of another program may be full, and not wait.
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return callback?.(error as Error);
      }
      if (stream === undefined) {
        stream = open();
        for (const listener of listeners) stream.on('error', listener);
      }
      stream.write(bytes.subarray(written), callback);
    },
    on(event, listener) {
      listeners.push(listener);
      stream?.on(event, listener);
    },
  };
}

/** Thread-pool work for which `process.exit` would wait: a silent resolver takes many seconds. */
const POOLED = /^(?:GetAddrInfo|Scrypt|PBKDF2|Argon2|FS)/;

function exit(code: number): void {
  if (process.getActiveResourcesInfo().some((name) => POOLED.test(name))) process.kill(process.pid, 'SIGKILL');
  process.exit(process.exitCode ?? code);
}

/** NO_COLOR (https://no-color.org) wins; FORCE_COLOR asks for colour without a terminal as well. */
export function hasColour(env: Environment, isTerminal: boolean): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = env;
  if (NO_COLOR) return false;
  if (FORCE_COLOR) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return isTerminal && TERM !== 'dumb';
}

const ASCII: Readonly<Record<string, string>> = {
  '“': '"',
  '”': '"',
  '‘': "'",
  '’': "'",
  '…': '...',
  '–': '-',
  '—': '-',
};

export function inLocale(text: string, env: Environment): string {
  return isUtf8(env) ? text : text.replace(/[“”‘’…–—]/g, (character) => ASCII[character] ?? character);
}

/** Returns false without a locale: that of POSIX applies, which is not UTF-8. */
export function isUtf8({ LC_ALL, LC_CTYPE, LANG }: Environment): boolean {
  return /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '');
}
