import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { addStore, withStore } from '../../host/database.js';
import { findAccounts } from '../../host/find-account.js';
import { addConfirmation, confirm } from '../../input/confirm.js';

/** Creates `svcapi account remove`. */
export function removeCommand(context: Context): CliCommand {
  const command = new CliCommand('remove', context)
    .summary('remove accounts for good')
    .description(
      'Removes accounts for good, with their sessions and invitations. What they allowed, their tokens and the programs ' +
        'that they registered end within a second. Their characters stay, and so does what these have done.',
    )
    .argument('<name...>', 'the names of the accounts')
    .exitStatus('not_found', 'one of them does not exist')
    .example('svcapi account remove "Hana Veil"', 'one account')
    .example('svcapi account remove "Hana Veil" bram --yes', 'two accounts, without a question')
    .action(async (names: string[]) => {
      const which = names.length === 1 ? `the account “${names[0]}”` : `${names.length} accounts`;
      await confirm(command, `Remove ${which} for good?`);
      const removed = await withStore(command, (store) =>
        store.transaction(async (within) => {
          const accounts = await findAccounts(within, names);
          for (const { id } of accounts) await within.accounts.remove(id, context.now());
          return accounts;
        }),
      );
      for (const { name } of removed)
        context.info(`Removed the account “${name}”; its tokens stop working within a second.`);
    });
  return addStore(addConfirmation(command));
}
