import type { BlacklistEntry } from '../../../domain/blacklist.js';
import { isStorable } from '../../../domain/text.js';
import { usageError } from '../../cli-error.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { withStore } from '../../host/database.js';
import { addSetting, addSettings } from '../../input/settings-options.js';
import type { Column } from '../../output/column.js';
import { isoDate } from '../../output/iso-date.js';
import { addOutput } from '../../output/output-options.js';
import { createPrinter } from '../../output/print.js';

const columns: Column<BlacklistEntry>[] = [
  { name: 'address', value: (entry) => entry.address, tone: 'strong' },
  { name: 'since', value: (entry) => isoDate(entry.createdAt) },
  { name: 'until', value: (entry) => isoDate(entry.expiresAt) },
  { name: 'reason', value: (entry) => entry.reason },
];

/** The addresses that get no answer. */
export function blacklistCommand(context: Context): CliCommand {
  return new CliCommand('blacklist', context)
    .summary('the addresses that get no answer')
    .description(
      'Lists, adds and removes the addresses whose connections are closed without a byte. A running server takes notice ' +
        'within seconds. An IPv6 address stands for its /64.',
    )
    .addCommand(listCommand(context))
    .addCommand(addCommand(context))
    .addCommand(removeCommand(context))
    .example('svcapi blacklist list', 'who is on it, and until when')
    .example('svcapi blacklist add 192.0.2.7 --for 7d', 'no answer for a week');
}

function listCommand(context: Context): CliCommand {
  const command = new CliCommand('list', context)
    .summary('list the addresses')
    .description('Lists the addresses that get no answer now; those whose time is over are left out.')
    .example('svcapi blacklist list', 'who is on it, and until when')
    .example('svcapi blacklist list | cut -f1', 'the addresses alone')
    .action(async () => {
      const printer = createPrinter(context, command, columns);
      const entries = await withStore(context, command, (store) => store.blacklist.list(context.now()));
      await printer.rows(entries, 'Nobody is on the blacklist.');
    });
  return addOutput(addSettings(command, 'store'), columns);
}

function addCommand(context: Context): CliCommand {
  const command = new CliCommand('add', context)
    .summary('stop to answer an address')
    .description('Adds an address, or gives one that is on the list a new end and reason.')
    .argument('<address>', 'an IPv4 or IPv6 address')
    .option('--reason <text>', 'why, for those who look at the list', readReason, 'added by hand')
    .example('svcapi blacklist add 192.0.2.7', 'for as long as the server would')
    .example(
      'svcapi blacklist add 2001:db8:1:2::3 --for 7d --reason "reads every profile"',
      'a whole network, for a week',
    )
    .action(async (text: string, { reason }: { reason: string }) => {
      const address = await readAddress(text);
      const { blacklistFor } = await context.settings(command, ['blacklistFor']);
      const now = context.now();
      const entry = { address, createdAt: now, expiresAt: now + blacklistFor, reason };
      await withStore(context, command, (store) => store.blacklist.add(entry));
      context.info(`${address} gets no answer until ${isoDate(entry.expiresAt)}.`);
    });
  return addSettings(addSetting(command, 'blacklistFor', '--for'), 'store');
}

function removeCommand(context: Context): CliCommand {
  const command = new CliCommand('remove', context)
    .summary('answer an address again')
    .description('Takes an address off the list.')
    .argument('<address>', 'an address of the list, or one within it')
    .exitStatus('not_found', 'the address was not on the list')
    .example('svcapi blacklist remove 192.0.2.7', 'it is answered again')
    .example('svcapi blacklist list | cut -f1 | xargs -n1 svcapi blacklist remove', 'all of them are')
    .action(async (text: string) => {
      const address = await readAddress(text);
      if (await withStore(context, command, (store) => store.blacklist.remove(address))) {
        context.info(`${address} is answered again.`);
      } else {
        context.error(`${address} is not on the blacklist; see svcapi blacklist list`);
        context.exit = 'not_found';
      }
    });
  return addSettings(command, 'store');
}

/** The address as the server counts it. How it does so is loaded only here: nothing else needs it to start. */
async function readAddress(text: string): Promise<string> {
  const { normalizeAddress } = await import('../../../server/request/address.js');
  const address = normalizeAddress(text);
  if (address === undefined) throw usageError(`“${text}” is no address; give one such as 192.0.2.7 or 2001:db8::7`);
  return address;
}

function readReason(text: string): string {
  if (!isStorable(text) || text.length > 500) throw usageError('--reason must be plain text of up to 500 characters');
  return text;
}
