import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from '../child.js';
import { ENVIRONMENT, PROGRAM, script, temporaryFolder } from '../environment.js';
import { galaxy } from '../galaxy.js';
import type { Usage } from '../preload/usage.js';
import type { Row } from '../row.js';
import { single } from '../statistics.js';
import { MILLIONS } from './credit-log.js';
import { USUAL } from './replayed.js';

const bulk: Row = {
  name: 'import',
  what: 'Import',
  lasts: ({ quick }) => (quick ? 10 : 90),
  async measure(bench) {
    const transactions = bench.quick ? USUAL * 10 : MILLIONS;
    bench.log(`importing ${transactions / 10} transactions`);
    const tenth = await load(transactions / 10);
    bench.log(`importing ${transactions} transactions`);
    const all = await load(transactions);
    const what = `Import of ${transactions.toLocaleString('en')} transactions`;
    return [
      {
        ...{
          what,
          goal: { atLeast: 100_000 },
          summary: single(all.perSecond),
          unit: 'records a second of processor time',
        },
        series: [
          {
            name: 'a tenth of them, and all',
            unit: 'records/s of processor time',
            rounds: [tenth.perSecond, all.perSecond],
          },
          {
            name: 'a tenth of them, and all',
            unit: 'MB in memory at the most',
            rounds: [tenth.megabytes, all.megabytes],
          },
        ],
        note: 'measured once',
      },
      {
        ...{ what, goal: { atMost: 1.25 }, summary: single(all.megabytes / tenth.megabytes), series: [] },
        unit: 'of the memory that a tenth of them takes',
        note: `${Math.round(all.megabytes)} MB at the most`,
      },
    ];
  },
};

/** Imports a galaxy of so many transactions into a new database. */
async function load(transactions: number): Promise<{ perSecond: number; megabytes: number }> {
  const records = await recordsOf(transactions);
  const database = join(temporaryFolder, 'imported.db');
  const usage = join(temporaryFolder, 'usage.json');
  const output = await run(
    process.execPath,
    ['--import', script('preload/usage.js'), PROGRAM, 'import', '--database', database, records],
    { env: { ...ENVIRONMENT, SVCAPI_BENCH_USAGE: usage } },
  );
  rmSync(database);
  const { cpu, memory } = JSON.parse(readFileSync(usage, 'utf8')) as Usage;
  const written = [...output.matchAll(/\t(\d+) added/g)].reduce((sum, [, count]) => sum + Number(count), 0);
  return { perSecond: written / cpu, megabytes: memory / 1e6 };
}

/** Returns the file of records of a galaxy, which is kept beside it. */
export async function recordsOf(transactions: number): Promise<string> {
  const { database } = await galaxy(transactions);
  const records = join(dirname(database), 'galaxy.ndjson');
  if (!existsSync(records)) {
    await run(process.execPath, [PROGRAM, 'export', '--database', database, records], { env: ENVIRONMENT });
  }
  return records;
}

export const importRows = [bulk];
