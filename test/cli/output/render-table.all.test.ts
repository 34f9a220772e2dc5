import test from 'ava';
import { Chalk } from 'chalk';
import Table from 'cli-table3';
import fc from 'fast-check';
import type { Tone } from '../../../src/cli/output/column.js';
import { widthOf } from '../../../src/cli/output/fit.js';
import { type Cell, renderTable } from '../../../src/cli/output/render-table.js';

const chalk = new Chalk({ level: 1 });
const TONES = { strong: chalk.bold, dim: chalk.dim, good: chalk.green, bad: chalk.red };
const inColour = (text: string, tone: Tone | undefined) => (tone === undefined ? text : TONES[tone](text));
const plain = (text: string) => text;

const line = fc.stringMatching(/^[a-zé銀🚀 +]{1,8}$/u);
const cell: fc.Arbitrary<Cell> = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 3 }),
  tone: fc.constantFrom(undefined, 'strong', 'dim', 'good', 'bad'),
});
const tables = fc.integer({ min: 1, max: 4 }).chain((columns) =>
  fc.record({
    head: fc.oneof(fc.constant<Cell[]>([]), fc.array(cell, { minLength: columns, maxLength: columns })),
    rows: fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 6 }),
    aligns: fc.array(fc.constantFrom('left' as const, 'right' as const), { minLength: columns, maxLength: columns }),
    colour: fc.boolean(),
  }),
);

test('rows look as if cli-table3 had drawn them', (t) => {
  fc.assert(
    fc.property(tables, ({ head, rows, aligns, colour }) => {
      const paint = colour ? inColour : plain;
      const widths = aligns.map((_, column) =>
        Math.max(...[head, ...rows].map((cells) => widthOf(cells[column]?.lines.join('\n') ?? ''))),
      );
      const painted = (cells: readonly Cell[]) => cells.map(({ lines, tone }) => paint(lines.join('\n'), tone));
      const theirs = new Table({
        head: painted(head),
        colWidths: widths.map((width) => width + 2),
        colAligns: aligns,
        style: { head: [], border: [], compact: true },
      });
      theirs.push(...rows.map(painted));
      const frame = { widths, aligns, ascii: false, isFirst: true, isLast: true };
      t.is(renderTable(head, rows, frame, paint), `${theirs.toString()}\n`);
    }),
    { numRuns: 200, seed: 1 },
  );
});
