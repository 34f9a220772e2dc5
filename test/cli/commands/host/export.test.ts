import { readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { exportRecords } from '../../../../src/transfer/records.js';
import { refuses, runInterrupted, temporaryFolder, withGalaxy, withGalaxyFile } from '../../../helpers/cli/run.js';
import { onSmallDisk, smallDisk } from '../../../helpers/cli/small-disk.js';
import { loadRows } from '../../../helpers/load-rows.js';
import { numbers } from '../../../helpers/stream.js';

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
  const interrupted = runInterrupted(['export', 'old.ndjson', '--database', path], folder);
  const said = 'interrupted by SIGINT: the export is not complete; run the same command again';
  await refuses(t, interrupted, 130, said);
  await isLeft();
  for (const log of ['-wal', '-shm']) await rm(path + log, { force: true });
  await writeFile(path, 'This is no database any more. '.repeat(1000));
  const noDatabase = /^svcapi: .* is not a SQLite database/;
  await refuses(t, run(['export', 'old.ndjson'], { cwd: folder }), 1, noDatabase);
  await isLeft();
});

test('no export to a terminal has a character that could drive it, and it is the same JSON', async (t) => {
  const { run, look } = await withGalaxy(t);
  await look((store) => loadRows(store, 'entity', [{ uid: '5:99', name: 'A\u202eB\u009b31m', owner_uid: null }]));
  const shown = (await run(['export'], { terminal: 80 })).stdout;
  const piped = (await run(['export'])).stdout;
  t.true(shown.includes('A\\u202eB\\u009b31m'));
  t.true(piped.includes('A\u202eB\u009b31m'));
  const parsed = (text: string) => JSON.parse(`[${text.trimEnd().replaceAll('\n', ',')}]`);
  t.deepEqual(parsed(shown), parsed(piped));
});

onSmallDisk('a full disk is named, and what was written is gone', async (t) => {
  const disk = smallDisk(t);
  const { run, look } = await withGalaxy(t);
  const rows = numbers(1000, 1999).map((id) => ({ uid: `5:${id}`, name: 'N'.repeat(200), owner_uid: null }));
  await look((store) => loadRows(store, 'entity', rows));
  const said = `cannot write to ${disk}/a.ndjson: the disk is full; free some space, or choose another disk`;
  await refuses(t, run(['export', 'a.ndjson'], { cwd: disk }), 1, said);
  t.deepEqual(await readdir(disk), []);
});
