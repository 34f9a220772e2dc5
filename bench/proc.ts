import { readFileSync } from 'node:fs';

/** The kernel counts processor time for programs in hundredths of a second, whatever its own clock does. */
const TICKS = 100;

/** Processor time that a process has taken, in user and system mode, in seconds. Linux, proc(5). */
export function cpuSeconds(pid: number): number {
  const [user = 0, system = 0] = statOf(pid);
  return (user + system) / TICKS;
}

/** The same of this process and of all its children that have ended. */
export function ownCpuSeconds(): number {
  return statOf('self').reduce((sum, ticks) => sum + ticks, 0) / TICKS;
}

/** Its own user and system time, and those of its children, in ticks. */
function statOf(pid: number | 'self'): number[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is a name, which may hold blanks and brackets.
  return stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number);
}

/** Memory of a process that is in RAM, now and at its highest, in bytes. */
export function residentBytes(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = (field: string) => Number(new RegExp(`^${field}:\\s*(\\d+)`, 'm').exec(status)?.[1]) * 1024;
  return { now: kilobytes('VmRSS'), peak: kilobytes('VmHWM') };
}

/** What all processors together have done since the start of the machine, in seconds. */
export interface ProcessorTimes {
  busy: number;
  /** Time that another machine on the same host was given instead. */
  stolen: number;
}

export function processorTimes(): ProcessorTimes {
  const [first = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = first
    .split(/\s+/)
    .slice(1)
    .map((ticks) => Number(ticks) / TICKS);
  return { busy: user + nice + system + irq + softirq, stolen: steal };
}
