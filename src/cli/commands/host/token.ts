import type { TokenInfo } from '../../../store/store.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { addStore, withStore } from '../../host/database.js';
import { confirmRevocation, revokeEach } from '../../host/revoke-each.js';
import { addConfirmation } from '../../input/confirm.js';
import type { Column } from '../../output/column.js';
import { dateColumn } from '../../output/date-column.js';
import { addOutput, createPrinter } from '../../output/print.js';
import { createTokenCommand } from './token-create.js';

/** The state of a token. One that was exchanged is a refresh token whose successor is in use. */
type TokenState = 'active' | 'asleep' | 'disabled' | 'exchanged' | 'expired' | 'revoked';

type ListedToken = TokenInfo & { state: TokenState };

const listed = (token: ListedToken) => token.permissions.join(', ');

/** The columns of a token; a narrow terminal gets the number of its permissions. */
const columns: Column<ListedToken>[] = [
  { name: 'token', value: (token) => token.id, tone: 'strong' },
  { name: 'state', value: (token) => token.state, tone: (token) => (token.state === 'active' ? 'good' : 'bad') },
  { name: 'client', value: (token) => token.client_id },
  { name: 'uid', value: (token) => token.character.uid, wide: true },
  { name: 'character', value: (token) => token.character.name, long: 'cut' },
  {
    name: 'permissions',
    value: (token) => token.permissions,
    long: 'cut',
    shown: listed,
  },
  { ...dateColumn('created', (token) => token.created_at), wide: true },
  dateColumn('expires', (token) => token.expires_at),
  { name: 'kind', value: (token) => token.kind, wide: true },
  { name: 'account', value: (token) => token.account, long: 'cut', wide: true },
];

function stateOf({ revoked_at, consumed_at, expires_at, disabled_at, removed_at }: TokenInfo, now: number): TokenState {
  if (revoked_at !== null) return 'revoked';
  if (consumed_at !== null) return 'exchanged';
  if (expires_at <= now) return 'expired';
  if (removed_at !== null) return 'asleep';
  return disabled_at === null ? 'active' : 'disabled';
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
    .description(
      'Lists all tokens by id, with their permissions. The tokens themselves are not stored. The kind is “host” for a ' +
        'token of svcapi token create, “personal” for one that a player made, and “access” or “refresh” for those that ' +
        'programs got by OAuth 2. A refresh token is “exchanged” when a later one has taken its place, and a token is ' +
        '“disabled” while its account, or that of its program, is, and “asleep” while its character is removed and may come back.',
    )
    .example('svcapi token list', 'all tokens, and when they expire')
    .example('svcapi token list --json token,client,state,expires', 'as JSON, with these fields only')
    .action(async () => {
      const printer = createPrinter(command, columns);
      const tokens = await withStore(command, (store) => store.tokens.list());
      const rows = tokens.map((token) => ({ ...token, state: stateOf(token, context.now()) }));
      await printer.rows(rows, 'There are no tokens; make one with svcapi token create');
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
