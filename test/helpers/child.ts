import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { inTime } from './until.js';

/** A server in a process of its own. */
export interface Child {
  url: string;
  token: string;
  process: ChildProcess;
  /** The lines that it logged: errors only. */
  errors: string[];
  /** Ends it as a power cut would, with no chance to do anything more. */
  kill(): Promise<void>;
}

const SCRIPT = fileURLToPath(new URL('child-server.js', import.meta.url));

/**
 * Starts a server on a database, behind another command where one is given.
 *
 * @throws where it ends before it listens, with what it wrote to its error output
 */
export async function startChild(database: string, command: string[] = []): Promise<Child> {
  const [program = '', ...args] = [...command, process.execPath, SCRIPT, database];
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  const errors: string[] = [];
  child.stderr.on('data', (chunk) => errors.push(String(chunk)));
  const lines = createInterface(child.stdout);
  const line = await inTime(
    Promise.race([once(lines, 'line'), ended.then(() => Promise.reject(new Error(`It ended: ${errors.join('')}`)))]),
    'the child does not listen',
  );
  return {
    ...(JSON.parse(line[0]) as { url: string; token: string }),
    process: child,
    errors,
    async kill() {
      child.kill('SIGKILL');
      await inTime(ended, 'the child lives');
    },
  };
}
