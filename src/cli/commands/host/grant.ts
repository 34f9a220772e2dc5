import type { ListedGrant } from '../../../store/store.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { changeEachCommand, listCommand } from '../../host/subcommands.js';
import type { Column } from '../../output/columns.js';
import { dateColumn } from '../../output/columns.js';

function stateOf({ disabled_at, removed_at }: ListedGrant): 'active' | 'asleep' | 'disabled' {
  if (removed_at !== null) return 'asleep';
  return disabled_at === null ? 'active' : 'disabled';
}

const columns: Column<ListedGrant>[] = [
  { name: 'grant', value: ({ id }) => id, tone: 'strong' },
  { name: 'state', value: stateOf, tone: (grant) => (stateOf(grant) === 'active' ? 'good' : 'bad'), wide: true },
  { name: 'account', value: ({ account }) => account?.name ?? null, long: 'cut' },
  { name: 'client', value: ({ client }) => client.id },
  { name: 'uid', value: ({ character }) => character.uid, wide: true },
  { name: 'character', value: ({ character }) => character.name, long: 'cut' },
  {
    name: 'permissions',
    value: ({ permissions }) => permissions,
    shown: ({ permissions }) => permissions.join(', '),
    long: 'wrap',
  },
  { ...dateColumn('created', (grant) => grant.created_at), wide: true },
  dateColumn('last_used', (grant) => grant.last_used_at),
  { ...dateColumn('expires', (grant) => grant.expires_at), wide: true },
];

export function createCommand(context: Context): CliCommand {
  return new CliCommand('grant', context)
    .description(
      'Lists and ends grants: the access of a client to a character. An account makes one when its player allows a ' +
        'program or makes a personal token, and the host with svcapi token create.',
    )
    .addCommand(
      listCommand(context, 'grant', 'grants', columns, {
        description:
          'Lists the valid grants, newest first. A grant is “disabled” while its account is disabled, and “asleep” while its ' +
          'character is removed but can come back. The last use is known to the day, and only for grants of accounts.',
        whenEmpty: 'There are no grants.',
        read: (store) => store.grants.list(context.now()),
      }),
    )
    .addCommand(
      changeEachCommand(context, 'grant', {
        verb: 'end',
        summary: 'end grants with their tokens',
        description:
          'Ends grants for good. Their tokens stop working within a second. The player can allow the program again; svcapi ' +
          'client revoke prevents that.',
        noun: 'grant',
        example: '3f2a90c1b4d7',
        done: 'Ended the grant',
        asks: 'irreversible',
        change: (within, id) => within.grants.end(id, context.now()),
      }),
    )
    .example('svcapi grant list', 'all grants')
    .example('svcapi grant end 3f2a90c1b4d7', 'end the access of one program to one character');
}
