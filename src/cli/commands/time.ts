import { formatCgt } from '../../domain/galactic-time.js';
import { CliCommand } from '../command.js';
import type { Context } from '../context.js';
import { CliError, usageError } from '../exit-status.js';
import { repeated } from '../input/options.js';
import { readTimestamp, readTimeZone, type TimeForm, type TimeZone } from '../input/read-time.js';
import type { Column } from '../output/columns.js';
import { isoDate, isoDateAt } from '../output/dates.js';
import { addOutput, createPrinter, printUntilFailure } from '../output/print.js';

interface Given {
  text: string;
  form?: TimeForm;
  where: string;
  /** The reason why a line has no text. */
  problem?: string;
}

/** Undefined for an empty line. */
type Row = number | undefined;

function columnsIn(zone?: TimeZone): Column<Row>[] {
  const date = (time: number) => (zone ? isoDateAt(time, zone.offsetAt(time)) : isoDate(time));
  return [
    { name: 'timestamp', value: (time = 0) => time, align: 'right' },
    { name: 'cgt', value: (time = 0) => formatCgt(time), tone: 'strong' },
    { name: 'date', value: (time = 0) => date(time) },
  ];
}

export function createCommand(context: Context): CliCommand {
  const command = new CliCommand('time', context)
    .description(
      'Converts between galactic time, Unix seconds and dates, without a server. A value can have any of these ' +
        'forms, and is printed in all three: timestamp, cgt, date. Without a value, the current time is ' +
        'printed, as for now. Unix seconds can have an @ in front.\n\nDates are in UTC, or in the zone of --tz; a date ' +
        'in the input can name another. A fraction of a second is cut off. An invalid value is reported on standard ' +
        'error, and the others are printed.',
    )
    .argument(
      '[values...]',
      'times in any of the forms; - reads them from standard input, one per line; an empty line stays empty',
    )
    .option('--cgt <cgt>', 'a galactic time, “Year 12 Day 3, 05:12:14” or Y12D3; can be repeated', repeated)
    .option('--tz <zone>', 'the time zone of dates, such as Europe/Berlin (default: UTC)', readTimeZone)
    .exitStatus('usage', 'a value is invalid')
    .example('svcapi time', 'the current time')
    .example('svcapi time --cgt "Year 12 Day 3"', 'a day as Unix seconds, galactic time and date')
    .example('svcapi time 1291273200 Y25D204 2024-06-17T12:00Z --json timestamp,cgt', 'several values, in any form')
    .example("printf 'Y12D3\\nY12D4\\n' | svcapi time - | cut -f1", 'a column of galactic times as Unix seconds')
    .example('svcapi time now --tz America/New_York', 'the current time, with the date in New York')
    .action((values: string[], { cgt = [], tz }: { cgt?: string[]; tz?: TimeZone }) => {
      const given = cgt.map((text): Given => ({ text, form: 'cgt', where: '--cgt' }));
      return print(command, [...given, ...values.map((text) => ({ text, where: '' }))], tz);
    });
  return addOutput(command, columnsIn());
}

const isInput = ({ text, form }: Given) => text === '-' && form === undefined;

async function print(command: CliCommand, all: readonly Given[], zone: TimeZone | undefined): Promise<void> {
  const { context } = command;
  const printer = createPrinter(command, columnsIn(zone));
  if (all.length === 0) return printer.rows([context.now()]);
  if (all.filter(isInput).length > 1) throw usageError('standard input can only be read once; give - once');
  const source = { now: () => context.now(), zone };

  function read({ text, form, where, problem }: Given): Row[] {
    try {
      if (problem !== undefined) throw usageError(problem);
      return [readTimestamp(text, source, form)];
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      context.exit = 'usage';
      const quoted = problem === undefined ? `“${text.length > 80 ? `${text.slice(0, 80)}…` : text}”` : '';
      context.error(`${[where, quoted].filter(Boolean).join(' ')}: ${error.message}`);
      return [];
    }
  }

  async function* readInput(): AsyncGenerator<Row> {
    const { linesOf } = await import('../input/read-input.js');
    for await (const { number, ...line } of linesOf(context.io.stdin)) {
      const isBlank = 'text' in line && line.text.trim() === '';
      // The other formats have no empty lines.
      if (!isBlank) yield* read({ text: '', ...line, where: `line ${number}` });
      else if (printer.format === 'tsv') yield undefined;
    }
  }

  async function* readAll(): AsyncGenerator<Row> {
    for (const value of all) yield* isInput(value) ? readInput() : read(value);
  }

  const failure = await printUntilFailure(readAll(), printer);
  if (failure) throw failure.cause;
}
