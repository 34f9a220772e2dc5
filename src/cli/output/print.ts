import type { CliCommand } from '../command.js';
import type { Column, Rows } from './column.js';
import { chosenOutput, type Format } from './output-options.js';
import { csv, printDelimited, tsv } from './print-delimited.js';
import { printJsonDocument, printJsonLines, printJsonList } from './print-json.js';
import { sanitize } from './sanitize.js';
import { hasColour, isUtf8 } from './terminal.js';

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

  async function print(rows: Rows<Row>, isList: boolean): Promise<void> {
    if (paged) await page(command);
    if (format === 'json') {
      const chosen = (choice.fields ?? columns.map(({ name }) => name)).map((name) => columnOf(columns, name));
      if (isEndless) return printJsonLines(rows, chosen, stdout);
      return isList ? printJsonList(rows, chosen, stdout) : printJsonDocument(await only(rows), chosen, stdout);
    }
    if (format === 'csv') return printDelimited(rows, cells, csv(stdout.isTerminal), choice.header ?? true, stdout);
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
