import { readFileSync } from 'node:fs';

/** Ticks in a second: the kernel reports processor time in hundredths of a second. */
const TICKS = 100;

/** Returns the processor time of a process, user and system, in seconds. Linux, proc(5). */
export function cpuSeconds(pid: number): number {
  const [user = 0, system = 0] = statOf(pid);
  return (user + system) / TICKS;
}

/** Returns the same of all children of this process that have ended, and of the process itself. */
export function ownCpuSeconds(whose: 'all' | 'children' = 'all'): number {
  const ticks = statOf('self').slice(whose === 'all' ? 0 : 2);
  return ticks.reduce((sum, each) => sum + each, 0) / TICKS;
}

/** Returns its own user and system time, and those of its children, in ticks. */
function statOf(pid: number | 'self'): number[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is a name, which may hold spaces and brackets.
  return stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number);
}

/** Returns the resident memory of a process, now and at its peak, in bytes. */
export function residentBytes(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = (field: string) => Number(new RegExp(`^${field}:\\s*(\\d+)`, 'm').exec(status)?.[1]) * 1024;
  return { now: kilobytes('VmRSS'), peak: kilobytes('VmHWM') };
}

/** Returns the time in which the processors worked since the start of the machine, in seconds. */
export function processorTimes(): number {
  const [first = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = first.split(/\s+/).slice(1).map(Number);
  return (user + nice + system + irq + softirq) / TICKS;
}
