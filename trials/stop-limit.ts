import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { Task } from './task.js';
import type { Trial } from './trial.js';

/** Seconds in which a stopped service finishes its open requests. */
const TIMEOUT = 2;

/** The flags of a service that ends soon. */
export const STOP_FLAGS = ['--metrics-port', 'off', '--shutdown-timeout', `${TIMEOUT}s`];

/**
 * Sends SIGTERM, and returns the exit code or the signal that has ended the process; undefined if it goes on a second after its limit.
 * A short run, which has no machine for itself, waits for ten.
 */
export async function stopInTime(
  child: ChildProcess,
  { size, fault }: Task,
  { fullSize }: Pick<Trial, 'fullSize'>,
): Promise<number | NodeJS.Signals | undefined> {
  const grace = size >= fullSize || fault !== undefined ? 1 : 10;
  const ended = child.exitCode ?? child.signalCode ?? once(child, 'exit').then(([code, signal]) => code ?? signal);
  child.kill('SIGTERM');
  return Promise.race([ended, setTimeout((TIMEOUT + grace) * 1000, undefined, { ref: false })]);
}
