import { exec } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { DatabaseSync } from '../../../../src/store/sqlite/driver.js';
import { openSqlite } from '../../../../src/store/sqlite/open.js';
import { refuses, run, runInterrupted, signals, temporaryFolder } from '../../../helpers/cli/run.js';
import { NOW } from '../../../helpers/galaxy.js';
import { until } from '../../../helpers/until.js';

const GOOD = [
  '{"kind":"faction","uid":"20:1","name":"The Lantern Guild"}',
  '{"kind":"entity","uid":"4:1","name":"Ember Works","owner":"20:1"}',
];

/** A folder with files of records, and a database that is made in it. */
async function folderWith(t: ExecutionContext, files: Record<string, string[]>) {
  const cwd = await temporaryFolder(t);
  for (const [name, lines] of Object.entries(files)) writeFileSync(join(cwd, name), `${lines.join('\n')}\n`);
  const path = join(cwd, 'galaxy.db');
  return {
    path,
    importing: (argv: string[], stdin: string | Uint8Array = '') =>
      run(['import', ...argv], { cwd, stdin: [Buffer.from(stdin)], env: { SVCAPI_DATABASE: path } }),
    async holds(uid: string): Promise<boolean> {
      const store = await openSqlite({ path });
      const found = await store.entities.find(uid);
      await store.close();
      return found !== undefined;
    },
  };
}

test('a file is loaded, and loading it again changes nothing', async (t) => {
  const { path, importing, holds } = await folderWith(t, { 'a.ndjson': GOOD });
  t.deepEqual(await importing(['a.ndjson']), {
    code: 0,
    stdout: 'faction\t1 added\t0 changed\t0 removed\t0 unchanged\nentity\t1 added\t0 changed\t0 removed\t0 unchanged\n',
    stderr: `New database at ${path}\n`,
  });
  t.true(await holds('4:1'));
  t.is(
    (await importing(['a.ndjson'])).stdout,
    'faction\t0 added\t0 changed\t0 removed\t1 unchanged\nentity\t0 added\t0 changed\t0 removed\t1 unchanged\n',
  );
});

test('several files are one transaction: nothing is kept of any when a line is refused', async (t) => {
  const bad = [GOOD[1] ?? '', '{"kind":"faction","uid":"4:7","name":"No faction"}', '{'];
  const { importing, holds } = await folderWith(t, { 'a.ndjson': GOOD, 'b.ndjson': bad });
  const said =
    /^New database at .*\nsvcapi: b\.ndjson, line 2: .*uid.*\nsvcapi: b\.ndjson, line 3: .*JSON.*\nThe new database .*\nsvcapi: 2 of 5 records/;
  await refuses(t, importing(['a.ndjson', 'b.ndjson']), 2, said);
  t.false(await holds('20:1'));
});

test('an import that is refused names the new database, and how to remove it', async (t) => {
  for (const [lines, ...argv] of [[[...GOOD, '{']], [[]], [['[', ']'], '--keep-going']] as [string[], ...string[]][]) {
    const { path, importing } = await folderWith(t, { 'a.ndjson': lines, 'good.ndjson': GOOD });
    const { code, stderr } = await importing(['a.ndjson', ...argv]);
    t.is(code, 2);
    t.true(stderr.includes(`\nThe new database ${path} is empty; remove it with: rm ${path}*\n`), stderr);
    await promisify(exec)(`rm ${path}*`);
    t.deepEqual(readdirSync(join(path, '..')).sort(), ['a.ndjson', 'good.ndjson']);
    t.is((await importing(['good.ndjson'])).code, 0);
    t.notRegex((await importing(['a.ndjson', ...argv])).stderr, /rm /, 'it has something now');
  }
});

test('--keep-going keeps the good lines, and --keep-events skips what is older: each says how many', async (t) => {
  const event = '{"kind":"event","uid":"39:1","receiver":"1:1","time":1000000000,"text":"Old."}';
  const lines = ['{', ...GOOD, '{"kind":"character","uid":"1:1","name":"Ines"}', event];
  const { importing, holds } = await folderWith(t, { 'a.ndjson': lines, 'old.ndjson': [event] });
  const { code, stdout, stderr } = await importing(['a.ndjson', '--keep-going', '--keep-events', '400d']);
  t.is(code, 8);
  t.regex(stderr, /line 1: /);
  t.true(await holds('4:1'));
  t.regex(stdout, /^event\t0 added\t0 changed\t0 removed\t0 unchanged\t1 skipped$/m);
  t.is((await importing(['old.ndjson', '--dry-run', '--keep-events', '400d'])).code, 0);
});

test('a damaged lock is named, with what to do', async (t) => {
  const { path, importing } = await folderWith(t, { 'a.ndjson': GOOD });
  await importing(['a.ndjson']);
  writeFileSync(`${path}.import-lock`, 'damaged '.repeat(200));
  const said =
    /^svcapi: the lock \S+galaxy\.db\.import-lock is damaged; delete this file while nothing uses the database\. Nothing was kept: run the same command again\n$/;
  await refuses(t, importing(['a.ndjson']), 1, said);
});

const CUT_OFF = gzipSync(GOOD.join('\n')).subarray(0, -9);
const PERCENTAGE = /percentage/;

/** Imports of good.ndjson and an empty file, or of standard input, of which nothing is kept. */
const wrong: [argv: string[], code: number, message: RegExp, stdin?: Buffer][] = [
  [['-', '-'], 2, /give - once/],
  [['good.ndjson', 'nowhere.ndjson'], 2, /nowhere\.ndjson/],
  [
    ['good.ndjson', 'a.ndjson'],
    2,
    /^a\.ndjson has no records, so nothing was loaded; check what wrote it, or leave it out$/,
  ],
  [['-'], 2, /^standard input is gzip that was cut off before its end; /, CUT_OFF],
  [['--dry-run', 'good.ndjson'], 1, /there is no database/],
  [['--sync', '--keep-going', 'good.ndjson'], 2, /leave out --keep-going/],
  ...['many', '101%', '-1', '500'].map((most): (typeof wrong)[number] => {
    return [['--sync', `--max-removed=${most}`, 'good.ndjson'], 2, PERCENTAGE];
  }),
  [['good.ndjson', '--max-removed', '5%'], 2, /^--max-removed is only for --sync/],
  [['good.ndjson', '--json'], 2, /^--json is for --follow/],
];

test('nothing is kept of a wrong import, and one line says why', async (t) => {
  for (const [argv, code, message, stdin = ''] of wrong) {
    const { path, importing, holds } = await folderWith(t, { 'good.ndjson': GOOD, 'a.ndjson': ['', ' '] });
    const ran = await importing(argv, stdin);
    t.deepEqual([ran.code, ran.stdout], [code, ''], ran.stderr);
    const said = ran.stderr.split('\n').filter((line) => line.startsWith('svcapi: '));
    t.is(said.length, 1, ran.stderr);
    t.regex(said[0]?.slice('svcapi: '.length) ?? '', message);
    t.false(existsSync(path) && (await holds('20:1')));
  }
});

test('--dry-run shows refused lines, else the counts and ten examples of each kind, and changes nothing', async (t) => {
  const many = Array.from({ length: 30 }, (_, index) => `{"kind":"entity","uid":"8:${index + 1}","name":"Planet"}`);
  const renamed = '{"kind":"faction","uid":"20:1","name":"The Lamp Guild"}';
  const files = { 'a.ndjson': GOOD, 'b.ndjson': [...GOOD, ...many, renamed], 'c.ndjson': ['{', ...GOOD] };
  const { path, importing, holds } = await folderWith(t, files);
  await (await openSqlite({ path })).close();
  const refused = importing(['--dry-run', 'c.ndjson']);
  await refuses(t, refused, 2, /c\.ndjson, line 1: .*JSON/);
  t.notRegex((await refused).stderr, /new database/);
  await importing(['a.ndjson']);
  t.deepEqual(await importing(['--dry-run', 'b.ndjson']), {
    ...{ code: 8, stderr: '' },
    stdout:
      'faction\t0 added\t1 changed\t0 removed\t0 unchanged\t1 repeated\n' +
      '  ~ 20:1 “The Lamp Guild” (b.ndjson, line 33)\n' +
      'entity\t30 added\t0 changed\t0 removed\t1 unchanged\n' +
      `${many
        .slice(0, 10)
        .map((_, index) => `  + 8:${index + 1} “Planet” (b.ndjson, line ${index + 3})\n`)
        .join('')}` +
      '  and 20 more\n',
  });
  t.false(await holds('8:1'));
  t.is((await importing(['--dry-run', 'a.ndjson'])).code, 0);
});

test('--sync removes what whole files do not name, and refuses to remove too much', async (t) => {
  const planets = Array.from({ length: 10 }, (_, index) => `{"kind":"entity","uid":"8:${index + 1}","name":"Planet"}`);
  const { importing, holds } = await folderWith(t, {
    'a.ndjson': planets,
    'b.ndjson': [...planets.slice(0, 9), '{"kind":"end","records":9}'],
    'cut.ndjson': planets.slice(0, 9),
    'c.ndjson': [...planets.slice(0, 2), '{"kind":"end","records":2}'],
  });
  await importing(['a.ndjson']);
  const cutShort = /cut\.ndjson has no end record, so it may be cut short; write it again, or give --no-require-end\n$/;
  await refuses(t, importing(['--sync', 'cut.ndjson']), 2, cutShort);
  const dry = await importing(['--sync', '--dry-run', 'cut.ndjson', '--no-require-end']);
  t.is(dry.code, 8);
  t.is(dry.stdout, 'entity\t0 added\t0 changed\t1 removed\t9 unchanged\n  - 8:10 “Planet” (in no file)\n');
  t.true(await holds('8:10'));
  t.is((await importing(['--sync', 'b.ndjson'])).stdout, 'entity\t0 added\t0 changed\t1 removed\t9 unchanged\n');
  t.false(await holds('8:10'));
  const tooMuch = /the files would remove 7 of 9 entity records, where 3 may go, so nothing was changed.*--max-removed/;
  await refuses(t, importing(['--sync', 'c.ndjson']), 2, tooMuch);
  t.true(await holds('8:9'));
  t.is((await importing(['--sync', '--max-removed', '80%', 'c.ndjson'])).code, 0);
  t.false(await holds('8:9'));
});

test('an import that is interrupted before it writes says that nothing was kept', async (t) => {
  const cwd = await temporaryFolder(t);
  writeFileSync(join(cwd, 'a.ndjson'), `${GOOD.join('\n')}\n`);
  const { stderr } = await runInterrupted(['import', 'a.ndjson', '--database', 'galaxy.db'], cwd);
  t.regex(stderr, /\nsvcapi: interrupted by SIGINT: nothing was kept; run the same command again\n$/);
});

test('an import that is interrupted while it adds transactions says that the other records were kept', async (t) => {
  const { path, importing } = await folderWith(t, {
    'a.ndjson': [...GOOD, '{"kind":"entity","uid":"5:1","name":"S"}'],
  });
  await importing(['a.ndjson']);
  const payment = { kind: 'transaction', time: NOW, amount: 1, sender: '20:1', receiver: '5:1' };
  const lines = Array.from({ length: 3_000 }, (_, index) => JSON.stringify({ ...payment, id: index + 1 }));
  const more = join(path, '../b.ndjson');
  writeFileSync(more, ['{"kind":"faction","uid":"20:1","name":"New name"}', ...lines].join('\n'));
  const database = new DatabaseSync(path);
  const count = () => Number(Object.values(database.prepare('select count(*) from transactions').get() ?? {})[0]);
  const { onInterrupt, send } = signals();
  const importingMore = run(['import', more], { env: { SVCAPI_DATABASE: path }, onInterrupt });
  await until(() => count() > 0, { what: 'some transactions are there' });
  send();
  const { code, stderr } = await importingMore;
  t.is(code, 130);
  t.regex(stderr, /interrupted by SIGINT\. The records were kept, and only transactions and events can be missing/);
  t.true(count() < lines.length);
  database.close();
});
