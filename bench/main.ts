import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { killAll } from './child.js';
import { ROUND_SECONDS } from './contest.js';
import { ROOT } from './environment.js';
import { formatTable } from './format.js';
import { THIS_BUILD } from './galaxy.js';
import { commitOf, describeMachine, watchMachine } from './machine.js';
import { HELP, type Options, readOptions, UsageError } from './options.js';
import { Progress } from './progress.js';
import { OTHER_BUILD, RECORDED, type Run, runText, type Table } from './results.js';
import type { Bench, Row } from './row.js';
import { instructionsRow } from './rows/instructions.js';
import { memoryRow } from './rows/memory.js';
import { peersRow } from './rows/peers.js';
import { requestsRow } from './rows/requests.js';
import { startRow } from './rows/start.js';
import { syncRow } from './rows/sync.js';
import { unchangedRow } from './rows/unchanged.js';
import { hasWrk } from './wrk.js';

const rows = [requestsRow, unchangedRow, memoryRow, syncRow, startRow, peersRow, instructionsRow];
const progress = new Progress();

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options.help) return void process.stdout.write(HELP);
  const chosen = choose(options.only);
  if (!existsSync('/proc/self/stat') || !(await hasWrk()))
    throw new UsageError('The bench needs Linux and wrk (apt-get install wrk).');
  const bench = prepare(options);
  const watch = watchMachine();
  const tables: Table[] = [];
  for (const row of chosen) {
    const table = await measure(row, bench);
    if (table) tables.push(table);
  }
  const { rounds } = bench;
  const date = new Date().toISOString().slice(0, 10);
  const [commit, machine] = [commitOf(ROOT), describeMachine()];
  const run: Run = { date, commit, machine, rounds, roundSeconds: ROUND_SECONDS, others: watch(), tables };
  progress.note(`Other programs took ${Math.round(run.others * 100)} % of a core.`);
  if (options.record) writeFileSync(join(ROOT, RECORDED), runText(run));
}

/** @throws {UsageError} where a name matches no row */
function choose(only: string[]): Row[] {
  const unknown = only.find((name) => !rows.some((row) => row.name === name));
  if (unknown !== undefined) {
    throw new UsageError(`There is no row “${unknown}”. Choose from ${rows.map(({ name }) => name).join(', ')}`);
  }
  return rows.filter(({ name, isOptional }) => (only.length === 0 ? !isOptional : only.includes(name)));
}

/** @throws {UsageError} where something is missing */
function prepare({ beside, rounds, quick }: Options): Bench {
  const other = beside === undefined ? undefined : join(resolve(beside), 'dist', 'svcapi.cjs');
  if (other !== undefined && !existsSync(other)) throw new UsageError(`${other} is missing. Build the other version.`);
  return {
    ...{ rounds, quick },
    builds: [THIS_BUILD, ...(other === undefined ? [] : [{ name: OTHER_BUILD, program: other }])],
    log: (step) => progress.step(step),
  };
}

/** Measures a row and prints its table. A row that fails does not lose the others. */
async function measure(row: Row, bench: Bench): Promise<Table | undefined> {
  const begun = performance.now();
  try {
    const table = await row.measure({ ...bench, log: (step) => bench.log(`${row.name}: ${step}`) });
    progress.note(`${row.name}, in ${Math.round((performance.now() - begun) / 1000)} s`);
    process.stdout.write(`\n## ${table.title}\n\n${table.note}\n\n${formatTable(table)}\n\n`);
    return table;
  } catch (error) {
    progress.note(`${row.name}: not measured: ${String((error as Error).stack)}`);
    process.exitCode = 1;
    return undefined;
  } finally {
    await killAll();
  }
}

await main().then(
  () => process.exit(),
  (error: unknown) => {
    const isUsage = error instanceof UsageError;
    progress.note(isUsage ? error.message : String((error as Error).stack));
    process.exit(isUsage ? 2 : 1);
  },
);
