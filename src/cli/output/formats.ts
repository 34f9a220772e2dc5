import { type Column, cellText, cellValue, type Json, type Rows } from './column.js';
import type { Output } from './output.js';
import { sanitize, sanitizeJson } from './sanitize.js';

interface Delimited {
  separator: string;
  cell(text: string): string;
}

/** Escapes tabs and line ends, and doubles backslashes, so that scripts can restore the text. */
export const tsv: Delimited = { separator: '\t', cell: (text) => sanitize(text.replaceAll('\\', '\\\\')) };

/** RFC 4180, with LF. Unless `raw`, text that a spreadsheet would run as a formula gets an apostrophe in front. */
export function csv(onTerminal: boolean, raw: boolean): Delimited {
  return {
    separator: ',',
    cell(text) {
      const isFormula = !raw && /^[=+\-@\t\r]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text);
      const safe = sanitize(isFormula ? `'${text}` : text, onTerminal ? '' : '\t\r\n');
      return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
    },
  };
}

export async function printDelimited<Row>(
  rows: Rows<Row>,
  columns: readonly Column<Row>[],
  { separator, cell }: Delimited,
  header: boolean,
  output: Output,
): Promise<void> {
  const line = (cells: string[]) => output.write(`${cells.map(cell).join(separator)}\n`);
  if (header) await line(columns.map((column) => column.name));
  for await (const row of rows) {
    // `undefined` is an empty line.
    await line(row === undefined ? [] : columns.map((column) => cellText(cellValue(column, row))));
  }
}

/** Keeps one row in memory. In a pipe, each row is one line. */
export async function printJsonList<Row>(rows: Rows<Row>, columns: readonly Column<Row>[], output: Output) {
  let before = '[\n';
  for await (const row of rows) {
    await output.write(before + toJson(row, columns, output.isTerminal ? '  ' : ''));
    before = ',\n';
  }
  await output.write(before === '[\n' ? '[]\n' : '\n]\n');
}

export async function printJsonLines<Row>(rows: Rows<Row>, columns: readonly Column<Row>[], output: Output) {
  for await (const row of rows) await output.write(`${toJson(row, columns, '')}\n`);
}

export async function printJsonDocument<Row>(row: Row, columns: readonly Column<Row>[], output: Output) {
  await output.write(`${toJson(row, columns, '', output.isTerminal)}\n`);
}

function toJson<Row>(row: Row, columns: readonly Column<Row>[], indent: string, pretty = indent !== ''): string {
  const fields: Record<string, Json> = {};
  for (const column of columns) fields[column.name] = cellValue(column, row);
  const json = pretty ? JSON.stringify(fields, null, 2) : JSON.stringify(fields);
  return sanitizeJson(indent + json.replaceAll('\n', `\n${indent}`));
}
