import type { Client, TokenInfo } from '../../../store/store.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { addStore, withStore } from '../../host/database.js';
import { confirmRevocation, revokeEach } from '../../host/revoke-each.js';
import { addConfirmation } from '../../input/confirm.js';
import type { Column } from '../../output/column.js';
import { dateColumn } from '../../output/date-column.js';
import { addOutput, createPrinter } from '../../output/print.js';
import { createTokenCommand } from './token-create.js';

/** The state of a token. */
type TokenState = 'active' | 'expired' | 'revoked';

type ListedToken = TokenInfo & { state: TokenState };

const listed = (token: ListedToken) => token.permissions.join(', ');

/** The columns of a token; a narrow terminal gets the number of its permissions. */
const columns: Column<ListedToken>[] = [
  { name: 'token', value: (token) => token.id, tone: 'strong' },
  { name: 'state', value: (token) => token.state, tone: (token) => (token.state === 'active' ? 'good' : 'bad') },
  { name: 'client', value: (token) => token.client_id },
  { name: 'uid', value: (token) => token.character.uid, optional: 2 },
  { name: 'character', value: (token) => token.character.name, long: 'cut' },
  {
    name: 'permissions',
    value: (token) => token.permissions,
    long: 'wrap',
    forms: [listed, listed, (token) => `${token.permissions.length}`],
  },
  { ...dateColumn('created', (token) => token.created_at), optional: 1 },
  dateColumn('expires', (token) => token.expires_at),
];

/** Adds the current state to tokens. Revoking a client revokes its tokens. */
function withState(tokens: TokenInfo[], clients: Client[], now: number): ListedToken[] {
  const revoked = new Set(clients.filter((client) => client.revoked_at !== null).map((client) => client.id));
  return tokens.map((token) => {
    const isRevoked = token.revoked_at !== null || revoked.has(token.client_id);
    return { ...token, state: isRevoked ? 'revoked' : token.expires_at <= now ? 'expired' : 'active' };
  });
}

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
      const printer = createPrinter(command, columns);
      const tokens = await withStore(command, async (store) =>
        withState(await store.tokens.list(), await store.clients.list(), context.now()),
      );
      await printer.rows(tokens, 'There are no tokens; make one with svcapi token create');
    });
  return addOutput(addStore(command), columns);
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
