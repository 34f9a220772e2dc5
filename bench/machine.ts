import { readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { cpuSeconds, ownCpuSeconds, processorTimes } from './proc.js';

/** What the figures were measured on. */
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

/** What a machine did beside the bench, in processors that were busy with it. */
export interface Disturbance {
  others: number;
  stolen: number;
}

/** Watches from now on what the machine does beside the bench and its children that have ended. */
export function watchMachine(): () => Disturbance {
  const [times, own, begun] = [processorTimes(), ownCpuSeconds(), performance.now()];
  return () => {
    const seconds = (performance.now() - begun) / 1000;
    const { busy, stolen } = processorTimes();
    const others = busy - times.busy - (ownCpuSeconds() - own);
    return { others: Math.max(0, others / seconds), stolen: (stolen - times.stolen) / seconds };
  };
}

/** More than so much of one processor for others, or stolen, and the figures mean little. */
const MOST = { others: 0.1, stolen: 0.02 };

/** What speaks against measuring now, in sentences; none on a quiet machine. Takes two seconds. */
export async function noiseWarnings(): Promise<string[]> {
  const watch = watchMachine();
  const before = timesOfAll();
  await setTimeout(2000);
  const { others, stolen } = watch();
  const found: string[] = [];
  if (others > MOST.others) {
    const load = os.loadavg()[0]?.toFixed(2);
    found.push(`Other programs take ${percent(others)} of a processor: ${busiest(before)} (load average ${load}).`);
  }
  if (stolen > MOST.stolen) found.push(`The host of this machine takes ${percent(stolen)} of a processor away.`);
  return found;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** Processor time of every process, in seconds, by its id. */
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

/** The names of the programs that did most since. */
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
