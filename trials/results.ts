import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../bench/environment.js';
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

const FOLDER = join(ROOT, 'trials', 'results');

/** Writes a result beside those of the other trials, in place of an earlier one. */
export function record(result: Result): void {
  mkdirSync(FOLDER, { recursive: true });
  const file = join(FOLDER, `${result.trial}-${result.backend}.json`);
  writeFileSync(file, `${JSON.stringify(result, undefined, 2)}\n`);
}

/** Returns all recorded results. */
export function recorded(): Result[] {
  if (!existsSync(FOLDER)) return [];
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
  return files.sort().map((name) => JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as Result);
}
