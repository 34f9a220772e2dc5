import test from 'ava';
import fc from 'fast-check';
import { CliCommand } from '../../../src/cli/command.js';
import type { Column } from '../../../src/cli/output/columns.js';
import { addOutput, createPrinter, type Printer } from '../../../src/cli/output/print.js';
import { sanitize } from '../../../src/cli/output/sanitize.js';
import { widthOf, wrap } from '../../../src/cli/output/width.js';
import { Kept, run } from '../../helpers/cli/run.js';
import { someContext } from '../../helpers/cli/tree.js';

interface Ship {
  uid: string;
  name: string;
  crew: number;
  tags: unknown;
}

const columns: Column<Ship>[] = [
  { name: 'uid', value: (ship) => ship.uid, tone: 'dim' },
  { name: 'name', value: (ship) => ship.name },
  { name: 'crew', value: (ship) => ship.crew, align: 'right', tone: (ship) => (ship.crew > 0 ? 'good' : 'bad') },
  { name: 'tags', value: (ship) => ship.tags as string[], detail: true },
];

const heron: Ship = { uid: '2:1', name: 'Heron', crew: 12, tags: ['slow', 'large'] };
const hostile: Ship = { uid: '2:2', name: 'A\tB\nC\x1b[31m\\ "D",\u202e', crew: 0, tags: [] };

interface Asked {
  flags?: string[];
  terminal?: number;
  env?: Record<string, string>;
}

/** Prints as a command with these flags does. */
async function printed({ flags = [], terminal, env }: Asked, print: (printer: Printer<Ship>) => Promise<void>) {
  const [stdout, stderr] = [new Kept(terminal), new Kept()];
  const context = someContext({ stdout, stderr, env: { TERM: 'xterm', LANG: 'C.UTF-8', ...env } });
  const program = new CliCommand('svcapi', context).option('--no-color', '');
  const command = addOutput(new CliCommand('ships', context), columns, { xml: true });
  command.action(() => print(createPrinter(command, columns)));
  program.addCommand(command);
  await program.parseAsync(['ships', ...flags], { from: 'user' });
  await context.stdout.flush();
  return { stdout: stdout.text, stderr: stderr.text };
}

const list = async (asked: Asked, ships: Iterable<Ship> = [heron, hostile]) =>
  (await printed(asked, (printer) => printer.rows(ships))).stdout;
const record = async (asked: Asked) => (await printed(asked, (printer) => printer.record(heron))).stdout;

const TABLE = `\
┌─────┬───────────────────────┬──────┐
│ uid │ name                  │ crew │
├─────┼───────────────────────┼──────┤
│ 2:1 │ Heron                 │   12 │
│ 2:2 │ A\\tB                  │    0 │
│     │ C\\x1b[31m\\ "D",\\u202e │      │
└─────┴───────────────────────┴──────┘
`;
const FIELDS = `\
┌──────┬───────┐
│ uid  │ 2:1   │
│ name │ Heron │
│ crew │ 12    │
└──────┴───────┘
`;
const TSV = '2:1\tHeron\t12\n2:2\tA\\tB\\nC\\x1b[31m\\\\ "D",\\u202e\t0\n';
const CSV = '2:1,Heron,12\n2:2,"A\tB\nC\\x1b[31m\\ ""D"",\\u202e",0\n';
const NAME = '"A\\tB\\nC\\u001b[31m\\\\ \\"D\\",\\u202e"';
const JSON_LINES = `[\n{"uid":"2:1","name":"Heron","crew":12,"tags":["slow","large"]},\n{"uid":"2:2","name":${NAME},"crew":0,"tags":[]}\n]\n`;

const plain = { NO_COLOR: '1' };

const lists: [asked: Asked, expected: string][] = [
  [{ terminal: 80, env: plain }, TABLE],
  [{}, TSV],
  [{ terminal: 80, flags: ['--output', 'tsv'] }, TSV],
  [{ flags: ['--output', 'table'] }, TABLE],
  [{ flags: ['--header'] }, `uid\tname\tcrew\n${TSV}`],
  [{ flags: ['--output', 'csv'] }, `uid,name,crew\n${CSV}`],
  [{ flags: ['--output', 'csv', '--no-header'] }, CSV],
  [{ flags: ['--json'] }, JSON_LINES],
  [{ flags: ['--output', 'json'] }, JSON_LINES],
  [{ flags: ['--json', 'crew,uid'] }, '[\n{"crew":12,"uid":"2:1"},\n{"crew":0,"uid":"2:2"}\n]\n'],
  [{ terminal: 80, flags: ['--json=uid'] }, '[\n  {\n    "uid": "2:1"\n  },\n  {\n    "uid": "2:2"\n  }\n]\n'],
];

test('a list is a table on a terminal, lines of tabs in a pipe, and what the options ask for', async (t) => {
  for (const [asked, expected] of lists) t.is(await list(asked), expected, JSON.stringify(asked));
  // Nothing has validated the answer of a service.
  for (const [field, value] of [
    ['name', [{ a: 1 }]],
    ['crew', 'twelve'],
    ['crew', Number.NaN],
  ] as const) {
    const message = new RegExp(`has no valid “${field}”`);
    await t.throwsAsync(list({}, [{ ...heron, [field]: value }]), { message });
  }
  t.is(await list({ flags: ['--json', 'tags'] }, [{ ...heron, tags: null }]), '[\n{"tags":null}\n]\n');
});

test('a record is fields on a terminal, a line in a pipe, and an object in JSON', async (t) => {
  t.is(await record({ terminal: 80, env: plain }), FIELDS);
  t.is(await record({}), '2:1\tHeron\t12\n');
  t.is(await record({ flags: ['--json', 'name,tags'] }), '{"name":"Heron","tags":["slow","large"]}\n');
  t.is(await record({ terminal: 80, flags: ['--json', 'crew'] }), '{\n  "crew": 12\n}\n');
});

test('formats that exclude each other and unknown fields are refused', async (t) => {
  for (const [flags, message] of [
    [['--json', 'uid,nmae'], /^there is no field “nmae”: choose from uid, name, crew, tags$/],
    [['--json='], /^there is no field “”: choose from/],
    [['--json', '--output', 'csv'], /'--json \[fields\]' cannot be used with option '--output <format>'/],
    [['--xml', '--json'], /'--json \[fields\]' cannot be used with option '--xml'/],
    [['--output', 'yaml'], /Allowed choices are table, tsv, json, csv, xml/],
  ] as const) {
    await t.throwsAsync(list({ flags: [...flags] }), { message });
  }
});

test('a table fits into the terminal, whatever is in it', async (t) => {
  const long = { ...heron, name: `${'Wide 銀河 🚀 '.repeat(30)}${'x'.repeat(300)}` };
  for (const terminal of [28, 40, 79, 80, 200]) {
    const lines = (await list({ terminal, env: plain }, [heron, long])).trimEnd().split('\n');
    t.true(Math.max(...lines.map(widthOf)) <= terminal, `in ${terminal} columns`);
    if (terminal >= 79) t.is(new Set(lines.map(widthOf)).size, 1, 'its right edge is straight');
  }
  t.is(await list({ terminal: 20, env: plain }, [heron]), FIELDS, 'too narrow for columns');
  const ships = [...Array.from({ length: 1000 }, () => heron), { ...heron, name: 'A name that is far longer' }];
  const lines = (await list({ terminal: 80, env: plain }, ships)).trimEnd().split('\n');
  t.deepEqual([lines.length, new Set(lines.map(widthOf)).size], [1001 + 4, 1]);
  t.is(lines.at(-2), '│ 2:1 │ A name that is far longer │   12 │');
});

test('a huge cell is cut on a terminal, and complete in a pipe', async (t) => {
  const huge = { ...heron, name: 'x\n'.repeat(100_000) };
  t.true((await list({ terminal: 80 }, [huge])).length < 5000);
  t.is((await list({}, [huge])).length, 300_000 + '2:1\t\t12\n'.length);
  const ys = [{ ...heron, name: 'y'.repeat(5000) }];
  t.is((await list({ terminal: 1000, env: plain }, ys)).split('y').length - 1, 2000);
  t.is((await list({ flags: ['--output', 'table'] }, ys)).split('y').length - 1, 5000);
});

test('text is wrapped between words, else after punctuation, and never within a character', (t) => {
  for (const [text, width, lines] of [
    ['Lot 12 of the winter sale', 10, ['Lot 12 of', 'the winter', 'sale']],
    ['/character/{uid}/credits', 12, ['/character/', '{uid}/', 'credits']],
    ['faction_datacards_read, faction', 22, ['faction_datacards_', 'read, faction']],
    ['abcdefgh', 3, ['abc', 'def', 'gh']],
    ['👩‍👩‍👧👩‍👩‍👧', 3, ['👩‍👩‍👧', '👩‍👩‍👧']],
    ['銀河系', 5, ['銀河', '系']],
    ['a 👩‍👩‍👧', 4, ['a 👩‍👩‍👧']],
    ['one\n\ntwo', 10, ['one', '', 'two']],
  ] as const) {
    t.is(wrap(text, width), lines.join('\n'));
  }
  const any = fc.string({ unit: 'grapheme', maxLength: 200 }).map((text) => sanitize(text));
  fc.assert(
    fc.property(any, fc.integer({ min: 6, max: 80 }), (text, width) => {
      const lines = wrap(text, width).split('\n');
      t.true(lines.every((line) => widthOf(line) <= width));
      t.is(lines.join('').replaceAll(/\s/g, ''), text.replaceAll(/\s/g, ''));
    }),
  );
});

test('colours are for terminals, as the variables and --no-color say', async (t) => {
  const coloured = await list({ terminal: 80 });
  for (const cell of ['\x1b[2m2:1\x1b[22m', '\x1b[32m12\x1b[39m', '\x1b[31m0\x1b[39m']) t.true(coloured.includes(cell));
  for (const [env, onTerminal, inPipe] of [
    [{}, true, false],
    [{ TERM: 'dumb' }, false, false],
    [{ FORCE_COLOR: '1' }, true, true],
    [{ FORCE_COLOR: 'true', TERM: 'dumb' }, true, true],
    [{ FORCE_COLOR: '0' }, false, false],
    [{ FORCE_COLOR: 'false' }, false, false],
    [{ NO_COLOR: '1', FORCE_COLOR: '1' }, false, false],
  ] as const) {
    for (const [asked, isColoured] of [[{ terminal: 80 }, onTerminal] as const, [{}, inPipe] as const]) {
      const flags = ['--output', 'table'];
      t.is(await list({ ...asked, env, flags }), isColoured ? coloured : TABLE, JSON.stringify(env));
    }
  }
  t.is(await list({ terminal: 80, env: { FORCE_COLOR: '1' }, flags: ['--no-color'] }), TABLE);
});

test('without UTF-8 in the locale, output and messages are ASCII', async (t) => {
  for (const [env, isUtf8] of [
    [{ LANG: 'en_GB.utf8' }, true],
    [{ LANG: 'de_DE.ISO-8859-1' }, false],
    [{ LANG: '' }, false],
    [{ LANG: 'C.UTF-8', LC_ALL: 'C' }, false],
    [{ LANG: 'C', LC_CTYPE: 'UTF-8' }, true],
    [{ LANG: 'C.UTF-8', LC_CTYPE: 'POSIX' }, false],
  ] as const) {
    const around = { terminal: 80, env };
    const table = (await run(['time', 'Y12D3', '--no-color'], around)).stdout;
    t.regex(table, isUtf8 ? /^┌─+┬[^+]*$/ : /^\+-+\+-+\+-+\+\n\| +timestamp +\| cgt +\| date +\|\n[\n -~]+$/);
    const said = (await run(['time', 'x…'], around)).stderr;
    t.regex(said, isUtf8 ? /“x…”/ : /^svcapi: "x\.\.\.": this is not a time[\n -~]+$/);
    if (!isUtf8) t.regex((await run(['creditlog', '--help'], around)).stdout, /^[\n -~]+$/);
  }
});
