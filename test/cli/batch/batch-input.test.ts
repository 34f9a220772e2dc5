import { writeFile } from 'node:fs/promises';
import test, { type ExecutionContext } from 'ava';
import { withBatches } from '../../helpers/cli/batch-world.js';
import { run, temporaryFolder } from '../../helpers/cli/run.js';
import { strangeServer } from '../../helpers/cli/strange-server.js';

type Case = [title: string, action: 'assign' | 'revoke', input: string, message: string];

const HEAD = 'datacard,entity,uses\n';
const card = (what: string) => `the datacard is ${what}; give the uid of one, such as 14:1`;
const entity = (what: string) => `the entity is ${what}; give the uid of a production entity, such as 4:1 or 5:1`;
const uses = (what: string) => `uses is ${what}; give a whole number from 1, or unlimited`;
const AMOUNT = 'the number of uses is missing; give a whole number from 1, or unlimited';

const spoiled = (cell: string) => `“${cell}”, a time that a spreadsheet made of a uid: format the column as text`;

/** Invalid rows, with the message and the line. */
const bad: Case[] = [
  ['no datacard', 'assign', `${HEAD},4:1,1`, `line 2: ${card('missing')}`],
  ['a datacard of another type', 'assign', `${HEAD}4:1,4:1,1`, `line 2: ${card('“4:1”')}`],
  ['no entity', 'assign', `${HEAD}14:1,,1`, `line 2: ${entity('missing')}`],
  ['a character as entity', 'assign', `${HEAD}14:1,1:1,1`, `line 2: ${entity('“1:1”')}`],
  ['no uses', 'assign', `${HEAD}14:1,4:1,`, `line 2: ${AMOUNT}`],
  ['0 uses', 'assign', `${HEAD}14:1,4:1,0`, `line 2: ${uses('“0”')}`],
  ['-1 uses', 'assign', `${HEAD}14:1,4:1,-1`, `line 2: ${uses('“-1”')}`],
  ['half a use', 'assign', `${HEAD}14:1,4:1,1.5`, `line 2: ${uses('“1.5”')}`],
  ['too many uses', 'assign', `${HEAD}14:1,4:1,9007199254740992`, `line 2: ${uses('“9007199254740992”')}`],
  ['a word for uses', 'assign', `${HEAD}14:1,4:1,all`, `line 2: ${uses('“all”')}`],
  [
    'uses and unlimited',
    'assign',
    'datacard,entity,uses,unlimited\n14:1,4:1,1,1',
    'line 2: uses and unlimited exclude each other; give one of them',
  ],
  ['neither', 'assign', 'datacard,entity,uses,unlimited\n14:1,4:1,,0', `line 2: ${AMOUNT}`],
  [
    'an odd unlimited',
    'assign',
    'datacard,entity,unlimited\n14:1,4:1,2',
    'line 2: unlimited is “2”; give 1 or nothing',
  ],
  ['a field too few', 'assign', `${HEAD}14:1,4:1`, 'line 2: it has 2 fields, but the header row has 3'],
  ['a field too many', 'assign', `${HEAD}14:1,4:1,1,1`, 'line 2: it has 4 fields, but the header row has 3'],
  ['a line after empty ones', 'assign', `${HEAD}\n\n14:1,4:1,1\r\n  \n14:1,4:1,0`, `line 6: ${uses('“0”')}`],
  ['an escape sequence', 'assign', `${HEAD}\x1b[31m,4:1,1`, `line 2: ${card('“\\x1b[31m”')}`],
  ['a long text', 'assign', `${HEAD}${'x'.repeat(5000)},4:1,1`, `line 2: ${card(`“${'x'.repeat(80)}…”`)}`],
  ['a time of day for a datacard', 'assign', `${HEAD}02:01:00 PM,4:1,1`, `line 2: ${card(spoiled('02:01:00 PM'))}`],
  ['a time of day for an entity', 'assign', `${HEAD}14:1,04:01:00,1`, `line 2: ${entity(spoiled('04:01:00'))}`],
  [
    'a word for unlimited',
    'assign',
    'datacard,entity,unlimited\n14:1,4:1,yes',
    'line 2: unlimited is “yes”; give 1 or nothing',
  ],
];

/** A user whose batches are refused before the first request. */
async function withoutRequests(t: ExecutionContext) {
  const { url, requests } = await strangeServer(t, (response) => response.end());
  const env = { HOME: await temporaryFolder(t), SVCAPI_URL: url, SVCAPI_TOKEN: 'token' };
  return { requests, run: (argv: string[], { stdin }: { stdin: string }) => run(argv, { stdin, env }) };
}

for (const [title, action, input, message] of bad) {
  test(`an invalid row: ${title}`, async (t) => {
    const { run, requests } = await withoutRequests(t);
    const { code, stdout, stderr } = await run(['datacard', action, '--batch', '-'], { stdin: input });
    t.is(code, 2);
    t.is(stdout, '');
    t.is(
      stderr,
      `svcapi: standard input, ${message}\nsvcapi: 1 row in standard input is invalid; correct it: nothing was sent\n`,
    );
    t.is(requests.length, 0, 'the good rows before it were not sent either');
  });
}

const unreadable: Case[] = [
  [
    'no headings',
    'assign',
    '14:1,4:1,1\n',
    'line 1, the header row: there is no field “14:1”: use datacard, entity, uses, unlimited',
  ],
  ['no column of entities', 'assign', 'datacard,uses\n', 'line 1, the header row: the column “entity” is missing'],
  ['a column twice', 'assign', 'datacard,entity,uses,uses\n', 'line 1, the header row: a column appears twice'],
  [
    'uses to revoke',
    'revoke',
    'datacard,entity,uses\n',
    'line 1, the header row: leave out “uses”: a revocation takes back all uses that the entity has',
  ],
];

for (const [title, action, input, message] of unreadable) {
  test(`an invalid input: ${title}`, async (t) => {
    const { run } = await withoutRequests(t);
    t.deepEqual(await run(['datacard', action, '--batch', '-'], { stdin: input }), {
      ...{ code: 2, stdout: '' },
      stderr: `svcapi: standard input: ${message}\n`,
    });
  });
}

test('a quote that is never closed', async (t) => {
  const { run } = await withoutRequests(t);
  const { code, stderr } = await run(['datacard', 'assign', '--batch', '-'], {
    stdin: `${HEAD}14:1,4:1,1\n"14:1,4:1,1\n`,
  });
  t.is(code, 2);
  t.regex(stderr, /^svcapi: standard input: line 3 is not valid CSV: Quote Not Closed/);
});

test('all invalid rows are reported at once, up to twenty', async (t) => {
  const { run, write } = await withBatches(t);
  const file = write('rows.csv', HEAD + '14:1,4:1,0\n'.repeat(30));
  const lines = (await run(['datacard', 'assign', '--batch', file])).stderr.trim().split('\n');
  t.is(lines.length, 21);
  t.regex(lines[19] ?? '', /^svcapi: rows\.csv, line 21: uses is/);
  t.is(lines[20], 'svcapi: 30 rows in rows.csv are invalid (10 of them not listed); correct them: nothing was sent');
});

for (const input of ['', '\n\n', HEAD, `${HEAD},,\n`]) {
  test(`a batch without rows: ${JSON.stringify(input)}`, async (t) => {
    const { run } = await withBatches(t);
    const stderr = 'svcapi: standard input has no rows; check what wrote it\n';
    t.deepEqual(await run(['datacard', 'assign', '--batch', '-'], { stdin: input }), { code: 2, stdout: '', stderr });
  });
}

for (const [encoding, mark] of [
  ['little-endian', [0xff, 0xfe]],
  ['big-endian', [0xfe, 0xff]],
] as const) {
  test(`a batch in UTF-16 is named, ${encoding}`, async (t) => {
    const { run, write } = await withBatches(t);
    const file = write('rows.csv', '');
    await writeFile(file, Buffer.from([...mark, 0, 100, 0, 97]));
    t.deepEqual(await run(['datacard', 'assign', '--batch', file]), {
      ...{ code: 2, stdout: '' },
      stderr: `svcapi: ${file}: the text is in UTF-16; save it as UTF-8\n`,
    });
  });
}

const CSV = `${HEAD}14:1,4:1,1\n`;

const forms: [name: string, content: string][] = [
  ['commas', CSV],
  ['semicolons', CSV.replaceAll(',', ';')],
  ['tabs, as svcapi prints them', CSV.replaceAll(',', '\t')],
  ['the separator in a line above', `sep=;\r\n${CSV.replaceAll(',', ';')}`],
  ['a byte order mark', `\ufeff${CSV}`],
  ['empty rows at the end', `${CSV},,\n,,\n`],
  ['empty columns at the end', 'datacard,entity,uses,,\n14:1,4:1,1,,\n'],
  ['capitals in the header', 'Datacard,ENTITY,Uses\n14:1,4:1,1\n'],
  ['FALSE', 'datacard,entity,uses,unlimited\n14:1,4:1,1,FALSE\n'],
];

for (const [name, content] of forms) {
  test(`a table of a spreadsheet: ${name}`, async (t) => {
    const { run, write } = await withBatches(t);
    const { code, stdout, stderr } = await run(['datacard', 'assign', '--batch', write('rows.csv', content)]);
    t.is(code, 0, stderr);
    t.regex(stdout, /^\d\t14:1\t4:1\t1\tdone\t0\t1\t\n$/);
  });
}

test('a table of a spreadsheet: TRUE', async (t) => {
  const { run } = await withBatches(t);
  const stdin = 'datacard,entity,unlimited\n14:2,5:1,TRUE\n';
  t.regex((await run(['datacard', 'assign', '--batch', '-'], { stdin })).stdout, /done\t0\t-1/);
});

test('a character can be split between two chunks of standard input', async (t) => {
  const { run } = await withBatches(t);
  const bytes = Buffer.from('\ufeffdatacard,entity,uses\r\n14:1,4:1,1\r\n');
  const stdin = Array.from(bytes, (byte) => Uint8Array.of(byte));
  t.is((await run(['datacard', 'assign', '--batch', '-'], { stdin })).stdout, '2\t14:1\t4:1\t1\tdone\t0\t1\t\n');
});
