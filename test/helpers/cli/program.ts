import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** The real program, as it is published. */
export const PROGRAM = fileURLToPath(new URL('../../../svcapi.cjs', import.meta.url));

/** How a process ended, and what it printed. */
export interface Ended {
  code: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
}

/** A process, with its exit and its output once it has ended. */
export interface Program {
  child: ChildProcessByStdio<Writable | null, Readable, Readable>;
  ended: Promise<Ended>;
}

export interface ProcessOptions {
  env: NodeJS.ProcessEnv;
  cwd?: string | undefined;
  /** Leaves its input open, and its output to the test. */
  isOpen?: boolean;
}

/** Starts a command, and keeps its output. */
export function startProcess(
  [command = '', ...args]: readonly string[],
  { env, cwd, isOpen = false }: ProcessOptions,
): Program {
  const stdin = isOpen ? 'pipe' : 'ignore';
  const child = spawn(command, args, { env, cwd, stdio: [stdin, 'pipe', 'pipe'] }) as Program['child'];
  // A program that does not read its input closes it early.
  child.stdin?.on('error', () => {});
  const end = new Promise<Pick<Ended, 'code' | 'signal'>>((resolve) =>
    child.on('close', (code, signal) => resolve({ code, signal })),
  );
  const stdout = isOpen ? '' : text(child.stdout).catch(() => '');
  const ended = Promise.all([stdout, text(child.stderr), end]).then(([stdout, stderr, { code, signal }]) => ({
    code,
    signal,
    stdout,
    stderr,
  }));
  return { child, ended };
}

/**
 * Starts the program as a shell does.
 *
 * @param options the command that runs it, such as `time`, and another copy of the program
 */
export function startProgram(
  argv: readonly string[],
  env: Record<string, string>,
  { before = [], program = PROGRAM, ...more }: Partial<ProcessOptions> & { before?: string[]; program?: string } = {},
): Program {
  const all = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...env };
  return startProcess([...before, process.execPath, program, ...argv], { ...more, env: all });
}
