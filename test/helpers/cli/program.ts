import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** The real program, as it is published. */
export const PROGRAM = fileURLToPath(new URL('../../../svcapi.cjs', import.meta.url));

/** The real program in a process of its own. */
export interface Program {
  child: ChildProcessByStdio<null, Readable, Readable>;
  /** Its exit and its output, once it has ended. */
  ended: Promise<{ code: number | null; signal: string | null; stdout: string; stderr: string }>;
}

export interface ProgramOptions {
  /** The command that runs it, such as `time`. */
  before?: readonly string[];
  /** Another copy of the program. */
  program?: string;
  cwd?: string;
}

/** Starts the program as a shell does. */
export function startProgram(
  argv: readonly string[],
  env: Record<string, string>,
  { before = [], program = PROGRAM, cwd }: ProgramOptions = {},
): Program {
  const [command = '', ...args] = [...before, process.execPath, program, ...argv];
  const options = { env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...env }, ...(cwd !== undefined && { cwd }) };
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const end = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.on('close', (code, signal) => resolve({ code, signal })),
  );
  const ended = Promise.all([text(child.stdout).catch(() => ''), text(child.stderr), end]).then(
    ([stdout, stderr, { code, signal }]) => ({ code, signal, stdout, stderr }),
  );
  return { child, ended };
}
