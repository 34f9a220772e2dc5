import { Option } from 'commander';
import { CliError, usageError } from '../cli-error.js';
import { CliCommand } from '../command.js';
import type { Context } from '../context.js';
import {
  guessForm,
  hasFraction,
  isUnreadable,
  readTimestamp,
  readTimeZone,
  type TimeForm,
  type TimeZone,
  timestampColumns,
} from '../input/read-time.js';
import type { Column } from '../output/column.js';
import { addOutput, createPrinter } from '../output/print.js';

/** A value and its position in the input. */
interface Given {
  text: string;
  form?: TimeForm;
  where: string;
  /** The reason why a line has no text. */
  problem?: string;
  /** True for an empty line. */
  isBlank?: boolean;
}

/** Invalid values that are reported; further ones are only counted. */
const MAX_REPORTED = 20;

/** Creates `svcapi time`. It computes locally, so that it needs no server and starts fast. */
export function timeCommand(context: Context): CliCommand {
  const given: Given[] = [];
  const collect = (flag: string, form: TimeForm, about: string) =>
    new Option(flag, `${about}; can be repeated`).argParser((text) => given.push({ text, form, where: `--${form}` }));

  const command = new CliCommand('time', context)
    .summary('show or convert galactic time')
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
    .addOption(collect('--cgt <cgt>', 'cgt', 'a galactic time: “Year 12 Day 3, 05:12:14” or Y12D3'))
    .addOption(collect('--time <seconds>', 'time', 'a number of Unix seconds'))
    .addOption(collect('--date <date>', 'date', 'an ISO date: 2010-12-02 or 2010-12-02T07:00Z'))
    .option('--tz <zone>', 'the time zone of dates, such as Europe/Berlin (default: UTC)', readTimeZone)
    .exitStatus('usage', 'a value is invalid')
    .example('svcapi time', 'the current time')
    .example('svcapi time --cgt "Year 12 Day 3"', 'a day as Unix seconds, galactic time and date')
    .example('svcapi time 1291273200 Y25D204 2024-06-17T12:00Z --json timestamp,cgt', 'several values, in any form')
    .example("printf 'Y12D3\\nY12D4\\n' | svcapi time - | cut -f1", 'a column of galactic times as Unix seconds')
    .example('svcapi time now --tz America/New_York', 'the current time, with the date in New York')
    .action(async (values: string[], { tz: zone }: { tz?: TimeZone }) => {
      const all = [...given, ...values.map((text) => ({ text, where: '' }))];
      const source = { now: () => context.now(), zone };
      const columns = timestampColumns(zone);
      if (all.length === 0) return createPrinter(command, columns).rows([context.now()]);
      await printAll(command, all, columns, (text, form) => readTimestamp(text, source, form));
    });
  return addOutput(command, timestampColumns());
}

/** Prints all values, an empty line of standard input as an empty line. An interruption says with which line to continue. */
async function printAll<Time>(
  command: CliCommand,
  all: Given[],
  columns: Column<Time>[],
  read: Reader<Time>,
): Promise<void> {
  const { context } = command;
  const printer = createPrinter(command, columns as Column<Time | undefined>[]);
  // The other formats have no empty lines.
  const keepsBlank = printer.format === 'tsv';
  let done = 0;
  const rows = (input: AsyncIterable<Given>) => readAll(input, context, read, keepsBlank);
  if (!all.some(isInput)) return printer.rows(rows(withInput(all, context)));
  const [{ interruptible }, { printUntilFailure, withAdvice }] = await Promise.all([
    import('../interrupt.js'),
    import('../output/until-failure.js'),
  ]);
  const advice = () => `continue with line ${done + 1}, as tail -n +${done + 1} does`;
  const onDone = (line: number) => {
    done = line;
  };
  const work = async (signal: AbortSignal) => {
    const failure = await printUntilFailure(rows(withInput(all, context, onDone, signal)), printer, '');
    if (failure) throw signal.aborted ? withAdvice(failure.cause, advice()) : failure.cause;
  };
  await interruptible(context, 'not all lines were read', work, { advice });
}

/** Converts a text of a form. */
type Reader<Time> = (text: string, form: TimeForm) => Time | Promise<Time>;

const isInput = ({ text, form }: Given) => text === '-' && form === undefined;

/** Converts all values, and reports the invalid ones. */
async function* readAll<Time>(
  given: AsyncIterable<Given>,
  context: Context,
  read: Reader<Time>,
  keepsBlank: boolean,
): AsyncGenerator<Time | undefined> {
  let unreadable = 0;
  let hasCut = false;
  for await (const { text, form: givenForm, where, problem, isBlank } of given) {
    if (isBlank) {
      if (keepsBlank) yield undefined;
      continue;
    }
    let time: Time;
    try {
      if (problem !== undefined) throw usageError(problem);
      const form = givenForm ?? guessForm(text);
      time = await read(text, form);
      if (!hasCut && hasFraction(text, form)) {
        context.info(`Fractions of a second are cut off, as in “${shorten(text)}”.`);
        hasCut = true;
      }
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      context.exit = 'usage';
      const name = [where, problem === undefined ? `“${shorten(text)}”` : ''].filter(Boolean).join(' ');
      if (++unreadable <= MAX_REPORTED) context.error(`${name}: ${error.message}`);
      continue;
    }
    yield time;
  }
  if (unreadable > MAX_REPORTED) context.error(`${unreadable - MAX_REPORTED} more values are invalid`);
}

/**
 * Yields all values, and the lines of standard input in place of its name.
 *
 * @param onDone is called with the number of each line that was taken
 */
async function* withInput(
  given: Given[],
  { io }: Context,
  onDone: (line: number) => void = () => {},
  signal?: AbortSignal,
): AsyncGenerator<Given> {
  if (given.filter(isInput).length > 1) {
    throw new CliError('usage', 'standard input can only be read once; give - once');
  }
  for (const value of given) {
    if (!isInput(value)) {
      yield value;
      continue;
    }
    signal?.addEventListener('abort', () => io.stdin.destroy(signal.reason));
    const { linesOf } = await import('../input/read-input.js');
    for await (const { number, ...line } of linesOf(io.stdin)) {
      const isBlank = 'text' in line && line.text.trim() === '';
      yield { text: '', ...line, where: `line ${number}`, isBlank };
      onDone(number);
      // A chunk of the input has thousands of lines, which take longer than a signal waits.
      signal?.throwIfAborted();
    }
  }
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
