import type { Account, Store } from '../../../store/store.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { CliError, usageError } from '../../exit-status.js';
import { addStore, withStore } from '../../host/database.js';
import { findAccount, findCharacter } from '../../host/find-account.js';
import { addConfirmation, confirmRemoval } from '../../input/confirm.js';
import { repeated } from '../../input/options.js';
import { readAccountName } from './account-invite.js';

export function changeCommand(context: Context): CliCommand {
  const command = new CliCommand('change', context)
    .summary('give an account characters, or take them away')
    .description(
      'Adds characters to an account, or removes some. Programs lose their access to a removed character within a second.',
    )
    .argument('<name>', 'the name of the account')
    .option('--add <uid|name>', 'character to add, may be repeated', repeated)
    .option('--remove <uid|name>', 'character to remove, may be repeated', repeated)
    .exitStatus('not_found', 'there is no such account or character')
    .example('svcapi account change "Hana Veil" --add 1:2', 'a second character')
    .example('svcapi account change "Hana Veil" --add 1:2 --remove 1:1', 'another character')
    .action(async (name: string, { add = [], remove = [] }: { add?: string[]; remove?: string[] }) => {
      if (add.length + remove.length === 0) throw usageError('there is nothing to change; give --add or --remove');
      const characters = await withStore(command, (store) =>
        store.transaction(async (within) => {
          const { id } = await findAccount(within, name);
          for (const text of add) await within.accounts.addCharacter(id, (await findCharacter(within, text)).uid);
          for (const text of remove) {
            await within.accounts.removeCharacter(id, (await findCharacter(within, text)).uid, context.now());
          }
          return (await within.accounts.find(id))?.characters ?? [];
        }),
      );
      const names = characters.map((character) => `${character.name} (${character.uid})`);
      context.info(`${name} plays ${names.length === 0 ? 'no character' : names.join(', ')}.`);
    });
  return addStore(command);
}

export function renameCommand(context: Context): CliCommand {
  const command = new CliCommand('rename', context)
    .summary('change the name of an account')
    .description(
      'Changes the name that a player signs in with. The password, the sessions, the tokens and the programs stay.',
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

interface Switch {
  summary: string;
  description: string;
  done(name: string): string;
  /** Returns false if nothing had to be changed. */
  change(store: Store, id: string): Promise<boolean>;
}

export function switchCommand(
  context: Context,
  verb: 'disable' | 'enable',
  { summary, description, done, change }: Switch,
) {
  const command = new CliCommand(verb, context)
    .summary(summary)
    .description(description)
    .argument('<name...>', 'the names of the accounts')
    .exitStatus('not_found', 'one of them does not exist')
    .example(`svcapi account ${verb} "Hana Veil"`, 'one account')
    .example(`svcapi account ${verb} "Hana Veil" bram`, 'two accounts')
    .action((names: string[]) =>
      withStore(command, async (store) => {
        for (const { id, name } of await findAccounts(store, names)) {
          context.info((await change(store, id)) ? done(name) : `The account “${name}” is ${verb}d already.`);
        }
      }),
    );
  return addStore(command);
}

const FORGOTTEN =
  'The texts of events that its characters received and of payments that they made are empty. Their names stay, also in texts that others ' +
  'received or wrote: remove the characters with a name in their removal. Empty the texts in the game too, or its next file brings them ' +
  'back. Backups have them until they are deleted.';

export function removeCommand(context: Context): CliCommand {
  const command = new CliCommand('remove', context)
    .summary('remove accounts for good')
    .description(
      'Removes accounts for good, with their sessions and invitations. Their grants, tokens and registered programs end ' +
        'within a second. Their characters and the history of these stay. ' +
        'Without a terminal, --yes is needed.',
    )
    .argument('<name...>', 'the names of the accounts')
    .option('--forget', 'also empty the texts of events to their characters, and of payments by them')
    .exitStatus('not_found', 'one of them does not exist')
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

/** Finds each account once, and fails before any is changed. */
async function findAccounts(store: Store, names: readonly string[]): Promise<Account[]> {
  const found = new Map<string, Account>();
  for (const name of names) {
    const account = await findAccount(store, name);
    found.set(account.id, account);
  }
  return [...found.values()];
}
