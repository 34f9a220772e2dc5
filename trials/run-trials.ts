import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { killAll } from '../bench/child.js';
import { ROOT, temporaryFolder } from '../bench/environment.js';
import { commitOf, describeMachine } from '../bench/machine.js';
import { UsageError, whole } from '../bench/options.js';
import { Progress } from '../bench/progress.js';
import { packageVersion } from '../src/package.js';
import { whyUnavailable } from './backends/postgres.js';
import { trials } from './registry.js';
import { record, recorded, renderReliability, violationsOf } from './results.js';
import { type Backend, type Plan, Task, type Trial, Unavailable } from './trial.js';

const HELP = `Searches for violations of what the service promises.

npm run trial -- <name>… | all [options]

  --list             list the trials, with their sizes
  --size <number>    number of cases (the full size of each trial, whose result is recorded in trials/results.ndjson)
  --on <backends>    sqlite, postgres, redis (all that a trial knows and that can be reached)
  --seed <number>    seed of all random choices (1)
  --from <number>    number of the first case: with --seed and --size 1, repeats a case that failed (0)
  --self-test        first plant the faults that the trial must find, as before a full run
  --plant <fault>    run as usual, with this fault planted: it shows what a violation looks like
  --help

Databases are made on the PostgreSQL server of SVCAPI_TEST_POSTGRES_URL, and calls counted in the Redis of SVCAPI_TEST_REDIS_URL.
Exit status: 0 nothing found, 1 a violation or a planted fault that was missed, 2 wrong arguments, 130 interrupted.
`;

const progress = new Progress();

async function main(): Promise<void> {
  const { names, help, list, on, ...chosen } = readArguments();
  if (help) return void process.stdout.write(HELP);
  if (list) return void process.stdout.write(trials.map(describe).join(''));
  const wrong = names.find((name) => name !== 'all' && !trials.some((trial) => trial.name === name));
  if (wrong !== undefined || names.length === 0)
    throw new UsageError(
      `${wrong === undefined ? 'Name a trial' : `There is no trial “${wrong}”. Choose from`}: ${trials.map(({ name }) => name).join(', ')}, all. --help lists the options.`,
    );
  for (const trial of trials.filter(({ name }) => names.includes('all') || names.includes(name)))
    for (const backend of trial.backends.filter((each) => on === undefined || on.includes(each)))
      if (!(await runIfPossible(trial, backend, chosen, on !== undefined))) process.exitCode = 1;
}

/** @throws {UsageError} where an argument is unknown or malformed */
function readArguments() {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const options = {
    ...{ size: text, on: text, seed: text, from: text, plant: text },
    ...{ 'self-test': flag, list: flag, help: flag },
  };
  const { values, positionals: names } = (() => {
    try {
      return parseArgs({ options, allowPositionals: true });
    } catch (error) {
      throw new UsageError(`${(error as Error).message}\n\n${HELP}`);
    }
  })();
  const { list, help, plant } = values;
  const from = values.from === '0' ? 0 : (whole(values.from, '--from') ?? 0);
  const [size, seed] = [whole(values.size, '--size'), whole(values.seed, '--seed') ?? 1];
  const on = values.on?.split(',').map((name) => {
    if (!['sqlite', 'postgres', 'redis'].includes(name))
      throw new UsageError(`--on is “${name}”. Choose from sqlite, postgres, redis`);
    return name as Backend;
  });
  const isFull = size === undefined && from === 0 && plant === undefined;
  return { names, list, help, on, size, seed, from, plant, isFull, selfTest: isFull || values['self-test'] };
}

type Chosen = Omit<ReturnType<typeof readArguments>, 'names' | 'list' | 'help' | 'on'>;

function describe({ name, what, fullSize, unit, backends }: Trial): string {
  const size = `${fullSize.toLocaleString('en')} ${unit}`;
  return `${name.padEnd(10)} ${size.padEnd(22)} ${backends.join(', ').padEnd(24)} ${what}\n`;
}

/** Runs a trial; one that the machine has no backend or no tools for is skipped, unless the backend was asked for. */
async function runIfPossible(trial: Trial, backend: Backend, chosen: Chosen, isAskedFor: boolean): Promise<boolean> {
  try {
    const reason = whyUnavailable(backend);
    if (reason !== undefined) throw isAskedFor ? new UsageError(reason) : new Unavailable(reason);
    return await runTrial(trial, backend, chosen);
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    progress.note(`${trial.name} on ${backend}: skipped: ${error.message}`);
    return true;
  }
}

/** Runs the self-test and the trial, and reports whether the trial can be trusted and nothing was found. */
async function runTrial(trial: Trial, backend: Backend, chosen: Chosen): Promise<boolean> {
  const { seed, from, plant: fault, isFull } = chosen;
  if (fault !== undefined && !(fault in trial.faults))
    throw new UsageError(`${trial.name} has no fault “${fault}”. Choose from ${Object.keys(trial.faults).join(', ')}`);
  if (chosen.selfTest && !(await findsFaults(trial, backend, seed))) return false;
  const size = chosen.size ?? trial.fullSize;
  const begun = performance.now();
  const { counts, violations } = await perform(trial, { backend, size, from, seed, fault });
  const seen = Object.entries(counts).map(([what, count]) => `${count.toLocaleString('en')} ${what}`);
  const seconds = Math.round((performance.now() - begun) / 1000);
  const found = violationsOf(violations.length);
  const what = `${size.toLocaleString('en')} ${trial.unit}, ${seconds} s, ${found}: ${seen.join(', ')}`;
  progress.note(`${trial.name} on ${backend}: ${what}`);
  if (isFull) {
    const [date, version] = [new Date().toISOString().slice(0, 10), packageVersion()];
    const [commit, machine] = [commitOf(ROOT), describeMachine()];
    const run = { date, version, commit, machine, size, seed, seconds };
    record(ROOT, { trial: trial.name, backend, ...run, counts, violations });
    writeFileSync(join(ROOT, 'docs', 'reliability.md'), renderReliability(trials, recorded(ROOT)));
  }
  return violations.length === 0;
}

/** Plants each fault of a trial, and reports whether all of them are found. */
async function findsFaults(trial: Trial, backend: Backend, seed: number): Promise<boolean> {
  let findsAll = true;
  for (const fault of Object.keys(trial.faults)) {
    const { violations } = await perform(trial, { backend, size: trial.shortSize, from: 0, seed, fault }, true);
    const outcome = violations[0] ? `found: ${violations[0].what.split('\n', 1)[0]}` : 'MISSED';
    progress.note(`${trial.name} on ${backend}: self-test, ${fault}: ${outcome}`);
    findsAll &&= violations.length > 0;
  }
  return findsAll;
}

/** Works through a task, and shows how far it is. */
async function perform(trial: Trial, plan: Omit<Plan, 'folder'>, isSelfTest = false): Promise<Task> {
  const name = `${trial.name} on ${plan.backend}`;
  const again = `npm run trial -- ${trial.name} --on ${plan.backend} --seed ${plan.seed}`;
  let shown = 0;
  const task = new Task({ ...plan, folder: mkdtempSync(join(temporaryFolder, 'trial-')) }, () => {
    const { done, size, fault, violations } = task;
    for (const { case: number, what } of isSelfTest ? [] : violations.slice(shown))
      progress.note(`${name}: VIOLATION: ${what}\n  to repeat it: ${again} --from ${number} --size 1`);
    shown = violations.length;
    progress.step(`${name}${fault === undefined ? '' : ` with ${fault}`}: ${done} of ${size} ${trial.unit}`);
  });
  try {
    await trial.run(task);
  } finally {
    await killAll();
  }
  return task;
}

await main().then(
  () => process.exit(),
  (error: unknown) => {
    const isUsage = error instanceof UsageError;
    progress.note(isUsage ? error.message : String((error as Error).stack));
    process.exit(isUsage ? 2 : 1);
  },
);
