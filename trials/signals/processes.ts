import { readdirSync, readFileSync } from 'node:fs';

/** Returns the ids of the processes that have a variable in their environment: `NAME=value`. */
export function processesWith(variable: string): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => environmentOf(pid).includes(variable)).map(Number);
}

/** The environment of a process; of one that has ended, none. */
function environmentOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  } catch {
    return [];
  }
}
