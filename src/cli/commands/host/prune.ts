import { Option } from 'commander';
import { duration } from '../../../settings/setting.js';
import type { History } from '../../../store/store.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { usageError } from '../../exit-status.js';
import { addStore, withStore } from '../../host/database.js';
import { addConfirmation, confirmRemoval } from '../../input/confirm.js';
import { interruptible } from '../../interrupt.js';
import { isoDate } from '../../output/dates.js';
import { Progress } from '../../output/progress.js';

interface Aged {
  kind: History;
  /** Unix seconds. */
  before: number;
  count: number;
}

const nouns: Record<History, [one: string, several: string]> = {
  events: ['event', 'events'],
  transactions: ['transaction', 'transactions'],
  audit: ['line of the audit trail', 'lines of the audit trail'],
};

/** An age of at least a day: nobody means seconds. */
const age = duration(86_400, 36_500 * 86_400);

type PruneOptions = { [Kind in `${History}OlderThan`]?: number } & { dryRun?: true };

export function createCommand(context: Context): CliCommand {
  const command = new CliCommand('prune', context)
    .description(
      'Removes rows older than an age, also while a server runs, in steps so short that no call is refused. Nothing else ' +
        'changes: the credits of characters stay, and transactions keep their ids. The service itself removes expired ' +
        'tokens, sessions and keys.\n\n' +
        'A SQLite file shrinks by the free space. PostgreSQL reuses it for new rows. ' +
        'The output has a line for each kind: its name, the number of rows and the time. Without a terminal, --yes is needed.',
    )
    .addOption(ageOption('--events-older-than <age>', 'remove events older than this: 90s, 24h or 400d'))
    .addOption(ageOption('--transactions-older-than <age>', 'remove transactions older than this'))
    .addOption(ageOption('--audit-older-than <age>', 'remove lines of the audit trail older than this'))
    .option('--dry-run', 'show what would be removed, and remove nothing')
    .exitStatus('other', 'there is no database, or not confirmed: nothing was removed')
    .exitStatus('partly', 'with --dry-run: something would be removed')
    .example('svcapi prune --events-older-than 400d --dry-run || test $? -eq 8', 'what would be removed, in a script')
    .example('svcapi prune --events-older-than 90d --transactions-older-than 400d --yes', 'in a cron job')
    .action((options: PruneOptions) => prune(command, options));
  return addStore(addConfirmation(command));
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
  const aged = (Object.keys(nouns) as History[]).flatMap((kind): Aged[] => {
    const age = options[`${kind}OlderThan`];
    return age === undefined ? [] : [{ kind, before: context.now() - age, count: 0 }];
  });
  if (aged.length === 0) {
    throw usageError('nothing is named; give --events-older-than, --transactions-older-than or --audit-older-than');
  }
  await interruptible(context, 'what was removed stays removed; run the same command again', (signal) =>
    withStore(command, async (store) => {
      for (const each of aged) each.count = await store.history.count(each.kind, each.before);
      if (options.dryRun) return;
      const found = aged.filter(({ count }) => count > 0);
      if (found.length > 0) {
        await confirmRemoval(command, `Remove ${found.map(inWords).join(', ')} for good?`);
        const progress = new Progress(context, 'Removing');
        const total = found.reduce((sum, { count }) => sum + count, 0);
        let removed = 0;
        try {
          for (const { kind, before } of found) {
            for await (const rows of store.history.remove(kind, before)) {
              signal.throwIfAborted();
              removed += rows;
              progress.update(removed / total, `${removed.toLocaleString('en')} rows removed`);
            }
          }
        } finally {
          progress.end();
        }
      }
      let given = 0;
      for (let bytes = 1; bytes > 0; given += bytes) {
        signal.throwIfAborted();
        bytes = (await store.giveBack?.()) ?? 0;
      }
      if (given > 0) context.info(`Gave ${(given / 1e6).toFixed(1)} MB of the file back to the disk.`);
    }),
  );
  for (const { kind, count, before } of aged) await context.stdout.write(`${kind}\t${count}\t${isoDate(before)}\n`);
  if (options.dryRun && aged.some(({ count }) => count > 0)) context.exit = 'partly';
}

/** Returns “1,234 events from before 2025-10-17”. */
function inWords({ kind, count, before }: Aged): string {
  const [one, several] = nouns[kind];
  return `${count.toLocaleString('en')} ${count === 1 ? one : several} from before ${isoDate(before).slice(0, 10)}`;
}
