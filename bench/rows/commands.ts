import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench } from '../bench.js';
import { startChild } from '../child.js';
import { ENVIRONMENT, PROGRAM, script, temporaryFolder } from '../environment.js';
import { copyOf, galaxy } from '../galaxy.js';
import type { Usage } from '../preload/usage.js';
import type { Line, Row } from '../row.js';
import { startService } from '../server.js';
import { median, summarize } from '../statistics.js';
import { aim, keepsCompiled, type Target } from '../targets.js';
import { USUAL } from './replayed.js';

/** Pairs of starts for each round: starts of a process vary more than rounds of load. */
const PAIRS = 8;

const NODE = `Node.js ${process.versions.node} ${keepsCompiled ? 'with' : 'without'} compiled code`;

interface Command {
  /** The name for `--only`, behind `command-`. */
  name: string;
  argv: string[];
  code?: number;
  target?: Target;
  /** The goal where it has no target, in starts of Node.js: on 22.8 and newer, and on older ones. */
  atMost?: [newer: number, older: number];
}

const local: Command[] = [
  { name: 'time', argv: ['time', '--cgt', 'Year 12 Day 3'], target: 'svcapi time, of node -e 0' },
  { name: 'version', argv: ['--version'], target: 'svcapi --version, of node -e 0' },
  { name: 'help', argv: ['--help'], atMost: [1.45, 1.6] },
  { name: 'usage-error', argv: ['tiem'], code: 2 },
  { name: 'table', argv: ['time', '--cgt', 'Year 12 Day 3', '--output', 'table'] },
  { name: 'openapi', argv: ['openapi'] },
];

const remote: Command[] = [
  { name: 'hello', argv: ['hello'] },
  { name: 'ratelimits', argv: ['ratelimits'], target: 'svcapi ratelimits, of node -e 0' },
  { name: 'ratelimits-table', argv: ['ratelimits', '--output', 'table'] },
  { name: 'creditlog', argv: ['creditlog'], atMost: [2.4, 2.6] },
  { name: 'creditlog-table', argv: ['creditlog', '--output', 'table'], atMost: [3.8, 4.2] },
];

const localRows = local.map(
  (command): Row => ({
    name: `command-${command.name}`,
    what: whatOf(command),
    lasts: ({ rounds }) => rounds * PAIRS * 0.2,
    measure: (bench) => besideNode(bench, whatOf(command), command),
  }),
);

const remoteRows = remote.map(
  (command): Row => ({
    name: `command-${command.name}`,
    what: `${whatOf(command)}, against a local server`,
    lasts: ({ rounds }) => rounds * PAIRS * 0.25 + 2,
    async measure(bench) {
      const { database, token } = copyOf(await galaxy(USUAL));
      const server = await startService({ database });
      const lines = await besideNode(bench, this.what, command, { SVCAPI_URL: server.url, SVCAPI_TOKEN: token });
      await server.stop();
      return lines;
    },
  }),
);

function whatOf({ argv }: Command): string {
  return `svcapi ${argv.map((each) => (each.includes(' ') ? `"${each}"` : each)).join(' ')}`;
}

/** Measures a command beside a Node that does nothing, in turns. */
async function besideNode(
  bench: Bench,
  what: string,
  { argv, code = 0, target, atMost }: Command,
  env: Record<string, string> = {},
): Promise<Line[]> {
  const commands: Cost[] = [];
  const nothing: Cost[] = [];
  const pairs = bench.rounds * PAIRS;
  for (let pair = 0; pair <= pairs; pair += 1) {
    bench.log(`pair ${pair} of ${pairs}`);
    commands.push(await costOf([PROGRAM, ...argv], code, env));
    nothing.push(await costOf(['-e', '0']));
  }
  // The first pair reads the files from disk.
  commands.shift();
  nothing.shift();
  const idle = median(nothing.map(({ cpu }) => cpu));
  const series = (name: string, costs: Cost[]) => [
    { name: `${name}, processor time`, unit: 'ms', rounds: costs.map(({ cpu }) => cpu) },
    { name: `${name}, wall`, unit: 'ms', rounds: costs.map(({ wall }) => wall) },
  ];
  const ratio = median(commands.map(({ wall }) => wall)) / median(nothing.map(({ wall }) => wall));
  return [
    {
      what,
      ...(target && aim(target)),
      ...(atMost && { goal: { atMost: atMost[keepsCompiled ? 0 : 1] } }),
      summary: summarize(commands.map(({ cpu }) => cpu / idle)),
      unit: 'times node -e 0, by processor time',
      note: `${NODE}; its median: ${idle.toFixed(1)} ms; ${ratio.toFixed(2)} by wall time; ${pairs} pairs`,
      series: [...series(what, commands), ...series(`node -e 0 beside ${what}`, nothing)],
    },
  ];
}

/** The cost of a start, in milliseconds. */
interface Cost {
  cpu: number;
  wall: number;
}

/** Measures a program in Node. */
async function costOf(args: string[], expected = 0, env: Record<string, string> = {}): Promise<Cost> {
  const file = join(temporaryFolder, 'usage.json');
  const variables = { ...ENVIRONMENT, ...env, SVCAPI_BENCH_USAGE: file };
  const begun = performance.now();
  // Required, not imported: the loader of ES modules would be a part of every start.
  const child = startChild(process.execPath, ['--require', script('preload/start-usage.cjs'), ...args], {
    cwd: temporaryFolder,
    env: variables,
    stdio: 'ignore',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  const wall = performance.now() - begun;
  if (code !== expected) throw new Error(`${args.join(' ')} ended with ${code}`);
  return { cpu: (JSON.parse(await readFile(file, 'utf8')) as Usage).cpu * 1000, wall };
}

export const commandRows = [...localRows, ...remoteRows];
