import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { addStore, withStore } from '../../host/database.js';
import { confirmRevocation, revokeEach } from '../../host/revoke-each.js';
import { addConfirmation } from '../../input/confirm.js';
import { addOutput, createPrinter } from '../../output/print.js';
import { tokenColumns, withState } from '../../output/token-columns.js';
import { createTokenCommand } from './token-create.js';

/** Creates `svcapi token`. */
export function tokenCommand(context: Context): CliCommand {
  return new CliCommand('token', context)
    .summary('manage the tokens of clients')
    .description('Creates, lists and revokes tokens, with which a client acts for a character.')
    .addCommand(createTokenCommand(context))
    .addCommand(listCommand(context))
    .addCommand(revokeCommand(context))
    .example('svcapi token list', 'all tokens, and when they expire')
    .example(
      'svcapi token create --client trade-console --character 1:1 --permission character_read',
      'make a token, which is printed once',
    );
}

function listCommand(context: Context): CliCommand {
  const command = new CliCommand('list', context)
    .summary('list all tokens')
    .description('Lists all tokens by id, with their permissions. The tokens themselves are not stored.')
    .example('svcapi token list', 'all tokens, and when they expire')
    .example('svcapi token list --json token,client,state,expires', 'as JSON, with these fields only')
    .action(async () => {
      const printer = createPrinter(command, tokenColumns);
      const tokens = await withStore(command, async (store) =>
        withState(await store.tokens.list(), await store.clients.list(), context.now()),
      );
      await printer.rows(tokens, 'There are no tokens; make one with svcapi token create');
    });
  return addOutput(addStore(command), tokenColumns);
}

function revokeCommand(context: Context): CliCommand {
  const command = new CliCommand('revoke', context)
    .summary('revoke tokens')
    .description('Revokes tokens for good. A running service refuses them within a second.')
    .argument('<token...>', 'the ids of the tokens, as svcapi token list shows them')
    .exitStatus('not_found', 'one of them does not exist, or is revoked already')
    .example('svcapi token revoke 3f2a90c1b4d7', 'it stops working within a second')
    .example('svcapi token revoke 3f2a90c1b4d7 --yes', 'without a question')
    .action(async (ids: string[]) => {
      await confirmRevocation(command, 'token', ids);
      await withStore(command, (store) =>
        revokeEach(context, 'token', ids, (id) => store.tokens.revoke(id, context.now())),
      );
    });
  return addStore(addConfirmation(command));
}
