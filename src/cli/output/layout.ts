import { type Column, tableText } from './column.js';
import { fitColumns, partsOf, widthOf } from './fit.js';

/** The columns of a list on a terminal, and how they are shown. */
export interface Layout<Row> {
  columns: readonly Column<Row>[];
  /** The index of the form that is shown of each column; the last form of those that have fewer. */
  form: number;
  widths: number[];
}

/** The narrowest column of values beside their names. */
export const MIN_WIDTH = 6;

/** The longest word that is not broken. When a row does not fit even so, it is printed field by field. */
const LONGEST_WORD = 24;

/**
 * The width up to which long text is preferred to longer forms of other columns, the one that it needs to be readable, and the one
 * to which it shrinks when all else is done: a heading.
 */
const COMFORTABLE = { cut: 60, wrap: 60 };
const READABLE = { cut: 24, wrap: 60 };
const SHRUNK = { cut: 14, wrap: 20 };

/** Returns the width of the borders and the padding. */
export const borderWidth = (columns: number): number => columns * 3 + 1;

/**
 * Lays out a list so that each row fits into one line: with shorter forms, then without optional columns, then with less
 * of the long texts.
 *
 * @param textsOf returns the texts of a column in a form, with its heading
 * @returns undefined when the terminal is too narrow
 */
export function layOut<Row>(
  columns: readonly Column<Row>[],
  textsOf: (column: Column<Row>, form: number) => readonly string[],
  width: number,
): Layout<Row> | undefined {
  const measure = (column: Column<Row>, form: number) => widest(textsOf(column, form));
  const forms = Math.max(1, ...columns.map((column) => column.forms?.length ?? 1));
  const shortest = forms - 1;
  // Of those with the same rank, the last one goes first.
  const optional = columns
    .filter((column) => column.optional !== undefined)
    .reverse()
    .sort((one, other) => (one.optional ?? 0) - (other.optional ?? 0));
  const without = (count: number) => columns.filter((column) => !optional.slice(0, count).includes(column));
  const attempts = [
    ...Array.from({ length: forms }, (_, form) => ({ columns, form, least: COMFORTABLE })),
    { columns, form: shortest, least: READABLE },
    ...optional.map((_, index) => ({ columns: without(index + 1), form: shortest, least: READABLE })),
    { columns: without(optional.length), form: shortest, least: SHRUNK },
  ];
  for (const attempt of attempts) {
    const natural = attempt.columns.map((column) => measure(column, attempt.form));
    const widths = share(attempt.columns, natural, width - borderWidth(natural.length), attempt.least);
    if (widths) return { columns: attempt.columns, form: attempt.form, widths };
  }
  const last = without(optional.length);
  const natural = last.map((column) => measure(column, shortest));
  const least = last.map((column) => Math.min(widest(textsOf(column, shortest).flatMap(partsOf)), LONGEST_WORD));
  const room = width - borderWidth(last.length) - least.reduce((sum, each) => sum + each, 0);
  const more = fitColumns(
    natural.map((each, index) => each - (least[index] ?? 0)),
    room,
    0,
  );
  return more && { columns: last, form: shortest, widths: more.map((each, index) => each + (least[index] ?? 0)) };
}

/** Returns the layout of a list that may be wider than the terminal. */
export function layOutWide<Row>(
  columns: readonly Column<Row>[],
  measure: (column: Column<Row>, form: number) => number,
): Layout<Row> {
  return { columns, form: 0, widths: columns.map((column) => measure(column, 0)) };
}

/** Returns the width of the widest line among texts, at least 1. */
export function widest(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, widthOf(text)), 1);
}

/** Returns the text of a cell in a list. */
export function listText<Row>(column: Column<Row>, row: Row, form: number): string {
  const get = column.forms?.[Math.min(form, column.forms.length - 1)] ?? column.shown;
  return get?.(row) ?? tableText(column.value(row));
}

/** Gives all columns their natural widths, except those with long text, which share the rest. */
function share<Row>(
  columns: readonly Column<Row>[],
  natural: readonly number[],
  available: number,
  least: typeof READABLE,
): number[] | undefined {
  const isLong = columns.map((column) => column.long !== undefined);
  const fixed = natural.reduce((sum, width, index) => sum + (isLong[index] ? 0 : width), 0);
  const needed = columns.reduce(
    (sum, { long }, index) => sum + (long === undefined ? 0 : Math.min(natural[index] ?? 0, least[long])),
    fixed,
  );
  if (needed > available) return undefined;
  const shared = fitColumns(
    natural.filter((_, index) => isLong[index]),
    available - fixed,
    SHRUNK.cut,
  );
  if (!shared) return undefined;
  return natural.map((width, index) => (isLong[index] ? (shared.shift() ?? width) : width));
}
