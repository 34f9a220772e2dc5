import type { PayloadOf } from '../../client/types.js';
import { CliCommand } from '../command.js';
import { addRoute, printList } from '../connection/call-route.js';
import type { Context } from '../context.js';
import type { Column } from '../output/columns.js';
import { formatQuantity, knownTime, quantityColumn } from '../output/columns.js';

const ROUTE = 'GET /api/ratelimits';

type Row = PayloadOf<typeof ROUTE>['ratelimits']['ratelimit'][number];

const limit = ({ attributes }: Row) => attributes.limit;
const remaining = ({ attributes }: Row) => attributes.remaining;
const reset = ({ attributes }: Row) => knownTime(attributes.reset);

export function createCommand(context: Context): CliCommand {
  const columns = columnsAt(() => context.now());
  const command = new CliCommand('ratelimits', context)
    .description(
      'Lists the rate-limited paths, with the calls left for your address and the time when the count starts over. ' +
        'This call itself is not counted.',
    )
    .example('svcapi ratelimits', 'the calls left, and the time of the reset')
    .example(`svcapi ratelimits | awk '$3 < 50 { print $1 }'`, 'the paths with fewer than 50 calls left')
    .action(() => printList(command, columns, ({ ratelimits }) => ratelimits.ratelimit, undefined, ROUTE));
  return addRoute(command, columns);
}

function columnsAt(now: () => number): Column<Row>[] {
  return [
    { name: 'pattern', value: ({ attributes }) => attributes.pattern, tone: 'strong' },
    quantityColumn('limit', limit),
    {
      name: 'remaining',
      value: remaining,
      shown: withBar,
      tone: (row) => (remaining(row) === 0 ? 'bad' : 'good'),
    },
    {
      name: 'reset',
      value: reset,
      shown: (row) => formatWait(reset(row), now()),
    },
    { name: 'reset_time', value: ({ attributes }) => attributes.reset_time, detail: true },
  ];
}

function withBar(row: Row): string {
  return `${bar(remaining(row) / (limit(row) || 1))} ${formatQuantity(remaining(row))}`;
}

const WIDTH = 10;

function bar(fraction: number): string {
  const filled = Math.round(Math.min(Math.max(fraction, 0), 1) * WIDTH);
  return `[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}]`;
}

function formatWait(timestamp: number | null, now: number): string {
  if (timestamp === null || !Number.isSafeInteger(timestamp)) return '';
  const seconds = timestamp - now;
  if (seconds <= 0) return 'now';
  return `in ${seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`}`;
}
