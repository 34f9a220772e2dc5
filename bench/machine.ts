import { readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { cpuSeconds, ownCpuSeconds, processorTimes } from './proc.js';

/** The machine of the measurements. */
export interface Machine {
  processor: string;
  cores: number;
  memory: string;
  kernel: string;
  node: string;
}

export function describeMachine(): Machine {
  const processors = os.cpus();
  return {
    processor: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memory: `${Math.round(os.totalmem() / 2 ** 30)} GB`,
    kernel: `${os.type()} ${os.release()} ${os.arch()}`,
    node: `${process.version}, V8 ${process.versions.v8}`,
  };
}

/** The load that others put on the machine, in processors. */
export interface Disturbance {
  others: number;
  stolen: number;
}

/** Starts to watch the load that others put on the machine. The bench and its children that have ended do not count. */
export function watchMachine(): () => Disturbance {
  const [times, own, begun] = [processorTimes(), ownCpuSeconds(), performance.now()];
  return () => {
    const seconds = (performance.now() - begun) / 1000;
    const { busy, stolen } = processorTimes();
    const others = busy - times.busy - (ownCpuSeconds() - own);
    return { others: Math.max(0, others / seconds), stolen: (stolen - times.stolen) / seconds };
  };
}

/** The most load of others, and the most stolen time, at which measurements mean something, in processors. */
const LIMITS = { others: 0.1, stolen: 0.02 };

/** Watches the machine for two seconds and returns a message for each disturbance. */
export async function noiseWarnings(): Promise<string[]> {
  const watch = watchMachine();
  const before = timesOfAll();
  await setTimeout(2000);
  const { others, stolen } = watch();
  const found: string[] = [];
  if (others > LIMITS.others) {
    const load = os.loadavg()[0]?.toFixed(2);
    found.push(`Other programs take ${percent(others)} of a processor: ${busiest(before)} (load average ${load}).`);
  }
  if (stolen > LIMITS.stolen) found.push(`The host of this machine takes ${percent(stolen)} of a processor away.`);
  return found;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** Returns the processor time of every process, in seconds, by its id. */
function timesOfAll(): Map<number, number> {
  const times = new Map<number, number>();
  for (const pid of readdirSync('/proc').map(Number).filter(Number.isInteger)) {
    try {
      times.set(pid, cpuSeconds(pid));
    } catch {
      // It has ended since the folder was read.
    }
  }
  return times;
}

/** Returns the names of the programs that used most processor time since. */
function busiest(before: Map<number, number>): string {
  const grown = [...timesOfAll()]
    .map(([pid, seconds]) => ({ pid, seconds: seconds - (before.get(pid) ?? 0) }))
    .filter(({ pid, seconds }) => pid !== process.pid && seconds >= 0.05)
    .sort((a, b) => b.seconds - a.seconds);
  const names = grown.slice(0, 3).map(({ pid }) => nameOf(pid));
  return [...new Set(names)].join(', ') || 'short-lived ones';
}

function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return 'one that has ended';
  }
}
