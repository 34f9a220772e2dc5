import Table from 'cli-table3';
import { type Column, shownText, type Tone } from './columns.js';
import type { Output } from './output.js';
import { sanitize } from './sanitize.js';
import { widthOf, wrap } from './width.js';

export interface TableStyle {
  header: boolean;
  colour: boolean;
  wide: boolean;
  ascii: boolean;
}

/** Rows that are drawn at once: the time of cli-table3 grows with their square. */
const PART = 10;

const MIN_WIDTH = 8;

/** Characters per cell on a terminal: a hostile server may send megabytes. */
const MAX_LENGTH = 2000;

/** Lines per cell in a list. */
const MAX_LINES = 6;

type Paint = (text: string, tone: Tone | undefined) => string;

/** Fits a table to the terminal. Too narrow a terminal gets a table for each row. */
export async function printTable<Row>(
  rows: readonly Row[],
  all: readonly Column<Row>[],
  style: TableStyle,
  output: Output,
): Promise<void> {
  if (rows.length === 0) return;
  const columns = style.wide ? all : all.filter((column) => !column.wide);
  const paint = await painter(style.colour);
  const texts = rows.map((row) => columns.map((column) => textOf(column, row, style)));
  const natural = columns.map(({ name }, index) =>
    widest([style.header ? name : '', ...texts.map((cells) => cells[index] ?? '')]),
  );
  const widths = style.wide ? natural : narrow(natural, output.width);
  if (!widths) {
    for (const row of rows) await printFields(row, columns, style, output);
    return;
  }
  const head = style.header ? columns.map(({ name }, at) => paint(wrap(name, widths[at] ?? 0), 'strong')) : [];
  const lines: string[] = [];
  for (let start = 0; start < rows.length; start += PART) {
    const table = new Table({
      ...STYLE,
      head: start === 0 ? head : [],
      colWidths: widths.map((width) => width + 2),
      colAligns: columns.map(({ align }) => align ?? 'left'),
      chars: style.ascii ? ASCII : {},
    });
    for (const [at, row] of rows.slice(start, start + PART).entries()) {
      const cells = columns.map((column, index) => {
        const text = texts[start + at]?.[index] ?? '';
        // cli-table3 cuts the longer line of a column that is cut.
        const isWhole = style.wide || column.long === 'cut';
        const maxLines = column.long === 'wrap' ? Number.POSITIVE_INFINITY : MAX_LINES;
        return paint(isWhole ? text : linesOf(text, widths[index] ?? 0, maxLines), toneOf(column, row));
      });
      table.push(cells);
    }
    const [top = '', ...drawn] = table.toString().split('\n');
    if (start === 0) lines.push(top);
    else lines.pop();
    lines.push(...drawn);
  }
  await output.write(`${lines.join('\n')}\n`);
}

export async function printFields<Row>(
  row: Row,
  all: readonly Column<Row>[],
  style: TableStyle,
  output: Output,
): Promise<void> {
  const columns = all.filter((column) => !(column.hidesEmpty && column.value(row) === null));
  const paint = await painter(style.colour);
  const texts = columns.map((column) => textOf(column, row, { ...style, wide: true }));
  const nameWidth = style.header ? widest(columns.map(({ name }) => name)) : 0;
  const room = style.wide ? Number.POSITIVE_INFINITY : output.width - (style.header ? nameWidth + 7 : 4);
  const width = Math.max(MIN_WIDTH, Math.min(widest(texts), room));
  const table = new Table({
    ...STYLE,
    colWidths: [...(style.header ? [nameWidth + 2] : []), Math.min(width, widest(texts)) + 2],
    chars: style.ascii ? ASCII : {},
  });
  for (const [at, column] of columns.entries()) {
    const value = paint(linesOf(texts[at] ?? '', width, Number.POSITIVE_INFINITY), toneOf(column, row));
    table.push(style.header ? [paint(column.name, 'strong'), value] : [value]);
  }
  await output.write(`${table.toString()}\n`);
}

function narrow(natural: readonly number[], available: number): number[] | undefined {
  const widths = [...natural];
  const room = available - (widths.length * 3 + 1);
  for (let surplus = widths.reduce((sum, width) => sum + width, 0) - room; surplus > 0; surplus--) {
    const most = Math.max(...widths);
    if (most <= MIN_WIDTH) return undefined;
    widths[widths.lastIndexOf(most)] = most - 1;
  }
  return widths;
}

function widest(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, widthOf(text)), 1);
}

function linesOf(text: string, width: number, maxLines: number): string {
  const lines = wrap(text, width).split('\n');
  if (lines.length <= maxLines) return lines.join('\n');
  const last = lines[maxLines - 1] ?? '';
  return [...lines.slice(0, maxLines - 1), `${widthOf(last) < width ? last : last.slice(0, -1)}…`].join('\n');
}

function textOf<Row>(column: Column<Row>, row: Row, { wide }: TableStyle): string {
  const text = shownText(column, row, wide).replaceAll('\r\n', '\n');
  const safe = sanitize(text.length > MAX_LENGTH && !wide ? `${text.slice(0, MAX_LENGTH)}…` : text, '\n');
  return column.long === 'cut' && !wide ? safe.replace(/\s+/g, (space) => (space.includes('\n') ? ' ' : space)) : safe;
}

function toneOf<Row>({ tone }: Column<Row>, row: Row): Tone | undefined {
  return typeof tone === 'function' ? tone(row) : tone;
}

const STYLE = { style: { head: [], border: [], compact: true } };

const CORNERS = ['top-left', 'top-mid', 'top-right', 'bottom-left', 'bottom-mid', 'bottom-right'];
const ASCII = {
  ...Object.fromEntries([...CORNERS, 'left-mid', 'mid-mid', 'right-mid'].map((name) => [name, '+'])),
  ...{ top: '-', mid: '-', bottom: '-', left: '|', middle: '|', right: '|' },
};

/** Sets the level itself: chalk would detect it and ignore NO_COLOR. */
async function painter(colour: boolean): Promise<Paint> {
  if (!colour) return (text) => text;
  const { Chalk } = await import('chalk');
  const chalk = new Chalk({ level: 1 });
  const styles = { strong: chalk.bold, dim: chalk.dim, good: chalk.green, bad: chalk.red };
  return (text, tone) => (tone === undefined ? text : styles[tone](text));
}
