import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Bench } from './bench.js';
import { CACHE, ROOT } from './environment.js';
import { chooseTool } from './load/choose-tool.js';
import { describeMachine, noiseWarnings } from './machine.js';
import { HELP, type Options, readOptions, UsageError } from './options.js';
import { measure, type Outcome } from './outcome.js';
import { Progress } from './progress.js';
import { formatDuration } from './report/format.js';
import { performancePage } from './report/page.js';
import { renderRun } from './report/results.js';
import type { Row } from './row.js';
import { rows } from './rows/index.js';
import { RECORDED, type Run, recordedRun, runText } from './run.js';

const progress = new Progress();

/** The measurements of the last run, where no other file is given. */
const LAST_RUN = join(CACHE, 'last-run.json');

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options.help) return void process.stdout.write(HELP);
  if (options.show) return void process.stdout.write(renderRun(recordedRun(ROOT)));
  const chosen = choose(options.only);
  await insistOnQuiet(options.force);
  const bench = await prepare(options);
  const [date, machine] = [new Date().toISOString().slice(0, 10), describeMachine()];
  const run = (outcomes: Outcome[]): Run => ({ date, machine, bench: { ...bench, tool: bench.tool.name }, outcomes });
  // Written after each row: a run that is stopped loses only the rows that are left.
  const outcomes = await measureAll(chosen, bench, (some) => saveMeasurements(options, run(some)));
  if (options.record) recordRun(run(outcomes));
  const broken = outcomes.filter(({ isBroken }) => isBroken).map(({ name }) => name);
  if (broken.length === 0) return;
  progress.note(`Not measured, or not all of it: ${broken.join(', ')}.`);
  process.exitCode = 1;
}

function saveMeasurements({ json }: Options, run: Run): void {
  writeFileSync(json === undefined ? LAST_RUN : resolve(json), runText(run));
}

/** Records a run, and writes the page that is made of it. A run that lacks a row of it leaves it as it is. */
function recordRun(run: Run): void {
  writeFileSync(join(ROOT, RECORDED), runText(run));
  try {
    writeFileSync(join(ROOT, 'docs', 'performance.md'), performancePage(run));
  } catch (error) {
    progress.note(`The page is not written: ${(error as Error).message}`);
    process.exitCode = 1;
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
  const roundSeconds = options.seconds ?? 1;
  return {
    ...{ rounds, connections, quick, roundSeconds },
    tool: await chooseTool(),
    warmUpSeconds: quick ? 1 : Math.max(2, roundSeconds),
    ...(options.requests === undefined ? {} : { requests: options.requests }),
    log: (step) => progress.step(step),
  };
}

/** Measures rows one after the other, and reports the outcomes so far after each. */
async function measureAll(chosen: Row[], bench: Bench, report: (outcomes: Outcome[]) => void): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let left = chosen.reduce((sum, row) => sum + row.lasts(bench), 0);
  progress.note(`${chosen.length} rows with ${bench.tool.name}, about ${formatDuration(left)}.`);
  for (const row of chosen) {
    const head = `${row.name} (${outcomes.length + 1} of ${chosen.length}, about ${formatDuration(left)} left)`;
    const outcome = await measure(row, { ...bench, log: (step) => progress.step(`${head}: ${step}`) });
    progress.outcome(outcome);
    outcomes.push(outcome);
    report(outcomes);
    left -= row.lasts(bench);
  }
  return outcomes;
}

await main().then(
  () => process.exit(),
  (error: unknown) => {
    const isUsage = error instanceof UsageError;
    progress.note(isUsage ? error.message : String((error as Error).stack));
    process.exit(isUsage ? 2 : 1);
  },
);
