import { once } from 'node:events';
import { startChild } from '../child.js';
import { ENVIRONMENT, temporaryFolder } from '../environment.js';
import { type Build, galaxyFor } from '../galaxy.js';
import { cpuSeconds, ownCpuSeconds } from '../proc.js';
import { send } from '../request.js';
import type { Bench, Row } from '../row.js';
import { type Server, startService } from '../server.js';
import { median, ratios } from '../statistics.js';

/** Starts in a round: the kernel reports processor time in hundredths of a second. */
const STARTS = 5;

const COMMANDS = [
  ['time', '--cgt', 'Year 12 Day 3'],
  ['creditlog', '--output', 'table'],
];

/** The processor time of commands, and of the service up to its first answer. */
export const startRow: Row = {
  name: 'start',
  async measure(bench) {
    const builds = await Promise.all(bench.builds.map(withServer));
    const lines: (string | number)[][] = [];
    const measure = async (what: string, work: (each: (typeof builds)[0]) => Promise<number>) => {
      const works = builds.map((each) => () => work(each));
      lines.push([what, ...(await inTurns(bench, what, works))]);
    };
    for (const command of COMMANDS) {
      const what = `svcapi ${command.map((each) => (each.includes(' ') ? `"${each}"` : each)).join(' ')}`;
      await measure(what, ({ build, env }) => runOften([build.program, ...command], env));
    }
    await Promise.all(builds.map(({ server }) => server.stop()));
    await measure('svcapi serve, first answer', ({ build, database }) => firstAnswer(build, database));
    await measure('svcapi serve, idle, its end', ({ build, database }) => endIdle(build, database));
    const head = ['Command', 'ms', ...bench.builds.slice(1).map(({ name }) => `of ${name}`)];
    const note = 'Processor time; for the end, the time from SIGTERM on.';
    return { name: 'start', title: 'Starts', head, lines, note };
  },
};

async function withServer(build: Build) {
  const { database, token } = await galaxyFor(build);
  const server: Server = await startService({ program: build.program, database });
  return { build, database, server, env: { SVCAPI_URL: server.url, SVCAPI_TOKEN: token } };
}

/** Returns the time of this build in ms, and its ratio to the builds beside it. */
async function inTurns(bench: Bench, what: string, works: (() => Promise<number>)[]): Promise<number[]> {
  const times: number[][] = works.map(() => []);
  // The first round reads the files from disk.
  for (let round = 0; round <= bench.rounds; round += 1) {
    bench.log(`${what}, round ${round} of ${bench.rounds}`);
    for (const [index, work] of works.entries()) {
      const seconds = await work();
      if (round > 0) times[index]?.push(seconds * 1000);
    }
  }
  const [svcapi = [], ...others] = times;
  return [median(svcapi), ...others.map((other) => median(ratios(svcapi, other)))];
}

/** Returns the processor time of a program that ends, in seconds. */
async function runOften(args: string[], env: Record<string, string>): Promise<number> {
  const before = ownCpuSeconds('children');
  for (let count = 0; count < STARTS; count += 1) {
    const options = { cwd: temporaryFolder, env: { ...ENVIRONMENT, ...env }, stdio: 'ignore' } as const;
    const [code] = (await once(startChild(process.execPath, args, options), 'exit')) as [number | null];
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
  }
  return (ownCpuSeconds('children') - before) / STARTS;
}

async function firstAnswer({ program }: Build, database: string): Promise<number> {
  return averageOf(program, database, async ({ pid }) => cpuSeconds(pid));
}

/** Returns the seconds from SIGTERM to the end of a service without calls. */
async function endIdle({ program }: Build, database: string): Promise<number> {
  return averageOf(program, database, async ({ process: child }) => {
    const [begun, ended] = [performance.now(), once(child, 'exit')];
    child.kill('SIGTERM');
    await ended;
    return (performance.now() - begun) / 1000;
  });
}

/** Measures services that have given their first answer. */
async function averageOf(program: string, database: string, measure: (server: Server) => Promise<number>) {
  let seconds = 0;
  for (let count = 0; count < STARTS; count += 1) {
    const server = await startService({ program, database });
    await send(server.url, { path: '/ws/v2.0/api/time', headers: { Connection: 'close' } });
    seconds += await measure(server);
    await server.stop();
  }
  return seconds / STARTS;
}
