import { Option } from 'commander';
import { duration } from '../../../settings/setting.js';
import type { History } from '../../../store/store.js';
import { usageError } from '../../cli-error.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { addStore, withStore } from '../../host/database.js';
import { type Aged, pruneHistories } from '../../host/prune-histories.js';
import { addConfirmation } from '../../input/confirm.js';
import type { Column } from '../../output/column.js';
import { dateColumn } from '../../output/date-column.js';
import { addOutput, createPrinter } from '../../output/print.js';
import { quantityColumn } from '../../output/quantity.js';

const columns: Column<Aged>[] = [
  { name: 'kind', value: (row) => row.kind, tone: 'strong' },
  quantityColumn('count', (row) => row.count),
  dateColumn('oldest', (row) => row.oldest),
  dateColumn('newest', (row) => row.newest),
  { ...dateColumn('before', (row) => row.before), wide: true },
];

/** An age from a day on: nobody means seconds. */
const age = duration(86_400, 36_500 * 86_400);

interface PruneOptions {
  eventsOlderThan?: number;
  transactionsOlderThan?: number;
  auditOlderThan?: number;
  dryRun?: true;
}

/** Creates `svcapi prune`, which removes old events, transactions and lines of the audit trail. */
export function pruneCommand(context: Context): CliCommand {
  const command = new CliCommand('prune', context)
    .summary('remove old events, transactions and audit lines')
    .description(
      'Removes what is older than an age, also while a server runs: in steps so short that no call is refused. Nothing ' +
        'else changes: the credits of characters stay, and transactions keep their ids. What has expired (tokens, ' +
        'sessions, keys) is removed by the service itself.\n\n' +
        'The space that becomes free in a SQLite file is given back to the disk. PostgreSQL uses it again for new rows. ' +
        'Without a terminal, --yes is needed.',
    )
    .addOption(ageOption('--events-older-than <age>', 'remove events older than this: 90s, 24h or 400d'))
    .addOption(ageOption('--transactions-older-than <age>', 'remove transactions older than this'))
    .addOption(ageOption('--audit-older-than <age>', 'remove lines of the audit trail older than this'))
    .option('--dry-run', 'show what would be removed, and remove nothing')
    .exitStatus('other', 'there is no database, or not confirmed: nothing was removed')
    .exitStatus('partly', 'with --dry-run: something would be removed')
    .example('svcapi prune --events-older-than 400d --dry-run || test $? -eq 8', 'what would be removed, in a script')
    .example('svcapi prune --events-older-than 90d --transactions-older-than 400d --yes', 'in a cron job')
    .example('svcapi prune --audit-older-than 730d --dry-run --json count', 'the number alone')
    .action((options: PruneOptions) => prune(command, options));
  return addOutput(addStore(addConfirmation(command)), columns);
}

function ageOption(flags: string, about: string): Option {
  const [flag] = flags.split(' ');
  return new Option(flags, about).argParser((text) => {
    const seconds = age.read(text, { directory: '', home: '' });
    if (seconds === undefined) throw usageError(`${flag} is “${text}”; give ${age.accepted}`);
    return seconds;
  });
}

async function prune(command: CliCommand, options: PruneOptions): Promise<void> {
  const { context } = command;
  const { dryRun = false } = options;
  const ages: [History, number | undefined][] = [
    ['events', options.eventsOlderThan],
    ['transactions', options.transactionsOlderThan],
    ['audit', options.auditOlderThan],
  ];
  const before = ages.flatMap(([kind, seconds]): [History, number][] =>
    seconds === undefined ? [] : [[kind, context.now() - seconds]],
  );
  if (before.length === 0) {
    throw usageError('nothing is named; give --events-older-than, --transactions-older-than or --audit-older-than');
  }
  const printer = createPrinter(command, columns);
  const aged = await withStore(command, (store) => pruneHistories(command, store, before, dryRun));
  await printer.rows(aged);
  if (dryRun && aged.some(({ count }) => count > 0)) context.exit = 'partly';
}
