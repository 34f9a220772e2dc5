import { execFileSync } from 'node:child_process';

/**
 * Runs a program to its end, and returns what it printed.
 *
 * @throws when it cannot be run or exits with another status than 0
 */
export function run(command, args, options = {}) {
  return execFileSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
    ...options,
  });
}

/** The file modes of everything that is released: those of the builder's umask would differ. */
export const FOLDER_MODE = 0o755;
export const FILE_MODE = 0o644;
export const PROGRAM_MODE = 0o755;
