import type { Account } from '../../../store/store.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { listCommand } from '../../host/subcommands.js';
import type { Column } from '../../output/columns.js';
import { dateColumn } from '../../output/columns.js';
import { changeCommand, disableCommand, enableCommand, removeCommand } from './account-change.js';
import { inviteCommand, resetCommand } from './account-invite.js';
import { exportAccountCommand } from './export.js';

type AccountState = 'active' | 'invited' | 'disabled';

function stateOf({ disabled_at, password_hash, last_sign_in_at }: Account): AccountState {
  if (disabled_at !== null) return 'disabled';
  return password_hash === null && last_sign_in_at === null ? 'invited' : 'active';
}

const columns: Column<Account>[] = [
  { name: 'account', value: (account) => account.name, tone: 'strong' },
  { name: 'state', value: stateOf, tone: (account) => (stateOf(account) === 'disabled' ? 'bad' : 'good') },
  {
    name: 'characters',
    value: ({ characters }) => characters.map(({ uid }) => uid),
    shown: ({ characters }) => characters.map(({ uid, name }) => `${name} (${uid})`).join(', '),
  },
  dateColumn('created', (account) => account.created_at),
  dateColumn('last_sign_in', (account) => account.last_sign_in_at),
];

export function createCommand(context: Context): CliCommand {
  return new CliCommand('account', context)
    .description('Invites players, and lists, changes, disables, resets, exports and removes their accounts.')
    .addCommand(inviteCommand(context))
    .addCommand(
      listCommand(context, 'account', 'accounts', columns, {
        description: 'Lists all accounts, with their state and characters.',
        whenEmpty: 'There are no accounts; make one with svcapi account invite',
        read: (store) => store.accounts.list(),
      }),
    )
    .addCommand(changeCommand(context))
    .addCommand(disableCommand(context))
    .addCommand(enableCommand(context))
    .addCommand(resetCommand(context))
    .addCommand(removeCommand(context))
    .addCommand(exportAccountCommand(context))
    .example('svcapi account invite "Hana Veil" --character 1:1', 'a link for a player')
    .example('svcapi account list', 'all accounts');
}
