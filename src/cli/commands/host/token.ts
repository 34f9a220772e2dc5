import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { withStore } from '../../host/database.js';
import { revokeEach } from '../../host/revoke-each.js';
import { addSettings } from '../../input/settings-options.js';
import { addOutput } from '../../output/output-options.js';
import { createPrinter } from '../../output/print.js';
import { tokenColumns, withState } from '../../output/token-columns.js';
import { createTokenCommand } from './token-create.js';

/** The tokens with which clients call the service. */
export function tokenCommand(context: Context): CliCommand {
  return new CliCommand('token', context)
    .summary('the tokens with which clients call')
    .description('Makes, lists and revokes tokens: what a client presents to act for a character.')
    .addCommand(createTokenCommand(context))
    .addCommand(listCommand(context))
    .addCommand(revokeCommand(context))
    .example('svcapi token list', 'what there is, and until when')
    .example(
      'svcapi token create --client trade-console --character 1:1 --permission character_read',
      'one more, which is printed once',
    );
}

function listCommand(context: Context): CliCommand {
  const command = new CliCommand('list', context)
    .summary('list all tokens')
    .description('Lists all tokens by their ids, with what each may do. The tokens themselves are stored nowhere.')
    .example('svcapi token list', 'what there is, and until when')
    .example('svcapi token list --json token,client,state,expires', 'as JSON, with these fields alone')
    .action(async () => {
      const printer = createPrinter(context, command, tokenColumns);
      const tokens = await withStore(context, command, async (store) =>
        withState(await store.tokens.list(), await store.clients.list(), context.now()),
      );
      await printer.rows(tokens, 'There are no tokens; make one with svcapi token create');
    });
  return addOutput(addSettings(command, 'store'), tokenColumns);
}

function revokeCommand(context: Context): CliCommand {
  const command = new CliCommand('revoke', context)
    .summary('end tokens')
    .description('Ends tokens, for good: a running service refuses them within a second.')
    .argument('<token...>', 'the ids of the tokens, as svcapi token list shows them')
    .exitStatus('not_found', 'one of them is no token, or was revoked before')
    .example('svcapi token revoke 3f2a90c1b4d7', 'it stops to work within a second')
    .example('svcapi token list | cut -f1 | xargs svcapi token revoke', 'all of them do')
    .action((ids: string[]) =>
      withStore(context, command, (store) =>
        revokeEach(context, 'token', ids, (id) => store.tokens.revoke(id, context.now())),
      ),
    );
  return addSettings(command, 'store');
}
