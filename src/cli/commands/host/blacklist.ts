import type { BlacklistEntry } from '../../../model/bookkeeping.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { usageError } from '../../exit-status.js';
import { changeEachCommand, listCommand } from '../../host/subcommands.js';
import { type Column, dateColumn } from '../../output/columns.js';

const columns: Column<BlacklistEntry>[] = [
  { name: 'address', value: (entry) => entry.address, tone: 'strong' },
  { ...dateColumn('since', (entry) => entry.created_at), wide: true },
  dateColumn('until', (entry) => entry.expires_at),
  { name: 'reason', value: (entry) => entry.reason, long: 'cut' },
];

export function createCommand(context: Context): CliCommand {
  return new CliCommand('blacklist', context)
    .description(
      'Lists and removes addresses whose connections are closed without an answer. The service adds those that go on after ' +
        'refused calls. An IPv6 address stands for its /64.',
    )
    .addCommand(
      listCommand(context, 'blacklist', 'addresses', columns, {
        description: 'Lists the addresses that get no answer now; expired entries are left out.',
        whenEmpty: 'The blacklist is empty.',
        read: (store) => store.blacklist.list(context.now()),
      }),
    )
    .addCommand(
      changeEachCommand(context, 'blacklist', {
        verb: 'remove',
        summary: 'remove addresses',
        description: 'Removes addresses, or those within them: they get answers again within seconds.',
        noun: 'address',
        example: '192.0.2.7',
        done: 'Removed the address',
        async change(within, text) {
          const { normalizeAddress } = await import('../../../server/request/address.js');
          const address = normalizeAddress(text);
          if (address !== undefined) return within.blacklist.remove(address);
          throw usageError(`“${text}” is not an address; give one such as 192.0.2.7 or 2001:db8::7`);
        },
      }),
    )
    .example('svcapi blacklist list', 'the addresses, and until when')
    .example('svcapi blacklist remove 192.0.2.7', 'it gets answers again');
}
