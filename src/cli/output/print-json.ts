import { type Column, cellValue, type Json, type Rows } from './column.js';
import type { Output } from './output.js';
import { sanitizeJson } from './sanitize.js';

/** Prints rows as a JSON array, one row in memory at a time and, in a pipe, one row per line. */
export async function printJsonList<Row>(rows: Rows<Row>, columns: readonly Column<Row>[], output: Output) {
  let before = '[\n';
  for await (const row of rows) {
    await output.write(before + toJson(row, columns, output.isTerminal ? '  ' : ''));
    before = ',\n';
  }
  await output.write(before === '[\n' ? '[]\n' : '\n]\n');
}

/** Prints each row as a JSON object on a line of its own, as it arrives. */
export async function printJsonLines<Row>(rows: Rows<Row>, columns: readonly Column<Row>[], output: Output) {
  for await (const row of rows) await output.write(`${toJson(row, columns, '')}\n`);
}

/** Prints a row as a JSON object. */
export async function printJsonDocument<Row>(row: Row, columns: readonly Column<Row>[], output: Output) {
  await output.write(`${toJson(row, columns, '', output.isTerminal)}\n`);
}

function toJson<Row>(row: Row, columns: readonly Column<Row>[], indent: string, pretty = indent !== ''): string {
  const fields: Record<string, Json> = {};
  for (const column of columns) fields[column.name] = cellValue(column, row);
  const json = pretty ? JSON.stringify(fields, null, 2) : JSON.stringify(fields);
  return sanitizeJson(indent + json.replaceAll('\n', `\n${indent}`));
}
