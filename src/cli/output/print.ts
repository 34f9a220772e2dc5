import { Option } from 'commander';
import type { CliCommand } from '../command.js';
import { usageError } from '../exit-status.js';
import { hasColour, isUtf8 } from '../io.js';
import { type Column, cellText, cellValue, type Json, type Rows } from './columns.js';
import type { Output } from './output.js';
import { sanitize, sanitizeJson } from './sanitize.js';

export type Format = 'table' | 'tsv' | 'json' | 'csv' | 'xml';

interface OutputOptions {
  json?: string | true;
  xml?: true;
  output?: Format;
  header?: boolean;
  wide?: true;
  raw?: true;
}

export interface Printer<Row> {
  readonly format: Format;
  /** Prints each row as it arrives, or all at the end on a terminal. `whenEmpty` goes to standard error there. */
  rows(rows: Rows<Row>, whenEmpty?: string | (() => string | undefined)): Promise<void>;
  /** Prints a single object, on a terminal one field per line. */
  record(row: Row): Promise<void>;
  /** Prints text: unchanged into a pipe, sanitized on a terminal. */
  text(text: string): Promise<void>;
}

export interface PrinterOptions<Row> {
  /** The columns of a table on a terminal; `--wide` shows all columns. */
  compact?: readonly Column<Row>[];
  /** True for a list without an end: each row is one line, also in JSON, and there is no table. */
  isEndless?: boolean;
}

export function addOutput<Row>(
  command: CliCommand,
  columns: readonly Column<Row>[],
  { xml = false }: { xml?: boolean } = {},
): CliCommand {
  command.fields = columns.map((column) => column.name);
  const formats: Format[] = ['table', 'tsv', 'json', 'csv'];
  const fields = `print JSON, with all fields or some of these: ${command.fields.join(', ')}`;
  command.addOption(new Option('--json [fields]', fields).conflicts(['output', 'xml']));
  if (xml) command.addOption(new Option('--xml', 'print the XML of the service, unchanged').conflicts('output'));
  return command
    .addOption(new Option('--output <format>', 'print in this format').choices(xml ? [...formats, 'xml'] : formats))
    .option('--header', 'print a header row, also in a pipe')
    .option('--no-header', 'omit the header row, also on a terminal')
    .option('--raw', 'with --output csv: do not mark texts that a spreadsheet would run as formulas')
    .option('--wide', 'show every column of a table and all of its text, also on a narrow terminal');
}

/** Creates the printer for all data of a command. @throws {CliError} for invalid output options */
export function createPrinter<Row>(
  command: CliCommand,
  columns: readonly Column<Row>[],
  { compact, isEndless = false }: PrinterOptions<Row> = {},
): Printer<Row> {
  const { context } = command;
  const { io, stdout } = context;
  const { json, xml, output, header, wide, raw = false } = command.opts<OutputOptions>();
  const chosen = json === undefined ? (xml ? 'xml' : output) : 'json';
  if (isEndless && chosen === 'table') throw usageError('a list without an end has no table; leave out --output table');
  const format = chosen ?? (stdout.isTerminal && !isEndless ? 'table' : 'tsv');
  const fields = typeof json === 'string' ? chosenFields(json, command) : columns.map(({ name }) => name);
  const cells = columns.filter((column) => column.detail === undefined);
  const isWide = wide === true || !stdout.isTerminal;
  const { pager, color } = command.optsWithGlobals<{ pager?: boolean; color: boolean }>();

  async function page(): Promise<void> {
    const { rows } = io.stdout;
    if (isEndless || !stdout.isTerminal || !rows || pager === false) return;
    // Loaded only here, so that the program starts faster.
    const { pagingFor } = await import('./pager.js');
    const paging = pagingFor(io, rows, stdout.width);
    if (paging) stdout.page(paging);
  }

  async function print(rows: Rows<Row>, record?: { row: Row }): Promise<void> {
    await page();
    if (format === 'json') {
      const picked = fields.flatMap((name) => columns.find((column) => column.name === name) ?? []);
      if (record) await stdout.write(`${toJson(record.row, picked, '', stdout.isTerminal)}\n`);
      else if (isEndless) for await (const row of rows) await stdout.write(`${toJson(row, picked, '')}\n`);
      else await printJsonList(rows, picked, stdout);
    } else if (format === 'csv') {
      await printDelimited(rows, cells, csv(stdout.isTerminal, raw), header ?? true, stdout);
    } else if (format === 'tsv') {
      await printDelimited(rows, cells, tsv, header ?? false, stdout);
    } else {
      const { printTable, printFields } = await import('./table.js');
      const colour = color && hasColour(io.env, stdout.isTerminal);
      const style = { header: header ?? true, colour, wide: isWide, ascii: !isUtf8(io.env) };
      const shown = (isWide ? undefined : compact) ?? cells;
      if (record) await printFields(record.row, shown, style, stdout);
      else await printTable(await gather(rows), shown, style, stdout);
    }
    // Keeps the order on a terminal, where messages of standard error follow.
    if (stdout.isTerminal) await stdout.flush();
  }

  /** The next row may come hours later: notices at each whether the reader has gone. */
  async function* flushed(rows: Rows<Row>): AsyncGenerator<Row> {
    for await (const row of rows) {
      yield row;
      await stdout.flush();
    }
  }

  return {
    format,
    async rows(rows, whenEmpty) {
      if (isEndless) return print(flushed(rows));
      // On a terminal, a progress bar is shown until all rows are read.
      const held = stdout.isTerminal ? await gather(rows) : undefined;
      await print(held ?? rows);
      const message = typeof whenEmpty === 'function' ? whenEmpty() : whenEmpty;
      if (held?.length === 0 && message !== undefined) context.info(message);
    },
    record: (row) => print([row], { row }),
    async text(text) {
      await page();
      return stdout.write(`${stdout.isTerminal ? sanitize(text, '\n') : text}\n`);
    },
  };
}

/** Prints rows until they end or fail, and returns the error. The output is complete in both cases, also as JSON. */
export async function printUntilFailure<Row>(
  rows: AsyncIterable<Row>,
  printer: Pick<Printer<Row>, 'rows'>,
  whenEmpty?: string,
): Promise<{ cause: unknown } | undefined> {
  let failure: { cause: unknown } | undefined;
  async function* untilFailure(): AsyncGenerator<Row> {
    try {
      yield* rows;
    } catch (cause) {
      failure = { cause };
    }
  }
  await printer.rows(untilFailure(), () => (failure ? undefined : whenEmpty));
  return failure;
}

async function gather<Row>(rows: Rows<Row>): Promise<Row[]> {
  const gathered: Row[] = [];
  for await (const row of rows) gathered.push(row);
  return gathered;
}

function chosenFields(list: string, { fields, registeredArguments }: CliCommand): string[] {
  const chosen = list.split(',').map((field) => field.trim());
  const unknown = chosen.find((field) => !fields.includes(field));
  if (unknown === undefined) return chosen;
  const hint = registeredArguments.length > 0 ? '; put other arguments before --json' : '';
  throw usageError(`there is no field “${unknown}”: choose from ${fields.join(', ')}${hint}`);
}

interface Delimited {
  separator: string;
  cell(text: string, isProse?: boolean): string;
}

/** Escapes tabs and line ends, and doubles backslashes, so that scripts can restore the text. */
const tsv: Delimited = {
  separator: '\t',
  cell: (text, isProse) => sanitize(isProse ? text : text.replaceAll('\\', '\\\\')),
};

/** RFC 4180, with LF. Unless `raw`, text that a spreadsheet would run as a formula gets an apostrophe in front. */
function csv(onTerminal: boolean, raw: boolean): Delimited {
  return {
    separator: ',',
    cell(text) {
      const isFormula = !raw && /^[=+\-@\t\r]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text);
      const safe = sanitize(isFormula ? `'${text}` : text, onTerminal ? '' : '\t\r\n');
      return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
    },
  };
}

async function printDelimited<Row>(
  rows: Rows<Row>,
  columns: readonly Column<Row>[],
  { separator, cell }: Delimited,
  header: boolean,
  output: Output,
): Promise<void> {
  const line = (cells: string[]) =>
    output.write(`${cells.map((text, index) => cell(text, columns[index]?.isProse)).join(separator)}\n`);
  if (header) await line(columns.map((column) => column.name));
  for await (const row of rows) {
    // `undefined` is an empty line.
    await line(row === undefined ? [] : columns.map((column) => cellText(cellValue(column, row))));
  }
}

/** Keeps one row in memory. In a pipe, each row is one line. */
async function printJsonList<Row>(rows: Rows<Row>, columns: readonly Column<Row>[], output: Output) {
  let before = '[\n';
  for await (const row of rows) {
    await output.write(before + toJson(row, columns, output.isTerminal ? '  ' : ''));
    before = ',\n';
  }
  await output.write(before === '[\n' ? '[]\n' : '\n]\n');
}

function toJson<Row>(row: Row, columns: readonly Column<Row>[], indent: string, pretty = indent !== ''): string {
  const fields: Record<string, Json> = {};
  for (const column of columns) fields[column.name] = cellValue(column, row);
  const json = pretty ? JSON.stringify(fields, null, 2) : JSON.stringify(fields);
  return sanitizeJson(indent + json.replaceAll('\n', `\n${indent}`));
}
