import { writeFileSync } from 'node:fs';

/** The resources that a process has used when it ends, in the file that the environment names. */
export interface Usage {
  /** Processor time, in seconds. */
  cpu: number;
  /** The peak of resident memory, in bytes. */
  memory: number;
}

process.once('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const usage: Usage = { cpu: (userCPUTime + systemCPUTime) / 1e6, memory: maxRSS * 1024 };
  writeFileSync(process.env.SVCAPI_BENCH_USAGE as string, JSON.stringify(usage));
});
