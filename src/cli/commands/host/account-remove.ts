import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { addStore, withStore } from '../../host/database.js';
import { findAccounts } from '../../host/find-account.js';
import { addConfirmation, confirmRemoval } from '../../input/confirm.js';

const FORGOTTEN =
  'The texts of events that its characters received and of payments that they made are empty. Their names stay, also in texts that others ' +
  'received or wrote: remove the characters with a name in their removal. Empty the texts in the game too, or its next file brings them ' +
  'back. Backups have them until they are deleted.';

/** Creates `svcapi account remove`. */
export function removeCommand(context: Context): CliCommand {
  const command = new CliCommand('remove', context)
    .summary('remove accounts for good')
    .description(
      'Removes accounts for good, with their sessions and invitations. What they allowed, their tokens and the programs ' +
        'that they registered end within a second. Their characters stay, and so does what these have done. ' +
        'Without a terminal, --yes is needed.',
    )
    .argument('<name...>', 'the names of the accounts')
    .option(
      '--forget',
      'also empty the texts of events that their characters received, and of payments that these made',
    )
    .exitStatus('not_found', 'one of them does not exist')
    .example('svcapi account remove "Hana Veil"', 'one account')
    .example('svcapi account remove "Hana Veil" bram --yes', 'two accounts, without a question')
    .example('svcapi account remove "Hana Veil" --forget', 'with the texts that are about the player')
    .action(async (names: string[], { forget = false }: { forget?: boolean }) => {
      const which = names.length === 1 ? `the account “${names[0]}”` : `${names.length} accounts`;
      await confirmRemoval(command, `Remove ${which} for good?`);
      const removed = await withStore(command, (store) =>
        store.transaction(async (within) => {
          const accounts = await findAccounts(within, names);
          for (const { id } of accounts) await within.accounts.remove(id, context.now(), { forget });
          return accounts;
        }),
      );
      for (const { name } of removed)
        context.info(`Removed the account “${name}”; its tokens stop working within a second.`);
      if (forget) context.info(FORGOTTEN);
    });
  return addStore(addConfirmation(command));
}
