import type { Account } from '../../../store/store.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { addStore, withStore } from '../../host/database.js';
import type { Column } from '../../output/columns.js';
import { dateColumn } from '../../output/columns.js';
import { addOutput, createPrinter } from '../../output/print.js';
import { changeCommand, removeCommand, renameCommand, switchCommand } from './account-change.js';
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
    .description('Invites players, and lists, changes, renames, disables, resets, exports and removes their accounts.')
    .addCommand(inviteCommand(context))
    .addCommand(listCommand(context))
    .addCommand(changeCommand(context))
    .addCommand(
      switchCommand(context, 'disable', {
        summary: 'keep players out',
        description:
          'Disables accounts: their sessions end at once, and their tokens stop working within a second. They keep ' +
          'their characters and the access of programs, for svcapi account enable.',
        done: (name) => `Disabled the account “${name}”; its tokens stop working within a second.`,
        change: (store, id) => store.accounts.disable(id, context.now()),
      }),
    )
    .addCommand(
      switchCommand(context, 'enable', {
        summary: 'let players in again',
        description: 'Enables accounts that were disabled. Their tokens work again, and they can sign in.',
        done: (name) => `Enabled the account “${name}”.`,
        change: (store, id) => store.accounts.enable(id),
      }),
    )
    .addCommand(resetCommand(context))
    .addCommand(renameCommand(context))
    .addCommand(removeCommand(context))
    .addCommand(exportAccountCommand(context))
    .example('svcapi account invite "Hana Veil" --character 1:1', 'a link for a player')
    .example('svcapi account list', 'all accounts');
}

function listCommand(context: Context): CliCommand {
  const command = new CliCommand('list', context)
    .summary('list all accounts')
    .description('Lists all accounts, with their state and characters.')
    .example('svcapi account list', 'all accounts')
    .example('svcapi account list --json account,state', 'as JSON, with these fields only')
    .action(async () => {
      const printer = createPrinter(command, columns);
      const accounts = await withStore(command, (store) => store.accounts.list());
      await printer.rows(accounts, 'There are no accounts; make one with svcapi account invite');
    });
  return addOutput(addStore(command), columns);
}
