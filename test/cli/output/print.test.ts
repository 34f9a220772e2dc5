import test from 'ava';
import { CliCommand } from '../../../src/cli/command.js';
import { Context } from '../../../src/cli/context.js';
import { type Column, cellText, formatQuantity } from '../../../src/cli/output/columns.js';
import { addOutput, createPrinter, type Printer } from '../../../src/cli/output/print.js';
import { widthOf } from '../../../src/cli/output/width.js';
import { Kept } from '../../helpers/cli/run.js';

interface Ship {
  uid: string;
  name: string;
  crew: number;
  tags: string[];
}

const columns: Column<Ship>[] = [
  { name: 'uid', value: (ship) => ship.uid, tone: 'dim' },
  { name: 'name', value: (ship) => ship.name },
  { name: 'crew', value: (ship) => ship.crew, align: 'right', tone: (ship) => (ship.crew > 0 ? 'good' : 'bad') },
  { name: 'tags', value: (ship) => ship.tags, detail: true },
];

const heron: Ship = { uid: '2:1', name: 'Heron', crew: 12, tags: ['slow', 'large'] };
const hostile: Ship = { uid: '2:2', name: 'A\tB\nC\x1b[31m\\ "D",\u202e', crew: 0, tags: [] };

interface Asked {
  flags?: string[];
  terminal?: number;
  env?: Record<string, string>;
}

async function printed(asked: Asked, print: (printer: Printer<Ship>) => Promise<void>) {
  const stdout = new Kept(asked.terminal);
  const stderr = new Kept();
  const io = {
    stdin: process.stdin,
    stdout,
    stderr,
    env: { TERM: 'xterm', LANG: 'C.UTF-8', ...asked.env },
    cwd: '/',
    now: () => 0,
  };
  const context = new Context({ ...io, onInterrupt: () => () => {}, interrupt: () => {}, sleep: async () => {} });
  const program = new CliCommand('svcapi', context).option('--no-color', '');
  const command = addOutput(new CliCommand('ships', context), columns, { xml: true });
  let work = Promise.resolve();
  command.action(() => {
    work = print(createPrinter(command, columns));
    return work;
  });
  program.addCommand(command);
  await program.parseAsync(['ships', ...(asked.flags ?? [])], { from: 'user' });
  await context.stdout.flush();
  return { stdout: stdout.text, stderr: stderr.text };
}

const rows = (asked: Asked, ships: Iterable<Ship> = [heron, hostile]) =>
  printed(asked, (printer) => printer.rows(ships)).then(({ stdout }) => stdout);
const record = (asked: Asked, ship = heron) =>
  printed(asked, (printer) => printer.record(ship)).then(({ stdout }) => stdout);

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

const noColor = { NO_COLOR: '1' };

const lists: [what: string, asked: Asked, expected: string][] = [
  ['a table on a terminal', { terminal: 80, env: noColor }, TABLE],
  ['no colour with --no-color', { terminal: 80, flags: ['--no-color'] }, TABLE],
  ['no colour on a dumb terminal', { terminal: 80, env: { TERM: 'dumb' } }, TABLE],
  ['tabs in a pipe', {}, TSV],
  ['tabs on a terminal when asked', { terminal: 80, flags: ['--output', 'tsv'] }, TSV],
  ['a table in a pipe when asked, without colour', { flags: ['--output', 'table'] }, TABLE],
  ['headings in a pipe when asked', { flags: ['--header'] }, `uid\tname\tcrew\n${TSV}`],
  ['CSV with headings', { flags: ['--output', 'csv'] }, `uid,name,crew\n${CSV}`],
  ['CSV without headings', { flags: ['--output', 'csv', '--no-header'] }, CSV],
  ['JSON with every field', { flags: ['--json'] }, JSON_LINES],
  ['JSON by --output', { flags: ['--output', 'json'] }, JSON_LINES],
  [
    'chosen fields in their order',
    { flags: ['--json', 'crew,uid'] },
    '[\n{"crew":12,"uid":"2:1"},\n{"crew":0,"uid":"2:2"}\n]\n',
  ],
  [
    'JSON to read on a terminal',
    { terminal: 80, flags: ['--json=uid'] },
    '[\n  {\n    "uid": "2:1"\n  },\n  {\n    "uid": "2:2"\n  }\n]\n',
  ],
];

for (const [what, asked, expected] of lists) {
  test(`a list: ${what}`, async (t) => {
    t.is(await rows(asked), expected);
  });
}

test('a list: a table in a pipe has the colours of a terminal when FORCE_COLOR asks for them', async (t) => {
  const inPipe = await rows({ flags: ['--output', 'table'], env: { FORCE_COLOR: '1' } });
  t.is(inPipe, await rows({ terminal: 80 }));
  t.true(inPipe.includes('\x1b[32m12\x1b[39m'));
});

test('a list: colour on a terminal, by the tone of a cell', async (t) => {
  const text = await rows({ terminal: 80, flags: ['--no-header'] });
  t.true(text.includes('\x1b[2m2:1\x1b[22m'));
  t.true(text.includes('\x1b[32m12\x1b[39m'));
  t.true(text.includes('\x1b[31m0\x1b[39m'));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the colours are what is taken away
  const plain = text.replaceAll(/\x1b\[\d+m/g, '');
  t.is(plain, await rows({ terminal: 80, flags: ['--no-header'], env: noColor }), 'and nothing else');
});

const records: [what: string, asked: Asked, expected: string][] = [
  ['field by field on a terminal', { terminal: 80, env: noColor }, FIELDS],
  ['a line in a pipe', {}, '2:1\tHeron\t12\n'],
  ['an object in JSON', { flags: ['--json', 'name,tags'] }, '{"name":"Heron","tags":["slow","large"]}\n'],
  ['an object to read on a terminal', { terminal: 80, flags: ['--json', 'crew'] }, '{\n  "crew": 12\n}\n'],
];

for (const [what, asked, expected] of records) {
  test(`a record: ${what}`, async (t) => {
    t.is(await record(asked), expected);
  });
}

const empties: [what: string, asked: Asked, expected: string][] = [
  ['on a terminal', { terminal: 80 }, ''],
  ['in a pipe', {}, ''],
  ['as JSON', { flags: ['--json'] }, '[]\n'],
  ['as CSV, whose readers want the headings', { flags: ['--output', 'csv'] }, 'uid,name,crew\n'],
];

for (const [what, asked, expected] of empties) {
  test(`an empty list ${what}`, async (t) => {
    const { stdout, stderr } = await printed(asked, (printer) => printer.rows([], 'There are no ships.'));
    t.is(stdout, expected);
    t.is(stderr, asked.terminal ? 'There are no ships.\n' : '', 'people are told, scripts are not');
  });
}

const refused: [flags: string[], message: RegExp][] = [
  [['--json', 'uid,nmae'], /^there is no field “nmae”: choose from uid, name, crew, tags$/],
  [['--json='], /^there is no field “”: choose from/],
  [['--json', '--output', 'csv'], /'--json \[fields\]' cannot be used with option '--output <format>'/],
  [['--xml', '--json'], /'--json \[fields\]' cannot be used with option '--xml'/],
  [['--output', 'yaml'], /Allowed choices are table, tsv, json, csv, xml/],
];

for (const [flags, message] of refused) {
  test(`refused: ${flags.join(' ')}`, async (t) => {
    await t.throwsAsync(rows({ flags }), { message });
  });
}

test('on a terminal the thousands of quantities are separated', (t) => {
  t.deepEqual(
    [0, 999, 1000, -1234567, null, 1e21, 1.5].map((each) => formatQuantity(each)),
    ['0', '999', '1,000', '-1,234,567', '', '1e+21', '1.5'],
  );
});

test('with --xml the command prints text itself', async (t) => {
  const print = (printer: Printer<Ship>) => printer.text(`<${printer.format} a="\x1b"/>\n<b/>`);
  t.is((await printed({ flags: ['--xml'] }, print)).stdout, '<xml a="\x1b"/>\n<b/>\n', 'as it came');
  t.is((await printed({ flags: ['--xml'], terminal: 80 }, print)).stdout, '<xml a="\\x1b"/>\n<b/>\n');
});

test('a table fits into the terminal, whatever is in it', async (t) => {
  const long = { ...heron, name: `${'Wide 銀河 🚀 '.repeat(30)}${'x'.repeat(300)}` };
  for (const terminal of [28, 40, 79, 80, 200]) {
    const lines = (await rows({ terminal, env: noColor }, [heron, long])).trimEnd().split('\n');
    t.true(
      lines.every((line) => widthOf(line) <= terminal),
      `in ${terminal} columns`,
    );
    // A narrower one gets fields.
    if (terminal < 79) continue;
    t.is(new Set(lines.map(widthOf)).size, 1, 'and its right edge is straight');
    t.true(lines.some((line) => line.includes('…')) || terminal > 100);
  }
});

test('a terminal that is too narrow for columns gets fields', async (t) => {
  t.is(await rows({ terminal: 20, env: noColor }, [heron]), FIELDS);
});

test('a huge cell is cut on a terminal, and complete in a pipe', async (t) => {
  const huge = { ...heron, name: 'x\n'.repeat(100_000) };
  t.true((await rows({ terminal: 80 }, [huge])).length < 5000);
  const wide = await rows({ terminal: 1000, env: noColor }, [{ ...heron, name: 'y'.repeat(5000) }]);
  t.is(wide.split('y').length - 1, 2000);
  t.is((await rows({}, [huge])).length, 300_000 + '2:1\t\t12\n'.length);
});

test('the widest row of a long table decides its widths', async (t) => {
  const ships = [...Array.from({ length: 1000 }, () => heron), { ...heron, name: 'A name that is far longer' }];
  const lines = (await rows({ terminal: 80, env: noColor }, ships)).trimEnd().split('\n');
  t.is(lines.length, 1001 + 4);
  t.is(new Set(lines.map(widthOf)).size, 1);
  t.is(lines.at(-2), '│ 2:1 │ A name that is far longer │   12 │');
});

test('a table in a pipe shows all of every cell', async (t) => {
  const text = await rows({ flags: ['--output', 'table'] }, [{ ...heron, name: 'y'.repeat(5000) }]);
  t.is(text.split('y').length - 1, 5000);
});

test('rows are printed as they arrive', async (t) => {
  async function* slowly() {
    yield heron;
    await new Promise(setImmediate);
    yield heron;
  }
  const { stdout } = await printed({ flags: ['--json', 'uid'] }, (printer) => printer.rows(slowly()));
  t.is(stdout, '[\n{"uid":"2:1"},\n{"uid":"2:1"}\n]\n');
});

test('cells show nested values as JSON, and null as an empty text', (t) => {
  t.is(cellText(null), '');
  t.is(cellText(true), 'true');
  t.is(cellText(['a', 1, null]), 'a,1,');
  t.is(cellText([{ a: 1 }]), '[{"a":1}]');
  t.is(cellText({ a: [1] }), '{"a":[1]}');
});
