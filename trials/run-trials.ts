import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { killAll } from '../bench/child.js';
import { ROOT, temporaryFolder } from '../bench/environment.js';
import { describeMachine } from '../bench/machine.js';
import { UsageError } from '../bench/options.js';
import { Progress } from '../bench/progress.js';
import { packageVersion } from '../src/package.js';
import { type Arguments, HELP, readArguments } from './arguments.js';
import { whyUnavailable } from './backends/addresses.js';
import { trials } from './registry.js';
import { record, recorded, renderReliability } from './results.js';
import { Task } from './task.js';
import { type Backend, type Trial, Unavailable } from './trial.js';

const progress = new Progress();

/** Seconds between two lines about a running trial, where no terminal shows its current step. */
const LINE_EVERY = 60;

async function main(): Promise<void> {
  const chosen = readArguments(process.argv.slice(2), trials);
  if (chosen.help) return void process.stdout.write(HELP);
  if (chosen.list) return void process.stdout.write(list());
  const works = chosen.trials.flatMap((trial) => backendsOf(trial, chosen).map((backend) => ({ trial, backend })));
  let isClean = true;
  for (const { trial, backend } of works) isClean = (await runIfPossible(trial, backend, chosen)) && isClean;
  if (!isClean) process.exitCode = 1;
}

function list(): string {
  const rows = trials.map(({ name, what, fullSize, unit, backends }) => {
    const size = `${fullSize.toLocaleString('en')} ${unit}`;
    return `${name.padEnd(10)} ${size.padEnd(22)} ${backends.join(', ').padEnd(24)} ${what}\n`;
  });
  return rows.join('');
}

/** @throws {UsageError} where one that was asked for cannot be reached */
function backendsOf(trial: Trial, { backends }: Arguments): Backend[] {
  const wanted = trial.backends.filter((backend) => backends === undefined || backends.includes(backend));
  return wanted.filter((backend) => {
    const reason = whyUnavailable(backend);
    if (reason === undefined) return true;
    if (backends !== undefined) throw new UsageError(reason);
    progress.note(`${trial.name} on ${backend}: skipped: ${reason}`);
    return false;
  });
}

/** Runs a trial; one that the machine has no tools for is skipped. */
async function runIfPossible(trial: Trial, backend: Backend, chosen: Arguments): Promise<boolean> {
  try {
    return await runTrial(trial, backend, chosen);
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    progress.note(`${trial.name} on ${backend}: skipped: ${error.message}`);
    return true;
  }
}

/** Runs the self-test and the trial, and reports whether the trial can be trusted and nothing was found. */
async function runTrial(trial: Trial, backend: Backend, chosen: Arguments): Promise<boolean> {
  const missed = chosen.selfTest === 'none' ? [] : await missedFaults(trial, backend, chosen);
  if (missed.length > 0 || chosen.selfTest === 'only') return missed.length === 0;
  const size = chosen.size ?? trial.fullSize;
  const task = await perform(trial, { ...chosen, backend, size, fault: plantedFault(trial, chosen) }, (line) =>
    progress.note(line),
  );
  const seen = Object.entries(task.counts).map(([what, count]) => `${count.toLocaleString('en')} ${what}`);
  progress.note(`${task.statusOf(trial)}: ${seen.join(', ')}`);
  const isFull = size >= trial.fullSize && chosen.from === 0 && chosen.selfTest === 'first';
  if (isFull) keep(trial, task);
  return task.violations.length === 0;
}

interface Part {
  backend: Backend;
  size: number;
  from: number;
  seed: number;
  fault?: string | undefined;
}

/** @throws {UsageError} where the trial has no such fault */
function plantedFault({ name, faults }: Trial, { plant }: Arguments): string | undefined {
  if (plant === undefined || plant in faults) return plant;
  throw new UsageError(`${name} has no fault “${plant}”. Choose from ${Object.keys(faults).join(', ')}`);
}

async function perform(trial: Trial, part: Part, note: (line: string) => void): Promise<Task> {
  const { backend, seed } = part;
  const again = (number: number) =>
    `to repeat it: npm run trial -- ${trial.name} --on ${backend} --seed ${seed} --from ${number} --size 1 --no-self-test`;
  const head = part.fault === undefined ? '' : `with ${part.fault}: `;
  let printed = 0;
  const task = new Task(
    { ...part, folder: mkdtempSync(join(temporaryFolder, 'trial-')) },
    {
      progressed: (running) => {
        const line = `${head}${running.statusOf(trial)}`;
        progress.step(line);
        if (process.stderr.isTTY || running.seconds - printed < LINE_EVERY) return;
        printed = running.seconds;
        progress.note(line);
      },
      violated: (violation) =>
        note(`${trial.name} on ${backend}: VIOLATION: ${violation.what}\n  ${again(violation.case)}`),
    },
  );
  try {
    await trial.run(task);
  } finally {
    await killAll();
  }
  return task;
}

/** Plants each fault of a trial, and returns those that it did not find. */
async function missedFaults(trial: Trial, backend: Backend, { seed }: Arguments): Promise<string[]> {
  const missed: string[] = [];
  for (const fault of Object.keys(trial.faults)) {
    const part = { backend, size: trial.shortSize, from: 0, seed, fault };
    const { violations } = await perform(trial, part, () => {});
    const [first] = violations;
    const outcome = first ? `found: ${first.what}` : 'MISSED';
    progress.note(`${trial.name} on ${backend}: self-test, ${fault}: ${outcome.split('\n', 1)[0]}`);
    if (!first) missed.push(fault);
  }
  return missed;
}

function keep(trial: Trial, task: Task): void {
  const { backend, size, seed, counts, violations } = task;
  record(ROOT, {
    ...{ trial: trial.name, backend, date: new Date().toISOString().slice(0, 10), version: packageVersion() },
    ...{ machine: describeMachine(), size, seed, seconds: Math.round(task.seconds), counts, violations },
    faults: Object.keys(trial.faults),
  });
  writeFileSync(join(ROOT, 'docs', 'reliability.md'), renderReliability(trials, recorded(ROOT)));
  progress.note('The result is in trials/results.ndjson');
}

await main().then(
  () => process.exit(),
  (error: unknown) => {
    const isUsage = error instanceof UsageError;
    progress.note(isUsage ? error.message : String((error as Error).stack));
    process.exit(isUsage ? 2 : 1);
  },
);
