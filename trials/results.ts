import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from '../bench/machine.js';
import type { Violation } from './task.js';
import type { Backend } from './trial.js';

/** The result of a trial at full size on one backend, as it is committed. */
export interface Result {
  trial: string;
  backend: Backend;
  /** The day, as in 2025-01-31. */
  date: string;
  /** The version of the service. */
  version: string;
  machine: Machine;
  size: number;
  seed: number;
  seconds: number;
  counts: Record<string, number>;
  violations: Violation[];
  /** The planted faults that the self-test found. */
  faults: string[];
}

const FOLDER = 'trials/results';

/**
 * Writes a result beside those of the other trials, in place of an earlier one.
 *
 * @param root the folder of the checkout
 */
export function record(root: string, result: Result): void {
  const file = join(root, FOLDER, `${result.trial}-${result.backend}.json`);
  writeFileSync(file, `${JSON.stringify(result, undefined, 2)}\n`);
}

/**
 * Returns all recorded results.
 *
 * @param root the folder of the checkout
 */
export function recorded(root: string): Result[] {
  const folder = join(root, FOLDER);
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return files.sort().map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Result);
}
