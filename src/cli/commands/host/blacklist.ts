import { isStorable } from '../../../domain/text.js';
import type { BlacklistEntry } from '../../../model/bookkeeping.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { CliError, usageError } from '../../exit-status.js';
import { addStore, withStore } from '../../host/database.js';
import { addConfirmation, confirm } from '../../input/confirm.js';
import { addSetting } from '../../input/options.js';
import type { Column } from '../../output/columns.js';
import { dateColumn } from '../../output/columns.js';
import { isoDate } from '../../output/dates.js';
import { addOutput, createPrinter } from '../../output/print.js';

const columns: Column<BlacklistEntry>[] = [
  { name: 'address', value: (entry) => entry.address, tone: 'strong' },
  { ...dateColumn('since', (entry) => entry.created_at), wide: true },
  dateColumn('until', (entry) => entry.expires_at),
  { name: 'reason', value: (entry) => entry.reason, long: 'cut' },
];

export function createCommand(context: Context): CliCommand {
  return new CliCommand('blacklist', context)
    .description(
      'Lists, adds and removes addresses whose connections are closed without an answer. A running server applies ' +
        'changes within seconds. An IPv6 address stands for its /64.',
    )
    .addCommand(listCommand(context))
    .addCommand(addCommand(context))
    .addCommand(removeCommand(context))
    .example('svcapi blacklist list', 'the addresses, and until when')
    .example('svcapi blacklist add 192.0.2.7 --for 7d', 'no answer for a week');
}

function listCommand(context: Context): CliCommand {
  const command = new CliCommand('list', context)
    .summary('list the addresses')
    .description('Lists the addresses that get no answer now; expired entries are left out.')
    .example('svcapi blacklist list', 'the addresses, and until when')
    .example('svcapi blacklist list | cut -f1', 'only the addresses')
    .action(async () => {
      const printer = createPrinter(command, columns);
      const entries = await withStore(command, (store) => store.blacklist.list(context.now()));
      await printer.rows(entries, 'The blacklist is empty.');
    });
  return addOutput(addStore(command), columns);
}

function addCommand(context: Context): CliCommand {
  const command = new CliCommand('add', context)
    .summary('add an address')
    .description('Adds an address, or gives a listed one a new end and reason.')
    .argument('<address>', 'an IPv4 or IPv6 address')
    .option('--reason <text>', 'reason, shown by svcapi blacklist list', 'added by hand')
    .example('svcapi blacklist add 192.0.2.7', 'as long as the server itself would')
    .example(
      'svcapi blacklist add 2001:db8:1:2::3 --for 7d --reason "reads every profile"',
      'a whole network, for a week',
    )
    .action(async (text: string, { reason }: { reason: string }) => {
      if (!isStorable(reason) || reason.length > 500)
        throw usageError('--reason must be plain text of up to 500 characters');
      const address = await readAddress(text);
      const { blacklistFor } = await command.settings(['blacklistFor']);
      const now = context.now();
      const entry = { address, created_at: now, expires_at: now + blacklistFor, reason };
      await withStore(command, (store) => store.blacklist.add(entry));
      context.info(`${address} gets no answer until ${isoDate(entry.expires_at)}.`);
    });
  return addStore(addSetting(command, 'blacklistFor', '--for'));
}

function removeCommand(context: Context): CliCommand {
  const command = new CliCommand('remove', context)
    .summary('remove an address')
    .description('Removes an address: it gets answers again.')
    .argument('<address>', 'an address of the list, or one within it')
    .exitStatus('not_found', 'the address was not on the list')
    .example('svcapi blacklist remove 192.0.2.7', 'it gets answers again')
    .example('svcapi blacklist remove 192.0.2.7 --yes', 'without a question')
    .action(async (text: string) => {
      const address = await readAddress(text);
      await confirm(command, `Remove ${address} from the blacklist, so that it gets answers again?`);
      if (!(await withStore(command, (store) => store.blacklist.remove(address))))
        throw new CliError('not_found', `${address} is not on the blacklist; see svcapi blacklist list`);
      context.info(`${address} gets answers again.`);
    });
  return addStore(addConfirmation(command));
}

/** Returns an address as the server counts it. */
async function readAddress(text: string): Promise<string> {
  const { normalizeAddress } = await import('../../../server/request/address.js');
  const address = normalizeAddress(text);
  if (address === undefined) throw usageError(`“${text}” is not an address; give one such as 192.0.2.7 or 2001:db8::7`);
  return address;
}
