import { usageError } from '../../cli-error.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { addStore, withStore } from '../../host/database.js';
import { findAccount, findCharacters } from '../../host/find-account.js';
import { repeated } from '../../input/repeated.js';

interface Change {
  add?: string[];
  remove?: string[];
}

/** Creates `svcapi account change`. */
export function changeCommand(context: Context): CliCommand {
  const command = new CliCommand('change', context)
    .summary('give an account characters, or take them away')
    .description(
      'Adds characters to an account, and removes some. What programs may do for a removed character ends within a second.',
    )
    .argument('<name>', 'the name of the account')
    .option('--add <uid|name>', 'character to add, may be repeated', repeated)
    .option('--remove <uid|name>', 'character to remove, may be repeated', repeated)
    .exitStatus('not_found', 'there is no such account or character')
    .example('svcapi account change "Hana Veil" --add 1:2', 'a second character')
    .example('svcapi account change "Hana Veil" --add 1:2 --remove 1:1', 'another character')
    .action(async (name: string, { add = [], remove = [] }: Change) => {
      if (add.length + remove.length === 0) throw usageError('there is nothing to change; give --add or --remove');
      const characters = await withStore(command, (store) =>
        store.transaction(async (within) => {
          const { id } = await findAccount(within, name);
          for (const { uid } of await findCharacters(within, add)) await within.accounts.addCharacter(id, uid);
          for (const { uid } of await findCharacters(within, remove)) {
            await within.accounts.removeCharacter(id, uid, context.now());
          }
          return (await within.accounts.find(id))?.characters ?? [];
        }),
      );
      const names = characters.map((character) => `${character.name} (${character.uid})`);
      context.info(`${name} plays ${names.length === 0 ? 'no character' : names.join(', ')}.`);
    });
  return addStore(command);
}
