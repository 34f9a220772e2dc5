import { once } from 'node:events';
import type { Bench } from '../bench.js';
import { startChild } from '../child.js';
import { ENVIRONMENT, PROGRAM, temporaryFolder } from '../environment.js';
import { copyOf, galaxy } from '../galaxy.js';
import type { Line, Row } from '../row.js';
import { startService } from '../server.js';
import { median, summarize } from '../statistics.js';
import { USUAL } from './replayed.js';

/** Pairs of starts for each round: starts of a process vary more than rounds of load. */
const PAIRS = 8;

const time: Row = {
  name: 'command-time',
  what: 'svcapi time --cgt "Year 12 Day 3"',
  lasts: ({ rounds }) => rounds * PAIRS * 0.2,
  measure: (bench) => besideNode(bench, time.what, ['time', '--cgt', 'Year 12 Day 3'], 1.8),
};

const rateLimits: Row = {
  name: 'command-ratelimits',
  what: 'svcapi ratelimits against a local server',
  lasts: ({ rounds }) => rounds * PAIRS * 0.25 + 2,
  async measure(bench) {
    const server = await startService(copyOf(await galaxy(USUAL)));
    const lines = await besideNode(bench, this.what, ['ratelimits', '--url', server.url], 2.5);
    await server.stop();
    return lines;
  },
};

/** Measures a command beside a Node that does nothing, in turns. */
async function besideNode(bench: Bench, what: string, command: string[], atMost: number): Promise<Line[]> {
  const commands: number[] = [];
  const nothing: number[] = [];
  const pairs = bench.rounds * PAIRS;
  for (let pair = 0; pair <= pairs; pair += 1) {
    bench.log(`pair ${pair} of ${pairs}`);
    commands.push(await wallTime([PROGRAM, ...command]));
    nothing.push(await wallTime(['-e', '0']));
  }
  // The first pair reads the files from disk.
  commands.shift();
  nothing.shift();
  const idle = median(nothing);
  return [
    {
      what,
      goal: { atMost },
      summary: summarize(commands.map((each) => each / idle)),
      unit: 'times node -e 0',
      note: `its median: ${idle.toFixed(1)} ms; ${pairs} pairs`,
      series: [
        { name: what, unit: 'ms', rounds: commands },
        { name: `node -e 0 beside ${what}`, unit: 'ms', rounds: nothing },
      ],
    },
  ];
}

/** Measures the wall time of a program in Node, in milliseconds. */
async function wallTime(args: string[]): Promise<number> {
  const begun = performance.now();
  const child = startChild(process.execPath, args, { cwd: temporaryFolder, env: ENVIRONMENT, stdio: 'ignore' });
  const [code] = (await once(child, 'exit')) as [number | null];
  const took = performance.now() - begun;
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
  return took;
}

export const commandRows = [time, rateLimits];
