import { CliError } from '../../cli-error.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { addStore, withStore } from '../../host/database.js';
import { findAccount } from '../../host/find-account.js';
import { readAccountName } from './account-invite.js';

/** Creates `svcapi account rename`. */
export function renameCommand(context: Context): CliCommand {
  const command = new CliCommand('rename', context)
    .summary('change the name of an account')
    .description(
      'Changes the name that a player signs in with. The password, the sessions, the tokens and the programs stay. A proxy ' +
        'that signs the player in must use the new name as well.',
    )
    .argument('<name>', 'the name of the account')
    .argument('<new-name>', 'the name that it gets')
    .exitStatus('not_found', 'there is no such account')
    .exitStatus('other', 'another account has the new name, or the database cannot be used')
    .example('svcapi account rename "Hana Veil" hana', 'another name')
    .example('svcapi account rename bram Bram', 'the same name in another case')
    .action(async (name: string, newName: string) => {
      const wanted = readAccountName(newName);
      const old = await withStore(command, (store) =>
        store.transaction(async (within) => {
          const account = await findAccount(within, name);
          const known = await within.accounts.findByName(wanted);
          if (known && known.id !== account.id)
            throw new CliError('other', `the account “${known.name}” exists already; choose another name`);
          await within.accounts.rename(account.id, wanted);
          return account.name;
        }),
      );
      context.info(`Renamed the account “${old}” to “${wanted}”.`);
    });
  return addStore(command);
}
