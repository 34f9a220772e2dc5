import { readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { exportRecords } from '../../../../src/transfer/records.js';
import { runInterrupted, temporaryFolder, withGalaxy, withGalaxyFile } from '../../../helpers/cli/run.js';
import { onSmallDisk, smallDisk } from '../../../helpers/cli/small-disk.js';
import { loadRows } from '../../../helpers/load-rows.js';

async function exported(look: Awaited<ReturnType<typeof withGalaxy>>['look']): Promise<string> {
  return look(async (store) => {
    let text = '';
    for await (const piece of exportRecords(store)) text += piece;
    return text;
  });
}

test('export writes the records to standard output, or replaces a file for its owner alone', async (t) => {
  const { run, look } = await withGalaxy(t);
  const folder = await temporaryFolder(t);
  const expected = await exported(look);
  t.regex(expected, /^\{"kind":"faction".*\n/);
  for (const argv of [['export'], ['export', '-']]) {
    t.deepEqual(await run(argv), { code: 0, stdout: expected, stderr: '' });
  }
  await writeFile(join(folder, 'old.ndjson'), 'old', { mode: 0o644 });
  await symlink('old.ndjson', join(folder, 'galaxy.ndjson'));
  const { code, stdout, stderr } = await run(['export', 'galaxy.ndjson'], { cwd: folder });
  t.deepEqual([code, stdout], [0, '']);
  t.is(stderr, `Wrote ${(expected.split('\n').length - 2).toLocaleString('en')} records to galaxy.ndjson.\n`);
  t.is(await readFile(join(folder, 'old.ndjson'), 'utf8'), expected);
  t.is((await stat(join(folder, 'old.ndjson'))).mode & 0o777, 0o600);
  t.deepEqual((await readdir(folder)).sort(), ['galaxy.ndjson', 'old.ndjson'], 'a link is kept');
});

test('an export that is interrupted or ends half-way leaves the older file as it was, and nothing else', async (t) => {
  const { path, run } = await withGalaxyFile();
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'old.ndjson'), 'old');
  const isLeft = async () => {
    t.is(await readFile(join(folder, 'old.ndjson'), 'utf8'), 'old');
    t.deepEqual(await readdir(folder), ['old.ndjson']);
  };
  const { code, stderr } = await runInterrupted(['export', 'old.ndjson', '--database', path], folder);
  t.is(code, 130);
  t.is(stderr, 'svcapi: interrupted by SIGINT: the export is not complete; run the same command again\n');
  await isLeft();
  for (const log of ['-wal', '-shm']) await rm(path + log, { force: true });
  await writeFile(path, 'This is no database any more. '.repeat(1000));
  const failed = await run(['export', 'old.ndjson'], { cwd: folder });
  t.is(failed.code, 1);
  t.regex(failed.stderr, /^svcapi: .* is not a SQLite database/);
  await isLeft();
});

test('no export to a terminal has a character that could drive it, and it is the same JSON', async (t) => {
  const { run, look } = await withGalaxy(t);
  await look((store) => loadRows(store, 'entity', [{ uid: '5:99', name: 'A\u202eB\u009b31m', owner_uid: null }]));
  const shown = (await run(['export'], { terminal: 80 })).stdout;
  const piped = (await run(['export'])).stdout;
  t.true(shown.includes('A\\u202eB\\u009b31m'));
  t.true(piped.includes('A\u202eB\u009b31m'));
  const parsed = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  t.deepEqual(parsed(shown), parsed(piped));
});

onSmallDisk('a full disk is named, and what was written is gone', async (t) => {
  const disk = smallDisk(t);
  const { run, look } = await withGalaxy(t);
  const rows = Array.from({ length: 1000 }, (_, index) => ({
    uid: `5:${index + 1000}`,
    name: 'N'.repeat(200),
    owner_uid: null,
  }));
  await look((store) => loadRows(store, 'entity', rows));
  const { code, stderr } = await run(['export', 'a.ndjson'], { cwd: disk });
  t.is(code, 1);
  t.is(stderr, `svcapi: cannot write to ${disk}/a.ndjson: the disk is full; free some space, or choose another disk\n`);
  t.deepEqual(await readdir(disk), []);
});
