import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import type { ExecutionContext } from 'ava';
import { needs } from '../needs.js';
import { inTime, until } from '../until.js';
import { PROGRAM } from './program.js';

/** A test on a terminal: skipped where a program for it is missing; CONTRIBUTING.md names the packages. */
export const onTerminal = needs(
  'script and bash',
  ['script', 'bash'].every((name) => !spawnSync(name, ['--version']).error),
);

/** Starts a line of bash on a pseudo-terminal. In the line, `svcapi` is the real program. */
function start(line: string, env: Record<string, string>): ChildProcessByStdio<Writable, Readable, null> {
  const svcapi = `svcapi() { '${process.execPath}' '${PROGRAM}' "$@"; }`;
  return spawn('script', ['--quiet', '--return', '--command', `${svcapi}; ${line}`, '/dev/null'], {
    env: { PATH: process.env.PATH, HOME: '/nonexistent', SHELL: 'bash', TERM: 'xterm', LC_ALL: 'C.UTF-8', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

interface Screen {
  columns?: number;
  env?: Record<string, string>;
}

/** Runs a line on a terminal of 24 rows, and returns all that it shows. */
export async function showOn(line: string, { columns = 80, env = {} }: Screen = {}): Promise<string> {
  const child = start(`stty cols ${columns} rows 24; ${line}`, env);
  const shown = await text(child.stdout);
  child.stdin.end();
  return shown.replaceAll('\r\n', '\n');
}

/** Starts a line of bash that a test speaks with. */
export function openTerminal(t: ExecutionContext, line: string, env: Record<string, string>) {
  const child = start(line, env);
  t.teardown(() => child.kill('SIGKILL'));
  let printed = '';
  child.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  const shown = () => stripVTControlCharacters(printed).replaceAll('\r\n', '\n');
  const end = new Promise<number | null>((resolve) => child.on('close', resolve));
  return {
    /** Returns everything that the terminal has shown so far. */
    shown,
    /** Waits until the terminal shows a text. */
    shows: (text: string) => until(() => shown().includes(text), { what: `the terminal shows “${text}”` }),
    /** Types keys: `\x03` is Ctrl-C. */
    type: (keys: string) => void child.stdin.write(keys),
    /** Resolves when the line has ended, with its exit code and everything that the terminal showed. */
    ended: inTime(end, 'the terminal is open').then((code) => ({ code, shown: shown() })),
  };
}
