import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** The real program, as it is published. */
const PROGRAM = fileURLToPath(new URL('../../../svcapi.js', import.meta.url));

/** The real program in a process of its own. */
export interface Program {
  child: ChildProcessByStdio<null, Readable, Readable>;
  /** How it ended, once it has. */
  ended: Promise<{ code: number | null; signal: string | null; stdout: string; stderr: string }>;
}

/** Starts it as a shell does, behind another command where one is given. */
export function startProgram(argv: readonly string[], env: Record<string, string>, before: string[] = []): Program {
  const [command = '', ...args] = [...before, process.execPath, PROGRAM, ...argv];
  const child = spawn(command, args, { env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const end = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.on('close', (code, signal) => resolve({ code, signal })),
  );
  const ended = Promise.all([text(child.stdout).catch(() => ''), text(child.stderr), end]).then(
    ([stdout, stderr, { code, signal }]) => ({ code, signal, stdout, stderr }),
  );
  return { child, ended };
}
