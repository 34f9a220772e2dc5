import { Option } from 'commander';
import { usageError } from '../cli-error.js';
import type { CliCommand } from '../command.js';
import type { Column } from './column.js';

export type Format = 'table' | 'tsv' | 'json' | 'csv' | 'xml';

/** The output options of a command. */
export interface OutputChoice {
  /** Undefined: a table on a terminal, tab-separated in a pipe. */
  format: Format | undefined;
  /** The selected JSON fields; undefined for all. */
  fields: readonly string[] | undefined;
  /** Undefined: the default of the format. */
  header: boolean | undefined;
  /** Show a table whole, also where the terminal is narrower. */
  wide: boolean;
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
    .option('--wide', 'show every column of a table and all of its text, also on a narrow terminal');
}

/**
 * Reads the options that `addOutput` added.
 *
 * @throws {CliError} for an unknown field
 */
export function chosenOutput(command: CliCommand): OutputChoice {
  const { json, xml, output, header, wide } = command.opts<{
    json?: string | true;
    xml?: true;
    output?: Format;
    header?: boolean;
    wide?: true;
  }>();
  const format = json === undefined ? (xml ? 'xml' : output) : 'json';
  const fields = typeof json === 'string' ? chosenFields(json, command) : undefined;
  return { format, fields, header, wide: wide === true };
}

function chosenFields(list: string, { fields, registeredArguments }: CliCommand): string[] {
  const chosen = list.split(',').map((field) => field.trim());
  const unknown = chosen.find((field) => !fields.includes(field));
  if (unknown === undefined) return chosen;
  const hint = registeredArguments.length > 0 ? '; put other arguments before --json' : '';
  throw usageError(`there is no field “${unknown}”: choose from ${fields.join(', ')}${hint}`);
}
