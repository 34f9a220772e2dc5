import { spawn, spawnSync } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { inTime, until } from '../until.js';
import { PROGRAM } from './program.js';

/** A line of bash on a real terminal. In the line, `svcapi` is the real program. */
export interface TerminalSession {
  /** Returns everything that the terminal has shown so far. */
  shown(): string;
  /** Waits until the terminal shows a text. */
  shows(text: string): Promise<void>;
  /** Types keys: `\x03` is Ctrl-C. */
  type(keys: string): void;
  /** Resolves when the line has ended, with its exit code and everything that the terminal showed. */
  ended: Promise<{ code: number | null; shown: string }>;
}

/** A test on a terminal: skipped where a program for it is missing; CONTRIBUTING.md names the packages. */
export const onTerminal = ['script', 'bash'].some((name) => spawnSync(name, ['--version']).error) ? test.skip : test;

export function openTerminal(t: ExecutionContext, line: string, env: Record<string, string>): TerminalSession {
  const svcapi = `svcapi() { '${process.execPath}' '${PROGRAM}' "$@"; }`;
  const child = spawn('script', ['--quiet', '--return', '--command', `${svcapi}; ${line}`, '/dev/null'], {
    env: { PATH: process.env.PATH, SHELL: 'bash', TERM: 'xterm', LC_ALL: 'C.UTF-8', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  let printed = '';
  child.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  const shown = () => stripVTControlCharacters(printed).replaceAll('\r\n', '\n');
  const end = new Promise<number | null>((resolve) => child.on('close', resolve));
  return {
    shown,
    shows: (text) => until(() => shown().includes(text), { what: `the terminal shows “${text}”` }),
    type: (keys) => void child.stdin.write(keys),
    ended: inTime(end, 'the terminal is open').then((code) => ({ code, shown: shown() })),
  };
}
