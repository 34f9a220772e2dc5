import type { Bench } from '../bench.js';
import type { Machine } from '../machine.js';
import type { Outcome } from '../outcome.js';
import type { Line, Series } from '../row.js';
import { FLAGS, NODE_FLAGS } from '../server.js';
import { formatGoal, formatNumber, formatReached, formatSummary } from './format.js';

/** A whole run of the bench. */
export interface Run {
  /** The day, as in 2025-01-31. */
  date: string;
  machine: Machine;
  bench: Pick<Bench, 'rounds' | 'roundSeconds' | 'warmUpSeconds' | 'connections'> & { tool: string };
  outcomes: Outcome[];
}

/** The report of a run, with prose about it that somebody has written. */
export function renderReport({ date, machine, bench, outcomes }: Run, notes: string): string {
  return [
    HEAD,
    `## The machine\n\n${renderMachine(date, machine)}`,
    `## How it was measured\n\n${renderMethod(bench)}`,
    `## Results\n\n${renderResults(outcomes)}`,
    ...(notes === '' ? [] : [notes.trim()]),
    `## The rounds\n\n${renderRounds(outcomes)}`,
  ]
    .join('\n\n')
    .concat('\n');
}

const HEAD = `# Performance

<!-- Made by npm run bench. Do not edit: the prose is in bench/notes.md. -->

What the service does beside the least that this machine can do: bare \`node:http\` and bare Koa, which give the very bytes
that the service answered. A ratio says more than a number of requests: it holds on other machines, too. A figure is the
median of its rounds, with the lowest and the highest in brackets.`;

function renderMachine(date: string, { processor, cores, memory, kernel, node }: Machine): string {
  return `${processor}, ${cores} cores, ${memory} of memory; ${kernel}; Node ${node}; ${date}.`;
}

function renderMethod({ tool, rounds, roundSeconds, warmUpSeconds, connections }: Run['bench']): string {
  return `Every server is a process of its own, started as a host starts it, and so is the load generator (${tool}, ${connections}
connections, each of which waits for its answer). The servers of a row take turns: after ${warmUpSeconds} seconds of warming up each
has a round of ${roundSeconds} seconds, then the next, ${rounds} times, and a ratio is made of two neighbours. \`NODE_ENV\` is
\`production\`; \`NODE_EXTRA_CA_CERTS\` and all settings are unset; the log goes to /dev/null. Unless a row says
otherwise, the service is
\`node ${NODE_FLAGS.join(' ')} svcapi serve ${FLAGS.join(' ')}\` on a demo galaxy of 50,000 transactions.

“By processor time” compares the time that each server took for a request: it is nearly the same ratio, and other programs on the
machine disturb it less. Where requests a second times processor time a request is well under one second, the load generator
was slower than the server, and the server could do more than is shown. A hold of the event loop is what a timer of one
millisecond was late while one caller asked and waited, again and again; pauses of the garbage collector are part of it.`;
}

function renderResults(outcomes: Outcome[]): string {
  const rows = outcomes.flatMap(({ what, lines, missing }) =>
    missing === undefined ? lines.map(renderLine) : [`| ${what} | | not measured: ${missing} | | |`],
  );
  return ['| | to reach | measured | | beside |', '|---|---|---|---|---|', ...rows].join('\n');
}

function renderLine(line: Line): string {
  const { what, goal, unit, note = '' } = line;
  const cells = [what, goal ? formatGoal(goal) : '', `${formatSummary(line)} ${unit}`, formatReached(line), note];
  return `| ${cells.join(' | ')} |`.replaceAll('|  |', '| |').replaceAll('|  |', '| |');
}

function renderRounds(outcomes: Outcome[]): string {
  const parts = outcomes
    .filter(({ lines }) => lines.length > 0)
    .map(({ name, lines, disturbance, seconds }) => {
      const series = lines.flatMap((line) => line.series).map(renderSeries);
      const others = `Other programs took ${Math.round(disturbance.others * 100)} % of a processor meanwhile`;
      const stolen = disturbance.stolen > 0.005 ? `, the host ${Math.round(disturbance.stolen * 100)} %` : '';
      return `### ${name}\n\n${others}${stolen} (${Math.round(seconds)} s).\n\n${TABLE}\n${series.join('\n')}`;
    });
  return parts.join('\n\n');
}

const TABLE = '| | | rounds |\n|---|---|---|';

function renderSeries({ name, unit, rounds }: Series): string {
  return `| ${name} | ${unit} | ${rounds.map(formatNumber).join(' · ')} |`;
}
