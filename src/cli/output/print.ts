import type { CliCommand } from '../command.js';
import type { Context } from '../context.js';
import type { Column, Rows } from './column.js';
import { chosenOutput, type Format } from './output-options.js';
import { csv, printDelimited, tsv } from './print-delimited.js';
import { printJsonDocument, printJsonList } from './print-json.js';
import { sanitize } from './sanitize.js';

/** Prints what a command has found, in the format that was asked for or that suits where the output goes. */
export interface Printer<Row> {
  readonly format: Format;
  /**
   * Prints a list, row by row as they come.
   *
   * @param whenEmpty said on standard error to whoever looks at an empty terminal
   */
  rows(rows: Rows<Row>, whenEmpty?: string): Promise<void>;
  /** Prints one thing: an object in JSON, and field by field on a terminal. */
  record(row: Row): Promise<void>;
  /** Prints a text that is finished, such as a token: as it is into a pipe, sanitized on a terminal. */
  text(text: string): Promise<void>;
}

/**
 * The single place that prints data. On a terminal a table; in a pipe one record a line, its cells between tabs, with
 * nothing left out; JSON, CSV and the other of these two on request. Text goes through the sanitizer in all of them.
 *
 * @throws {CliError} when the options of the command ask for what there is not, before any work is done
 */
export function createPrinter<Row>(
  context: Context,
  command: CliCommand,
  columns: readonly Column<Row>[],
): Printer<Row> {
  const { stdout } = context;
  const choice = chosenOutput(command);
  const format = choice.format ?? (stdout.isTerminal ? 'table' : 'tsv');
  const cells = columns.filter((column) => column.detail === undefined);

  async function print(rows: Rows<Row>, isList: boolean): Promise<void> {
    if (format === 'json') {
      const chosen = (choice.fields ?? columns.map(({ name }) => name)).map((name) => columnOf(columns, name));
      return isList ? printJsonList(rows, chosen, stdout) : printJsonDocument(await only(rows), chosen, stdout);
    }
    if (format === 'csv') return printDelimited(rows, cells, csv(stdout.isTerminal), choice.header ?? true, stdout);
    if (format === 'tsv') return printDelimited(rows, cells, tsv, choice.header ?? false, stdout);
    const { printTable, printFields } = await import('./table.js');
    const style = { header: choice.header ?? true, colour: hasColour(context, command) };
    return isList ? printTable(rows, cells, style, stdout) : printFields(await only(rows), cells, style, stdout);
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
      if (count === 0 && whenEmpty !== undefined && stdout.isTerminal) context.info(whenEmpty);
    },
    record: (row) => print([row], false),
    text: (text) => stdout.write(`${stdout.isTerminal ? sanitize(text, '\n') : text}\n`),
  };
}

/** Colour is for terminals that can show it and whose user has not declined it. https://no-color.org */
function hasColour({ io, stdout }: Context, command: CliCommand): boolean {
  const { color } = command.optsWithGlobals<{ color: boolean }>();
  return color && stdout.isTerminal && !io.env.NO_COLOR && io.env.TERM !== 'dumb';
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
