import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import test from 'ava';
import { startProgram } from '../../../helpers/cli/program.js';
import { refuses, run } from '../../../helpers/cli/run.js';
import { temporaryFolder } from '../../../helpers/folder.js';

const recordsOf = (stdout: string): Record<string, unknown>[] =>
  JSON.parse(`[${stdout.trimEnd().replaceAll('\n', ',')}]`);

test('a table becomes records, whose cells are what their fields take; others are for the import to refuse', async (t) => {
  const characters =
    '\ufeffuid,name,biography,credits,is_private,last_login\r\n' +
    '1:12,"Marsh, ""Ines""","Two\r\nlines",-5,TRUE,1700000000\r\n1:13,1234,,,,Year 12 Day 3\r\n\r\n';
  const { code, stdout, stderr } = await run(['records-from-csv', 'character', '-'], { stdin: characters });
  t.is(code, 0, stderr);
  t.deepEqual(recordsOf(stdout), [
    {
      ...{ kind: 'character', uid: '1:12', name: 'Marsh, "Ines"', biography: 'Two\r\nlines' },
      ...{ credits: -5, is_private: true, last_login: 1_700_000_000 },
    },
    { kind: 'character', uid: '1:13', name: '1234', last_login: 'Year 12 Day 3' },
    { kind: 'end', records: 2 },
  ]);
  const payments = await run(['records-from-csv', 'transaction', '-'], { stdin: 'id,amount\n7,12\n' });
  t.deepEqual(recordsOf(payments.stdout), [
    { kind: 'transaction', id: 7, amount: 12 },
    { kind: 'end', records: 1 },
  ]);
  const gone = await run(['records-from-csv', 'character', '-'], { stdin: 'uid,removed\n1:12,True\n' });
  t.deepEqual(recordsOf(gone.stdout)[0], { kind: 'character', uid: '1:12', removed: true });
  const unfit = await run(['records-from-csv', 'character', '-'], { stdin: 'uid,credits,constructor\n1:12,many,5\n' });
  t.deepEqual(recordsOf(unfit.stdout)[0], { kind: 'character', uid: '1:12', credits: 'many', constructor: '5' });
});

test('a table that is separated by semicolons is read, and commas are a part of its cells', async (t) => {
  for (const start of ['', '\ufeff\r\n\r\n']) {
    const stdin = Readable.from([...`${start}uid;name\r\n20:7;"Harbour; east, Ltd"\r\n`]);
    const { code, stdout, stderr } = await run(['records-from-csv', 'faction', '-'], { stdin });
    t.is(code, 0, stderr);
    t.deepEqual(recordsOf(stdout)[0], { kind: 'faction', uid: '20:7', name: 'Harbour; east, Ltd' });
  }
});

const refused: [table: string | undefined, message: string | RegExp][] = [
  ['uid,name\n1:12\n', 'sheet.csv: line 2: it has 1 fields, but the header row has 2'],
  ['uid,name\n1:12,Ines "Ina" Marsh\n', /^svcapi: sheet\.csv: line 2 is not valid CSV: /],
  ['uid,uid\n', 'sheet.csv: line 1, the header row: a column appears twice'],
  ['kind,uid\n', /^svcapi: sheet\.csv: line 1, the header row: leave out the column “kind”/],
  ['\n', 'sheet.csv: it is empty; its first row must have the names of fields'],
  [undefined, 'there is no file sheet.csv; check its name'],
  ...['02:01:00 PM', '14:01', '2:01 pm', '14:01:00'].map((cell): [string, string] => [
    `uid,race\n1:1,22:1\n${cell},22:1\n`,
    `sheet.csv: line 3: uid is “${cell}”, a time that a spreadsheet made of a uid: format the column as text`,
  ]),
];

test('a faulty table is refused by line, and so is a uid that a spreadsheet has turned into a time', async (t) => {
  for (const [table, message] of refused) {
    const cwd = temporaryFolder();
    if (table !== undefined) writeFileSync(join(cwd, 'sheet.csv'), table);
    const { code, stderr } = await run(['records-from-csv', 'character', 'sheet.csv'], { cwd });
    t.is(code, 2);
    if (typeof message === 'string') t.is(stderr, `svcapi: ${message}\n`);
    else t.regex(stderr, message);
  }
  const { child, ended } = startProgram(['records-from-csv', 'character', '-'], {}, { isOpen: true });
  child.stdin?.write('kind,uid\n1,2\n');
  t.is((await ended).code, 2, 'it does not wait for the end of its input');
});

test('tables follow one another, with one end, and each kind needs a file and a name that exists', async (t) => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'factions.csv'), 'uid,name\n20:7,Harbour & Sons\n');
  writeFileSync(join(cwd, 'characters.csv'), 'uid,name\n1:12,Ines Marsh\n');
  const argv = ['records-from-csv', 'faction', 'factions.csv', 'character', 'characters.csv'];
  const { stdout } = await run(argv, { cwd });
  const kinds = recordsOf(stdout).map(({ kind, uid, records }) => `${kind} ${uid ?? records}`);
  t.deepEqual(kinds, ['faction 20:7', 'character 1:12', 'end 2']);
  const half = await run([...argv, 'membership'], { cwd });
  t.is(half.code, 2);
  t.is(half.stderr, 'svcapi: the table of “membership” is missing; give its file after the kind\n');
  t.false(half.stdout.includes('"end"'));
  const unknown = run(['records-from-csv', 'charcter', '-'], { stdin: 'uid\n' });
  await refuses(t, unknown, 2, /^svcapi: there is no kind “charcter”; give one of .*character, /);
});
