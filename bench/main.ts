import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Bench } from './bench.js';
import { ROOT } from './environment.js';
import { chooseTool } from './load/choose-tool.js';
import { describeMachine, noiseWarnings } from './machine.js';
import { HELP, type Options, readOptions, UsageError } from './options.js';
import { measure, type Outcome } from './outcome.js';
import { Progress } from './progress.js';
import { type Run, renderReport } from './report/markdown.js';
import type { Row } from './row.js';
import { rows } from './rows/index.js';

const progress = new Progress();

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options.help) return void process.stdout.write(HELP);
  const chosen = choose(options.only);
  await insistOnQuiet(options.force);
  const bench = await prepare(options);
  const outcomes = await measureAll(chosen, bench);
  keep(options, {
    date: new Date().toISOString().slice(0, 10),
    machine: describeMachine(),
    bench: { ...bench, tool: bench.tool.name },
    outcomes,
  });
  if (outcomes.some(({ isBroken }) => isBroken)) process.exitCode = 1;
}

function keep({ json, report }: Options, run: Run): void {
  if (json) writeFileSync(resolve(json), `${JSON.stringify(run, undefined, 2)}\n`);
  if (report) {
    const notes = join(ROOT, 'bench', 'notes.md');
    writeFileSync(resolve(report), renderReport(run, existsSync(notes) ? readFileSync(notes, 'utf8') : ''));
    progress.note(`The report is in ${report}.`);
  }
}

/** @throws {UsageError} where a name matches no row */
function choose(only: string[]): Row[] {
  const fits = (row: Row, name: string) => row.name === name || row.name.startsWith(`${name}-`);
  const unknown = only.find((name) => !rows.some((row) => fits(row, name)));
  if (unknown !== undefined) {
    throw new UsageError(`There is no row “${unknown}”. Choose from ${rows.map(({ name }) => name).join(', ')}`);
  }
  return rows.filter((row) => only.length === 0 || only.some((name) => fits(row, name)));
}

async function insistOnQuiet(force: boolean): Promise<void> {
  if (!existsSync('/proc/self/stat'))
    throw new UsageError('Processor time is read from /proc. Run the bench on Linux.');
  const found = await noiseWarnings();
  for (const warning of found) progress.note(warning);
  if (found.length > 0 && !force)
    throw new UsageError('The machine is too busy to measure. Try again later, or use --force.');
}

async function prepare(options: Options): Promise<Bench> {
  const { quick, rounds, connections } = options;
  const roundSeconds = options.seconds ?? (quick ? 1 : 2);
  return {
    ...{ rounds, connections, quick, roundSeconds },
    tool: await chooseTool(),
    warmUpSeconds: roundSeconds,
    ...(options.requests === undefined ? {} : { requests: options.requests }),
    log: (step) => progress.step(step),
  };
}

async function measureAll(chosen: Row[], bench: Bench): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let left = chosen.reduce((sum, row) => sum + row.lasts(bench), 0);
  progress.note(`${chosen.length} rows with ${bench.tool.name}, about ${minutes(left)}.`);
  for (const row of chosen) {
    const head = `${row.name} (${outcomes.length + 1} of ${chosen.length}, about ${minutes(left)} left)`;
    const outcome = await measure(row, { ...bench, log: (step) => progress.step(`${head}: ${step}`) });
    progress.outcome(outcome);
    outcomes.push(outcome);
    left -= row.lasts(bench);
  }
  return outcomes;
}

function minutes(seconds: number): string {
  return seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} minutes`;
}

await main().then(
  () => process.exit(),
  (error: unknown) => {
    const isUsage = error instanceof UsageError;
    progress.note(isUsage ? error.message : String((error as Error).stack));
    process.exit(isUsage ? 2 : 1);
  },
);
