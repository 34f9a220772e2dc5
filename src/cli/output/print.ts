import { Option } from 'commander';
import { usageError } from '../cli-error.js';
import type { CliCommand } from '../command.js';
import type { Column, Rows } from './column.js';
import { csv, printDelimited, printJsonDocument, printJsonLines, printJsonList, tsv } from './formats.js';
import type { Output } from './output.js';
import { sanitize } from './sanitize.js';
import { hasColour, isUtf8 } from './terminal.js';

export type Format = 'table' | 'tsv' | 'json' | 'csv' | 'xml';

/** The output options of a command. */
interface OutputChoice {
  /** Undefined: a table on a terminal, tab-separated in a pipe. */
  format: Format | undefined;
  /** The selected JSON fields; undefined for all. */
  fields: readonly string[] | undefined;
  /** Undefined: the default of the format. */
  header: boolean | undefined;
  /** Show a table whole, also where the terminal is narrower. */
  wide: boolean;
  /** Leave formulas in CSV as they are. */
  raw: boolean;
}

/** Prints the result of a command in the selected format. */
export interface Printer<Row> {
  readonly format: Format;
  /**
   * Prints a list, each row as it arrives.
   *
   * @param whenEmpty the message on standard error for an empty list on a terminal
   */
  rows(rows: Rows<Row>, whenEmpty?: string | (() => string | undefined)): Promise<void>;
  /** Prints a single object, on a terminal one field per line. */
  record(row: Row): Promise<void>;
  /** Prints text: unchanged into a pipe, sanitized on a terminal. */
  text(text: string): Promise<void>;
  /** Prints a text alone or, in the format that an option names, the object that it is from. */
  value(text: string | null, row: Row): Promise<void>;
}

/** Choices of a command about its table. */
export interface PrinterOptions<Row> {
  /** The columns of a table on a terminal, where these are not the same; `--wide` shows all. */
  compact?: readonly Column<Row>[];
  /** False for rows that must appear as they arrive; all others may go to a pager. */
  paged?: boolean;
  /** True for rows that come without an end: each is a line of its own, in JSON too, and there is no table. */
  isEndless?: boolean;
}

/**
 * Adds the output options.
 *
 * @param xml also offer the XML of the service
 */
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
    .option('--raw', 'with --output csv: leave texts that a spreadsheet would run as formulas as they are')
    .option('--wide', 'show every column of a table and all of its text, also on a narrow terminal');
}

/**
 * Creates the printer of a command, the single place that prints data: a table on a terminal, tab-separated lines in a pipe,
 * or the format of `--output`. Every format sanitizes text.
 *
 * @throws {CliError} for invalid output options
 */
export function createPrinter<Row>(
  command: CliCommand,
  columns: readonly Column<Row>[],
  { compact, paged = true, isEndless = false }: PrinterOptions<Row> = {},
): Printer<Row> {
  const { context } = command;
  const { io, stdout } = context;
  const choice = chosenOutput(command);
  const usual = stdout.isTerminal && !isEndless ? 'table' : 'tsv';
  const format = choice.format ?? usual;
  const cells = columns.filter((column) => column.detail === undefined);
  const wide = choice.wide || !stdout.isTerminal;

  async function print(all: Rows<Row>, isList: boolean): Promise<void> {
    const rows = isEndless ? flushed(all, stdout) : all;
    if (paged) await page(command);
    if (format === 'json') {
      const chosen = (choice.fields ?? columns.map(({ name }) => name)).map((name) => columnOf(columns, name));
      if (isEndless) return printJsonLines(rows, chosen, stdout);
      return isList ? printJsonList(rows, chosen, stdout) : printJsonDocument(await only(rows), chosen, stdout);
    }
    if (format === 'csv')
      return printDelimited(rows, cells, csv(stdout.isTerminal, choice.raw), choice.header ?? true, stdout);
    if (format === 'tsv') return printDelimited(rows, cells, tsv, choice.header ?? false, stdout);
    const { printTable, printFields } = await import('./table.js');
    const { color } = command.optsWithGlobals<{ color: boolean }>();
    const style = {
      header: choice.header ?? true,
      colour: color && hasColour(io.env, stdout.isTerminal),
      wide,
      ascii: !isUtf8(io.env),
    };
    const shown = (wide ? undefined : compact) ?? cells;
    return isList ? printTable(rows, shown, style, stdout) : printFields(await only(rows), shown, style, stdout);
  }

  /** Keeps the order on a terminal, where messages of standard error follow. */
  async function settle(): Promise<void> {
    if (stdout.isTerminal) await stdout.flush();
  }

  return {
    format,
    async rows(rows, whenEmpty) {
      let count = 0;
      await print(
        counted(rows, () => {
          count++;
        }),
        true,
      );
      await settle();
      if (count > 0 || !stdout.isTerminal) return;
      const message = typeof whenEmpty === 'function' ? whenEmpty() : whenEmpty;
      if (message !== undefined) context.info(message);
    },
    async record(row) {
      await print([row], false);
      await settle();
    },
    async text(text) {
      if (paged) await page(command);
      return stdout.write(`${stdout.isTerminal ? sanitize(text, '\n') : text}\n`);
    },
    async value(text, row) {
      if (choice.format !== undefined) await this.record(row);
      else if (text !== null) await this.text(text);
      await stdout.flush();
    },
  };
}

/** Shows what is longer than the terminal in a pager, unless the user has declined it. */
async function page(command: CliCommand): Promise<void> {
  const { io, stdout } = command.context;
  const { height, width } = stdout;
  const isDeclined = command.optsWithGlobals<{ pager?: boolean }>().pager === false;
  if (!stdout.isTerminal || height === undefined || isDeclined) return;
  // Loaded only here, so that the program starts faster.
  const { pagingFor } = await import('./pager.js');
  const paging = pagingFor({ rows: height, columns: width, env: io.env, onInterrupt: io.onInterrupt });
  if (paging) stdout.page(paging);
}

function columnOf<Row>(columns: readonly Column<Row>[], name: string): Column<Row> {
  const column = columns.find((candidate) => candidate.name === name);
  if (!column) throw new Error(`the command has no column ${name}`);
  return column;
}

/** Writes each row before it asks for the next one, which may come hours later: a reader that has gone is noticed at once. */
async function* flushed<Row>(rows: Rows<Row>, stdout: Output): AsyncGenerator<Row> {
  for await (const row of rows) {
    yield row;
    await stdout.flush();
  }
}

async function* counted<Row>(rows: Rows<Row>, count: () => void): AsyncGenerator<Row> {
  for await (const row of rows) {
    count();
    yield row;
  }
}

async function only<Row>(rows: Rows<Row>): Promise<Row> {
  for await (const row of rows) return row;
  throw new Error('there is nothing to print');
}

/**
 * Reads the options that `addOutput` added.
 *
 * @throws {CliError} for an unknown field
 */
function chosenOutput(command: CliCommand): OutputChoice {
  const { json, xml, output, header, wide, raw } = command.opts<{
    json?: string | true;
    xml?: true;
    output?: Format;
    header?: boolean;
    wide?: true;
    raw?: true;
  }>();
  const format = json === undefined ? (xml ? 'xml' : output) : 'json';
  const fields = typeof json === 'string' ? chosenFields(json, command) : undefined;
  return { format, fields, header, wide: wide === true, raw: raw === true };
}

function chosenFields(list: string, { fields, registeredArguments }: CliCommand): string[] {
  const chosen = list.split(',').map((field) => field.trim());
  const unknown = chosen.find((field) => !fields.includes(field));
  if (unknown === undefined) return chosen;
  const hint = registeredArguments.length > 0 ? '; put other arguments before --json' : '';
  throw usageError(`there is no field “${unknown}”: choose from ${fields.join(', ')}${hint}`);
}
