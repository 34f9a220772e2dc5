import type { ChalkInstance } from 'chalk';
import { type Column, type Rows, type Tone, tableText } from './column.js';
import { cut, widthOf, wrap } from './fit.js';
import { borderWidth, type Layout, layOut, layOutWide, listText, MIN_WIDTH, widest } from './layout.js';
import type { Output } from './output.js';
import { type Cell, type Paint, renderTable } from './render-table.js';
import { sanitize } from './sanitize.js';

/** The style of a table. */
export interface TableStyle {
  header: boolean;
  colour: boolean;
  /** Show all of every cell, wider than the terminal if needed. */
  wide: boolean;
  /** Draw borders in ASCII. */
  ascii: boolean;
}

/** Rows per part of a table. The first part determines the column widths. */
export const PART = 200;

/** The size of a cell on a terminal, in characters and lines. */
interface Limits {
  length: number;
  lines: number;
}

const LISTED: Limits = { length: 2000, lines: 6 };
/** For the fields of a record and for columns that wrap: people came for these, but a hostile server may send megabytes. */
const WHOLE: Limits = { length: 10_000, lines: 250 };
const UNLIMITED: Limits = { length: Number.POSITIVE_INFINITY, lines: Number.POSITIVE_INFINITY };

/** Prints rows as a table that fits the terminal, part by part as they arrive. */
export async function printTable<Row>(
  rows: Rows<Row>,
  columns: readonly Column<Row>[],
  style: TableStyle,
  output: Output,
): Promise<void> {
  const paint = await painter(style.colour);
  let layout: Layout<Row> | undefined;
  for await (const { part, isFirst, isLast } of inParts(rows)) {
    const texts = textsOf(part, style);
    if (isFirst) layout = layOutPart(texts, columns, style, output);
    if (layout === undefined) {
      for (const row of part) await printFields(row, columns, style, output);
      continue;
    }
    const { columns: shown, form, widths } = layout;
    const aligns = shown.map(({ align }) => align ?? 'left');
    const cells = part.map((row, place) =>
      shown.map((column, index): Cell => {
        const text = texts(column, form)[place] ?? '';
        return { lines: cellLines(column, text, widths[index] ?? 0, style), tone: toneOf(column, row) };
      }),
    );
    const head = shown.map(
      ({ name }, index): Cell => ({ lines: wrap(name, widths[index] ?? 0, LISTED.lines), tone: 'strong' }),
    );
    const frame = { widths, aligns, ascii: style.ascii, isFirst, isLast };
    await output.write(renderTable(isFirst && style.header ? head : [], cells, frame, paint));
  }
}

/** Prints a row as a table of its fields. */
export async function printFields<Row>(
  row: Row,
  all: readonly Column<Row>[],
  style: TableStyle,
  output: Output,
): Promise<void> {
  const columns = all.filter((column) => !(column.hidesEmpty && column.value(row) === null));
  const paint = await painter(style.colour);
  const limits = style.wide ? UNLIMITED : WHOLE;
  const names = columns.map((column) => column.name);
  const texts = columns.map((column) => capped(column.shown?.(row) ?? tableText(column.value(row)), limits));
  const nameWidth = style.header ? Math.max(...names.map(widthOf)) : 0;
  const natural = widest(texts);
  const room = output.isTerminal ? output.width - borderWidth(style.header ? 2 : 1) - nameWidth : natural;
  const width = Math.min(natural, Math.max(MIN_WIDTH, room));
  const cells = columns.map((column, index) => {
    const value: Cell = { lines: wrap(texts[index] ?? '', width, limits.lines), tone: toneOf(column, row) };
    const name: Cell = { lines: [names[index] ?? ''], tone: 'strong' };
    return style.header ? [name, value] : [value];
  });
  const widths = style.header ? [nameWidth, width] : [width];
  const frame = { widths, aligns: widths.map(() => 'left' as const), ascii: style.ascii, isFirst: true, isLast: true };
  await output.write(renderTable([], cells, frame, paint));
}

/** Returns the texts of a part's rows in a column and form, each made once. */
type Texts<Row> = (column: Column<Row>, form: number) => readonly string[];

function textsOf<Row>(part: readonly Row[], style: TableStyle): Texts<Row> {
  const made = new Map<Column<Row>, string[][]>();
  return (column, form) => {
    const forms = made.get(column) ?? [];
    made.set(column, forms);
    forms[form] ??= part.map((row) => capped(listText(column, row, form), limitsOf(column, style)));
    return forms[form];
  };
}

/** Lays out a list by its first part. */
function layOutPart<Row>(
  texts: Texts<Row>,
  columns: readonly Column<Row>[],
  style: TableStyle,
  output: Output,
): Layout<Row> | undefined {
  const withName = (column: Column<Row>, form: number) => [
    ...(style.header ? [column.name] : []),
    ...texts(column, form),
  ];
  if (!style.wide) return layOut(columns, withName, output.width);
  return layOutWide(columns, (column, form) => widest(withName(column, form)));
}

function limitsOf<Row>(column: Column<Row>, { wide }: TableStyle): Limits {
  if (wide) return UNLIMITED;
  return column.long === 'wrap' ? WHOLE : LISTED;
}

/** Returns the sanitized text of a cell. A huge text is cut first, which saves time. */
function capped(cell: string, { length }: Limits): string {
  const text = cell.replaceAll('\r\n', '\n');
  if (text.length <= length) return sanitize(text, '\n');
  return `${sanitize(text.slice(0, length), '\n')}…`;
}

function cellLines<Row>(column: Column<Row>, text: string, width: number, style: TableStyle): string[] {
  if (column.long === 'cut' && !style.wide) return [cut(text, width)];
  return wrap(text, width, limitsOf(column, style).lines);
}

function toneOf<Row>(column: Column<Row> | undefined, row: Row): Tone | undefined {
  return typeof column?.tone === 'function' ? column.tone(row) : column?.tone;
}

/**
 * Returns a function that applies a tone. It sets the level itself: chalk would detect it and ignore NO_COLOR. Without colour, chalk
 * is not loaded.
 */
async function painter(colour: boolean): Promise<Paint> {
  if (!colour) return (text) => text;
  const { Chalk } = await import('chalk');
  const chalk = new Chalk({ level: 1 });
  const styles: Record<Tone, ChalkInstance> = { strong: chalk.bold, dim: chalk.dim, good: chalk.green, bad: chalk.red };
  return (text, tone) => (tone === undefined ? text : styles[tone](text));
}

async function* inParts<Row>(rows: Rows<Row>): AsyncGenerator<{ part: Row[]; isFirst: boolean; isLast: boolean }> {
  let part: Row[] = [];
  let isFirst = true;
  for await (const row of rows) {
    if (part.length === PART) {
      yield { part, isFirst, isLast: false };
      part = [];
      isFirst = false;
    }
    part.push(row);
  }
  if (part.length > 0) yield { part, isFirst, isLast: true };
}
