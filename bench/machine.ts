import { execFileSync } from 'node:child_process';
import os from 'node:os';
import { ownCpuSeconds, processorTimes } from './proc.js';

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

/** Returns the commit that a checkout is at, shortened by git. */
export function commitOf(root: string): string {
  return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
}

/** Starts to watch the processors that others use. The bench and its children that have ended do not count. */
export function watchMachine(): () => number {
  const [busy, own, begun] = [processorTimes(), ownCpuSeconds(), performance.now()];
  return () => {
    const others = processorTimes() - busy - (ownCpuSeconds() - own);
    return Math.max(0, others / ((performance.now() - begun) / 1000));
  };
}
