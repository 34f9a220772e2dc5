import { Chalk, type ChalkInstance } from 'chalk';
import Table from 'cli-table3';
import { type Column, cellText, type Rows, type Tone } from './column.js';
import { fitColumns, widthOf, wrap } from './fit.js';
import type { Output } from './output.js';
import { sanitize } from './sanitize.js';

/** The style of a table. */
export interface TableStyle {
  header: boolean;
  colour: boolean;
}

/** Rows per part of a table. The first part determines the column widths; rendering many rows at once would be slow. */
export const PART = 200;

/** The limits of a cell on a terminal. */
const MAX_CELL_LENGTH = 2000;
const MAX_CELL_LINES = 6;

/** The narrowest column. When a row does not fit even so, it is printed field by field. */
const MIN_WIDTH = 6;

/** Returns the width of the borders and the padding. */
const lineWidth = (columns: number): number => columns * 3 + 1;

/** Prints rows as a table that fits the terminal, part by part as they arrive. */
export async function printTable<Row>(
  rows: Rows<Row>,
  columns: readonly Column<Row>[],
  style: TableStyle,
  output: Output,
): Promise<void> {
  const tones = paint(style.colour);
  let widths: number[] | undefined;
  for await (const { part, isFirst, isLast } of inParts(rows)) {
    const cells = part.map((row) => columns.map((column) => terminalText(column, row, output.isTerminal)));
    const names = columns.map((column) => column.name);
    if (isFirst) widths = columnWidths(style.header ? [names, ...cells] : cells, output);
    if (widths === undefined) {
      for (const row of part) await printFields(row, columns, style, output);
      continue;
    }
    const lines = (text: string, column: number) => wrapped(text, widths?.[column] ?? 0, output.isTerminal);
    const painted = cells.map((row, index) =>
      row.map((text, column) => tones(lines(text, column), toneOf(columns[column], part[index] as Row))),
    );
    const head = isFirst && style.header ? names.map((name, column) => tones(lines(name, column), 'strong')) : [];
    await output.write(render(head, painted, { widths, columns, isFirst, isLast }));
  }
}

/** Prints a row as a table of its fields. */
export async function printFields<Row>(
  row: Row,
  columns: readonly Column<Row>[],
  style: TableStyle,
  output: Output,
): Promise<void> {
  const tones = paint(style.colour);
  const names = columns.map((column) => column.name);
  const texts = columns.map((column) => terminalText(column, row, output.isTerminal));
  const nameWidth = style.header ? Math.max(...names.map(widthOf)) : 0;
  const natural = Math.max(1, ...texts.map(widthOf));
  const room = output.isTerminal ? output.width - lineWidth(style.header ? 2 : 1) - nameWidth : natural;
  const width = Math.min(natural, Math.max(MIN_WIDTH, room));
  const cells = columns.map((column, index) => {
    const value = tones(wrapped(texts[index] ?? '', width, output.isTerminal), toneOf(column, row));
    return style.header ? [tones(names[index] ?? '', 'strong'), value] : [value];
  });
  const widths = style.header ? [nameWidth, width] : [width];
  await output.write(render([], cells, { widths, columns: [], isFirst: true, isLast: true }));
}

function columnWidths(cells: string[][], output: Output): number[] | undefined {
  const count = cells[0]?.length ?? 0;
  const natural = Array.from({ length: count }, (_, column) =>
    Math.max(1, ...cells.map((row) => widthOf(row[column] ?? ''))),
  );
  return output.isTerminal ? fitColumns(natural, output.width - lineWidth(count), MIN_WIDTH) : natural;
}

/** Returns the sanitized text of a cell. On a terminal a huge text is cut first, which saves time. */
function terminalText<Row>(column: Column<Row>, row: Row, onTerminal: boolean): string {
  const text = (column.shown?.(row) ?? cellText(column.value(row))).replaceAll('\r\n', '\n');
  if (!onTerminal || text.length <= MAX_CELL_LENGTH) return sanitize(text, '\n');
  return `${sanitize(text.slice(0, MAX_CELL_LENGTH), '\n')}…`;
}

function wrapped(text: string, width: number, onTerminal: boolean): string {
  return wrap(text, width, onTerminal ? MAX_CELL_LINES : Number.POSITIVE_INFINITY).join('\n');
}

function toneOf<Row>(column: Column<Row> | undefined, row: Row): Tone | undefined {
  return typeof column?.tone === 'function' ? column.tone(row) : column?.tone;
}

/** Returns a function that applies a tone. It sets the level itself: chalk would detect it and ignore NO_COLOR. */
function paint(colour: boolean): (text: string, tone: Tone | undefined) => string {
  const chalk = new Chalk({ level: colour ? 1 : 0 });
  const styles: Record<Tone, ChalkInstance> = { strong: chalk.bold, dim: chalk.dim, good: chalk.green, bad: chalk.red };
  return (text, tone) => (tone === undefined ? text : styles[tone](text));
}

interface Part<Row> {
  widths: number[];
  columns: readonly Column<Row>[];
  isFirst: boolean;
  isLast: boolean;
}

/** Renders a part of a table. Only the first has a top border and only the last a bottom border, so that parts join. */
function render<Row>(head: string[], cells: string[][], { widths, columns, isFirst, isLast }: Part<Row>): string {
  const table = new Table({
    head,
    colWidths: widths.map((width) => width + 2),
    colAligns: widths.map((_, column) => columns[column]?.align ?? 'left'),
    style: { head: [], border: [], compact: true },
    chars: {
      ...(isFirst ? {} : { top: '', 'top-left': '', 'top-mid': '', 'top-right': '' }),
      ...(isLast ? {} : { bottom: '', 'bottom-left': '', 'bottom-mid': '', 'bottom-right': '' }),
    },
  });
  table.push(...cells);
  return `${table.toString()}\n`;
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
