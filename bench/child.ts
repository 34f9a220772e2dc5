import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const) {
  process.once(signal, () => process.exit(code));
}

/** Starts a process that ends with the bench. */
export function startChild(program: string, args: string[], options: SpawnOptions): ChildProcess {
  const child = spawn(program, args, options);
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

/** Kills all processes that still run. */
export async function killAll(): Promise<void> {
  await Promise.all([...running].map(kill));
}

/**
 * Runs a program to its end.
 *
 * @returns its standard output
 * @throws where it cannot be started or fails, with its error output
 */
export async function run(program: string, args: string[], options: SpawnOptions = {}): Promise<string> {
  const child = startChild(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, errors, [code, signal]] = await Promise.all([
    text(child.stdout as NonNullable<typeof child.stdout>),
    text(child.stderr as NonNullable<typeof child.stderr>),
    once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>,
  ]);
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code ?? signal}: ${errors.trim()}`);
  return output;
}

/**
 * Reads lines of a process up to the first that matches, and returns the match.
 *
 * @throws where it ends without one
 */
export async function untilLine(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  const lines = createInterface(child.stdout as NonNullable<typeof child.stdout>);
  for await (const line of lines) {
    const match = pattern.exec(line);
    if (match) return match;
  }
  throw new Error(`${child.spawnargs.join(' ')} ended before it wrote ${pattern}`);
}

/** Kills a process at once. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
