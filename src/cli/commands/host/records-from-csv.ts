import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { usageError } from '../../exit-status.js';
import { isTimeOfDay, quoteCell, readCsv } from '../../input/csv.js';
import { openInput, unreadable } from '../../input/read-input.js';
import { sanitizeJson } from '../../output/sanitize.js';

export function createCommand(context: Context): CliCommand {
  const command = new CliCommand('records-from-csv', context)
    .description(
      'Prints a record for each row of tables in CSV and UTF-8, as a spreadsheet saves them, and an end record that counts ' +
        'them. The first row has the names of fields (docs/import-format.md); an empty cell leaves its field out. It needs no ' +
        'database.',
    )
    .argument('<tables...>', 'for each table the kind of its records, and its file; - reads standard input')
    .exitStatus('usage', 'a table cannot be read, or a row has too many or too few cells')
    .example('svcapi records-from-csv character characters.csv > characters.ndjson', 'a file for svcapi import')
    .example('svcapi records-from-csv faction factions.csv | svcapi import -', 'into the database at once');
  return command.action((tables: string[]) => convert(context, tables));
}

async function convert(context: Context, tables: readonly string[]): Promise<void> {
  const { endLine, fieldsOf, isRecordType, readCell } = await import('../../../transfer/records.js');
  const { recordTypes } = await import('../../../model/index.js');
  const { stdout } = context;
  const write = (line: string) => stdout.write(stdout.isTerminal ? sanitizeJson(line) : line);
  let records = 0;
  for (let at = 0; at < tables.length; at += 2) {
    const [kind = '', file] = tables.slice(at, at + 2);
    if (!isRecordType(kind)) throw usageError(`there is no kind “${kind}”; give one of ${recordTypes.join(', ')}`);
    if (file === undefined) throw usageError(`the table of “${kind}” is missing; give its file after the kind`);
    for await (const fields of rowsOf(context, file, [...fieldsOf(kind).keys()])) {
      const cells = Object.entries(fields).filter(([, cell]) => cell !== '');
      const values = cells.map(([name, cell]) => [name, readCell(kind, name, cell)] as const);
      await write(`${JSON.stringify({ kind, ...Object.fromEntries(values) })}\n`);
      records += 1;
    }
  }
  await write(endLine(records));
}

async function* rowsOf(
  context: Context,
  file: string,
  names: readonly string[],
): AsyncGenerator<Record<string, string>> {
  let hasHeader = false;
  const check = (header: readonly string[]) => {
    hasHeader = true;
    return header.includes('kind') ? 'leave out the column “kind”: the command line names it' : undefined;
  };
  try {
    for await (const row of readCsv(openInput(context, file), names, check)) {
      if ('problem' in row) throw usageError(`line ${row.line}: ${row.problem}`);
      const lost = Object.entries(row.fields).find(([name, cell]) => /(^|_)uid$/.test(name) && isTimeOfDay(cell));
      if (lost) throw usageError(`line ${row.line}: ${lost[0]} is ${quoteCell(lost[1])}`);
      yield row.fields;
    }
    if (!hasHeader) throw usageError('it is empty; its first row must have the names of fields');
  } catch (error) {
    throw unreadable(file, error);
  }
}
