import type { PayloadOf } from '../../client/types.js';
import { readNumber } from '../../domain/text.js';
import { usageError } from '../cli-error.js';
import { CliCommand } from '../command.js';
import type { Context } from '../context.js';
import { interruptible } from '../interrupt.js';
import type { Column } from '../output/column.js';
import { isoDate } from '../output/iso-date.js';
import { createPrinter } from '../output/print.js';
import { formatQuantity, quantityColumn } from '../output/quantity.js';
import { required } from '../output/required.js';
import { addRoute, printList } from '../service/call-route.js';
import { connect } from '../service/connect.js';
import { listIn, number, text, timestamp } from '../service/read-answer.js';

const ROUTE = 'GET /api/ratelimits';

type Row = PayloadOf<typeof ROUTE>['ratelimits']['ratelimit'][number];

const listOf = ({ ratelimits }: PayloadOf<typeof ROUTE>) => ratelimits.ratelimit;

const limit = number(({ attributes }: Row) => attributes.limit);
const remaining = number(({ attributes }: Row) => attributes.remaining);
const reset = timestamp(({ attributes }: Row) => attributes.reset);

/** Creates `svcapi ratelimits`. */
export function rateLimitsCommand(context: Context): CliCommand {
  const columns = columnsAt(() => context.now());
  const command = new CliCommand('ratelimits', context)
    .summary('show your rate limits')
    .description(
      'Lists the rate-limited paths, with the calls left for your address and the time when the count starts over. ' +
        'This call itself is not counted.',
    )
    .option('--watch', 'show them again and again until Ctrl-C, on a terminal')
    .option('--interval <seconds>', 'seconds between two calls of --watch', readInterval, 2)
    .example('svcapi ratelimits', 'the calls left, and the time of the reset')
    .example(`svcapi ratelimits | awk '$3 < 50 { print $1 }'`, 'the paths with fewer than 50 calls left')
    .action(({ watch, interval }: { watch?: true; interval: number }) =>
      watch ? watchLimits(command, columns, interval) : printList(command, columns, listOf, undefined, ROUTE),
    );
  return addRoute(command, columns);
}

/** Moves to the start of the screen, and clears it. */
const CLEAR_SCREEN = '\u001b[H\u001b[J';

/** Prints the limits again and again on the same screen, until a signal. */
async function watchLimits(command: CliCommand, columns: Column<Row>[], interval: number): Promise<void> {
  const { context } = command;
  const printer = createPrinter(command, columns, { paged: false });
  if (!context.stdout.isTerminal || printer.format !== 'table') {
    throw usageError('--watch shows a table on a terminal; in a pipe, call svcapi ratelimits in a loop');
  }
  await interruptible(context, 'no longer watching; run the same command again to continue', async (signal) => {
    const connection = await connect(command, { signal });
    for (;;) {
      const rows = listIn((await connection.call(ROUTE)).data, listOf);
      await context.stdout.write(CLEAR_SCREEN);
      await printer.rows(rows);
      await context.io.sleep(interval * 1000, signal);
    }
  });
}

function readInterval(text: string): number {
  const seconds = readNumber(text);
  if (seconds >= 1 && seconds <= 3600 && /^\d+(\.\d+)?$/.test(text)) return seconds;
  throw usageError(`--interval is “${text}”; give a number of seconds from 1 to 3600`);
}

function columnsAt(now: () => number): Column<Row>[] {
  return required<Row>([
    { name: 'pattern', value: text(({ attributes }) => attributes.pattern), tone: 'strong' },
    { ...quantityColumn('limit', limit), optional: 1 },
    {
      name: 'remaining',
      value: remaining,
      forms: [withBar, withBar, (row) => formatQuantity(remaining(row))],
      tone: (row) => (remaining(row) === 0 ? 'bad' : 'good'),
    },
    {
      name: 'reset',
      value: reset,
      forms: [(row) => formatReset(reset(row), now()), (row) => formatWait(reset(row), now())],
    },
    { name: 'reset_time', value: text(({ attributes }) => attributes.reset_time), detail: true },
  ]);
}

function withBar(row: Row): string {
  return `${bar((remaining(row) ?? 0) / (limit(row) || 1))} ${formatQuantity(remaining(row))}`;
}

const WIDTH = 10;

function bar(fraction: number): string {
  const filled = Math.round(Math.min(Math.max(fraction, 0), 1) * WIDTH);
  return `[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}]`;
}

/** Formats the time of a reset and the seconds or minutes until then. */
function formatReset(timestamp: number | null, now: number): string {
  if (timestamp === null || !Number.isSafeInteger(timestamp)) return '';
  return timestamp <= now ? isoDate(timestamp) : `${formatWait(timestamp, now)}, ${isoDate(timestamp)}`;
}

/** Formats the seconds or minutes until a reset. */
function formatWait(timestamp: number | null, now: number): string {
  if (timestamp === null || !Number.isSafeInteger(timestamp)) return '';
  const seconds = timestamp - now;
  if (seconds <= 0) return 'now';
  return `in ${seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`}`;
}
