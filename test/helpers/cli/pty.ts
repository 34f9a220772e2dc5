import { spawn, spawnSync } from 'node:child_process';
import { text } from 'node:stream/consumers';
import test from 'ava';
import { PROGRAM } from './program.js';

interface Screen {
  columns?: number;
  rows?: number;
  env?: Record<string, string>;
  /** The keys that are typed as soon as the terminal is open. */
  typed?: string;
}

/** A test on a terminal, skipped where the machine has no `script`, which makes the pseudo-terminal. */
export const terminal = spawnSync('script', ['--version']).error ? test.skip : test;

/** Runs a line of the shell in which `svcapi` is the real program, and returns all that its terminal shows. */
export async function onTerminal(
  line: string,
  { columns = 80, rows = 24, env = {}, typed = '' }: Screen = {},
): Promise<string> {
  const svcapi = `svcapi() { '${process.execPath}' '${PROGRAM}' "$@"; }`;
  const child = spawn('script', ['-qec', `stty cols ${columns} rows ${rows}; ${svcapi}; ${line}`, '/dev/null'], {
    env: { PATH: process.env.PATH, HOME: '/nonexistent', TERM: 'xterm', SHELL: '/bin/sh', LC_ALL: 'C.UTF-8', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.write(typed);
  const shown = await text(child.stdout);
  child.stdin.end();
  return shown.replaceAll('\r\n', '\n');
}
