import { Option } from 'commander';
import { usageError } from '../cli-error.js';
import type { CliCommand } from '../command.js';
import type { Column } from './column.js';

export type Format = 'table' | 'tsv' | 'json' | 'csv' | 'xml';

/** How a command was asked to print. */
export interface OutputChoice {
  /** Nothing where the command line leaves it to where the output goes. */
  format: Format | undefined;
  /** The fields of JSON that were chosen; all of them otherwise. */
  fields: readonly string[] | undefined;
  /** Whether a line of headings comes first, where the command line says so. */
  header: boolean | undefined;
}

/**
 * Adds the options that choose how a command prints.
 *
 * @param xml the command has the answer of a server, which can be printed as it came
 */
export function addOutput<Row>(
  command: CliCommand,
  columns: readonly Column<Row>[],
  { xml = false }: { xml?: boolean } = {},
): CliCommand {
  command.fields = columns.map((column) => column.name);
  const formats: Format[] = ['table', 'tsv', 'json', 'csv'];
  const fields = `one JSON document, with these fields only: ${command.fields.join(', ')}`;
  command.addOption(new Option('--json [fields]', fields).conflicts(['output', 'xml']));
  if (xml) command.addOption(new Option('--xml', 'the XML of the server, as it came').conflicts('output'));
  return command
    .addOption(new Option('--output <format>', 'force a format').choices(xml ? [...formats, 'xml'] : formats))
    .option('--header', 'a line of headings first, in a pipe too')
    .option('--no-header', 'no headings, on a terminal neither');
}

/**
 * What the options of `addOutput` say.
 *
 * @throws {CliError} when a field is chosen that there is not
 */
export function chosenOutput(command: CliCommand): OutputChoice {
  const { json, xml, output, header } = command.opts<{
    json?: string | true;
    xml?: true;
    output?: Format;
    header?: boolean;
  }>();
  const format = json === undefined ? (xml ? 'xml' : output) : 'json';
  const fields = typeof json === 'string' ? chosenFields(json, command) : undefined;
  return { format, fields, header };
}

function chosenFields(list: string, { fields, registeredArguments }: CliCommand): string[] {
  const chosen = list.split(',').map((field) => field.trim());
  const unknown = chosen.find((field) => !fields.includes(field));
  if (unknown === undefined) return chosen;
  const hint = registeredArguments.length > 0 ? '; what is no field goes before --json' : '';
  throw usageError(`there is no field “${unknown}”: choose from ${fields.join(', ')}${hint}`);
}
