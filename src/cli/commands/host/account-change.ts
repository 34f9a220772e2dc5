import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { usageError } from '../../exit-status.js';
import { addStore, withStore } from '../../host/database.js';
import { findAccount, findCharacter } from '../../host/find-account.js';
import { changeEachCommand } from '../../host/subcommands.js';
import { repeated } from '../../input/options.js';

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

export function disableCommand(context: Context): CliCommand {
  return changeEachCommand(context, 'account', {
    verb: 'disable',
    summary: 'keep players out',
    description:
      'Disables accounts: their sessions end at once, and their tokens stop working within a second. They keep ' +
      'their characters and the access of programs, for svcapi account enable.',
    noun: 'account',
    example: '"Hana Veil" bram',
    done: 'Disabled the account',
    async change(within, name) {
      await within.accounts.disable((await findAccount(within, name)).id, context.now());
      return true;
    },
  });
}

export function enableCommand(context: Context): CliCommand {
  return changeEachCommand(context, 'account', {
    verb: 'enable',
    summary: 'let players in again',
    description: 'Enables accounts that were disabled. Their tokens work again, and they can sign in.',
    noun: 'account',
    example: '"Hana Veil"',
    done: 'Enabled the account',
    async change(within, name) {
      await within.accounts.enable((await findAccount(within, name)).id);
      return true;
    },
  });
}

export function removeCommand(context: Context): CliCommand {
  const command = changeEachCommand(context, 'account', {
    verb: 'remove',
    summary: 'remove accounts for good',
    description:
      'Removes accounts for good, with their sessions and invitations. Their grants, tokens and registered programs end ' +
      'within a second. Their characters and the history of these stay. Without a terminal, --yes is needed.\n\n' +
      'With --forget, the texts of events that their characters received and of payments that they made are empty. Their ' +
      'names stay, also in texts that others received or wrote: remove the characters with a name in their removal. Empty ' +
      'the texts in the game too, or its next file brings them back. Backups have them until they are deleted.',
    noun: 'account',
    example: '"Hana Veil" bram',
    done: 'Removed the account',
    asks: 'removal',
    async change(within, name) {
      const { forget = false } = command.opts<{ forget?: boolean }>();
      await within.accounts.remove((await findAccount(within, name)).id, context.now(), { forget });
      return true;
    },
  });
  return command.option(
    '--forget',
    'also empty the texts of events to their characters, and of payments by them',
  ) as CliCommand;
}
