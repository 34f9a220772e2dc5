import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startProgram } from '../../../helpers/cli/program.js';
import { temporaryFolder } from '../../../helpers/cli/run.js';
import { onSmallDisk, resizeDisk, smallDisk } from '../../../helpers/cli/small-disk.js';
import { NOW } from '../../../helpers/galaxy.js';

const CHARACTERS = 200;

/** A dump whose transactions have long texts. */
function dump(transactions: number, length: number): string {
  const characters = Array.from({ length: CHARACTERS }, (_, index) => ({
    ...{ kind: 'character', uid: `1:${1000 + index}`, name: `Pilot ${index}` },
  }));
  const payments = Array.from({ length: transactions }, (_, index) => ({
    ...{ kind: 'transaction', id: index + 1, time: NOW - index, amount: 1, sender: '1:1000', receiver: '1:1001' },
    communication: `${index} `.padEnd(length, 'thanks '),
  }));
  const records = [...characters, ...payments];
  return [...records, { kind: 'end', records: records.length }].map((each) => `${JSON.stringify(each)}\n`).join('');
}

async function importFile(database: string, argv: string[], env: Record<string, string> = {}) {
  return startProgram(['import', ...argv], { SVCAPI_DATABASE: database, ...env }).ended;
}

/** Returns how many records of a kind the database has. */
async function count(database: string, kind: string): Promise<number> {
  const { stdout } = await startProgram(['export', '--galaxy'], { SVCAPI_DATABASE: database }).ended;
  return stdout.split(`{"kind":"${kind}"`).length - 1;
}

onSmallDisk('a full disk is named by an import into a new database, which stays empty', async (t) => {
  const disk = smallDisk(t, '2m');
  const file = join(await temporaryFolder(t), 'dump.ndjson');
  await writeFile(file, dump(4000, 1000));
  const { code, stdout, stderr } = await importFile(`${disk}/a.db`, [file]);
  t.deepEqual([code, stdout], [3, '']);
  const [message = ''] = stderr.split('\n').slice(-2);
  t.true(message.startsWith(`svcapi: ${full(`${disk}/a.db`)}`), stderr);
  t.true(message.endsWith('. Nothing was kept: run the same command again'), stderr);
  t.true(stderr.includes(`The new database ${disk}/a.db is empty; remove it with: rm ${disk}/a.db*\n`), stderr);
  resizeDisk(disk, '32m');
  t.is((await importFile(`${disk}/a.db`, [file])).code, 0);
  t.is(await count(`${disk}/a.db`, 'transaction'), 4000);
});

const full = (path: string) => `cannot write to the database ${path}: the disk is full; free some space`;

onSmallDisk('a sync that a full disk ends says what it has kept, and goes on where there is room', async (t) => {
  const disk = smallDisk(t, '2m');
  const database = `${disk}/a.db`;
  const folder = await temporaryFolder(t);
  const [small, large] = [join(folder, 'small.ndjson'), join(folder, 'large.ndjson')];
  await writeFile(small, dump(10, 10).replaceAll('Pilot', 'Captain'));
  await writeFile(large, dump(20_000, 10));
  t.is((await importFile(database, [small])).code, 0);

  const seen = new Set<string>();
  // First the room for the characters is missing, then that for the transactions.
  for (let size = 1024; size <= 20_480; size += size < 1536 ? 128 : 1024) {
    resizeDisk(disk, `${size}k`);
    const before = await count(database, 'transaction');
    const { code, stderr } = await importFile(database, ['--sync', '--no-require-end', large]);
    if (code === 0) break;
    t.is(code, 3, stderr);
    t.true(stderr.startsWith(`svcapi: ${full(database)}`), stderr);
    const after = await count(database, 'transaction');
    const claim = /(Nothing was|The records were) kept/.exec(stderr)?.[0] ?? stderr;
    seen.add(claim);
    if (claim.startsWith('Nothing')) t.is(after, before, stderr);
    else t.true(after >= before && after < 20_000, `${stderr}: ${before} and ${after} transactions`);
  }
  t.deepEqual([...seen].sort(), ['Nothing was kept', 'The records were kept']);
  t.is(await count(database, 'transaction'), 20_000);
  t.deepEqual((await readdir(disk)).sort(), ['a.db', 'a.db.import-lock']);
});

onSmallDisk('an import needs no room in the folder of the system for temporary files', async (t) => {
  const [disk, folder] = [smallDisk(t), await temporaryFolder(t)];
  const file = join(folder, 'dump.ndjson');
  // More than the memory for temporary tables holds.
  await writeFile(file, dump(12_000, 4000));
  const { code, stderr } = await importFile(join(folder, 'a.db'), [file], { TMPDIR: disk, SQLITE_TMPDIR: disk });
  t.is(code, 0, stderr);
});
