import { type Column, cellText, type Rows } from './column.js';
import type { Output } from './output.js';
import { sanitize } from './sanitize.js';

/** How cells become a line. */
interface Delimited {
  separator: string;
  cell(text: string): string;
}

/**
 * Cells between tabs, a record a line: what would break the line is spelled out, and a backslash doubled, so that a
 * script can tell one from the other.
 */
export const tsv: Delimited = { separator: '\t', cell: (text) => sanitize(text.replaceAll('\\', '\\\\')) };

/** RFC 4180, with the line ends of Unix. Line ends inside a cell stay where they cannot confuse a terminal. */
export function csv(onTerminal: boolean): Delimited {
  return {
    separator: ',',
    cell(text) {
      const safe = sanitize(text, onTerminal ? '' : '\t\r\n');
      return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
    },
  };
}

/** Prints rows as lines, each in full. */
export async function printDelimited<Row>(
  rows: Rows<Row>,
  columns: readonly Column<Row>[],
  { separator, cell }: Delimited,
  header: boolean,
  output: Output,
): Promise<void> {
  const line = (cells: string[]) => output.write(`${cells.map(cell).join(separator)}\n`);
  if (header) await line(columns.map((column) => column.name));
  for await (const row of rows) await line(columns.map((column) => cellText(column.value(row))));
}
