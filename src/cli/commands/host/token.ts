import { type Permission, permissionNames } from '../../../domain/permission.js';
import type { Named, TokenInfo } from '../../../store/store.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { CliError } from '../../exit-status.js';
import { addStore, revokeEach, withStore } from '../../host/database.js';
import { findCharacter, readName } from '../../host/find-account.js';
import { addConfirmation } from '../../input/confirm.js';
import { addSetting } from '../../input/options.js';
import { addPermission } from '../../input/permissions.js';
import { type Column, dateColumn } from '../../output/columns.js';
import { isoDate } from '../../output/dates.js';
import { addOutput, createPrinter } from '../../output/print.js';

/** `exchanged` is a refresh token whose successor is in use. */
type TokenState = 'active' | 'asleep' | 'disabled' | 'exchanged' | 'expired' | 'revoked';

type ListedToken = TokenInfo & { state: TokenState };

const columns: Column<ListedToken>[] = [
  { name: 'token', value: (token) => token.id, tone: 'strong' },
  { name: 'state', value: (token) => token.state, tone: (token) => (token.state === 'active' ? 'good' : 'bad') },
  { name: 'client', value: (token) => token.client_id },
  { name: 'uid', value: (token) => token.character.uid, wide: true },
  { name: 'character', value: (token) => token.character.name, long: 'cut' },
  {
    name: 'permissions',
    value: ({ permissions }) => permissions,
    shown: ({ permissions }) => permissions.join(', '),
    long: 'cut',
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

export function createCommand(context: Context): CliCommand {
  return new CliCommand('token', context)
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

interface MadeToken {
  id: string;
  token: string;
  client: string;
  character: Named;
  permissions: Permission[];
  /** Unix seconds. */
  expiresAt: number;
}

const madeColumns: Column<MadeToken>[] = [
  { name: 'id', value: (made) => made.id },
  { name: 'token', value: (made) => made.token, tone: 'strong' },
  { name: 'client', value: (made) => made.client },
  { name: 'uid', value: (made) => made.character.uid },
  { name: 'character', value: (made) => made.character.name },
  { name: 'permissions', value: (made) => made.permissions },
  { name: 'expires', value: (made) => isoDate(made.expiresAt) },
];

function createTokenCommand(context: Context): CliCommand {
  const command = new CliCommand('create', context)
    .summary('make a token and print it once')
    .description(
      'Creates a token with which a client acts for a character, and prints only the token. It cannot be ' +
        'printed again: only its hash is stored. A missing client is created.',
    )
    .requiredOption('--client <client>', 'id of the client', (text) => readName(text, '--client'))
    .requiredOption('--character <uid|name>', 'character to act for')
    .requiredOption(
      '--permission <permission>',
      `permission of the token, may be repeated: ${permissionNames.join(', ')}`,
      addPermission,
    )
    .exitStatus('not_found', 'there is no such character')
    .example(
      'svcapi token create --client trade-console --character 1:1 --permission character_read',
      'for a character, by UID',
    )
    .example(
      'TOKEN=$(svcapi token create --client bot --character 1:1 --permission character_read --days 7)',
      'into a shell variable, valid for a week',
    )
    .action(async (wanted: { client: string; character: string; permission: Permission[] }) => {
      const printer = createPrinter(command, madeColumns);
      const { tokenDays } = await command.settings(['tokenDays']);
      const expiresAt = context.now() + tokenDays * 86_400;
      const { client } = wanted;
      const permissions = permissionNames.filter((name) => wanted.permission.includes(name));
      const { made, isNewClient } = await withStore(command, (store) =>
        store.transaction(async (within) => {
          const character = await findCharacter(within, wanted.character);
          const known = await within.clients.find(client);
          if (known && known.revoked_at !== null) {
            throw new CliError('other', `the client “${client}” was revoked; choose another id for a new one`);
          }
          const now = context.now();
          if (!known) await within.clients.create({ id: client, name: client }, now);
          const grant = { client_id: client, character_uid: character.uid, permissions, expires_at: expiresAt };
          const { id, token } = await within.tokens.create(grant, now);
          return { made: { id, token, client, character, permissions, expiresAt }, isNewClient: !known };
        }),
      );
      await printer.value(made.token, made);
      if (isNewClient) context.info(`Made the client “${client}”.`);
      context.info(
        `The token acts for ${made.character.name} until ${isoDate(expiresAt)}. It is not shown again: keep it safe.`,
      );
      context.info(`Revoke it with svcapi token revoke ${made.id}`);
    });
  addSetting(command, 'tokenDays', '--days');
  return addOutput(addStore(command), madeColumns);
}

function listCommand(context: Context): CliCommand {
  const command = new CliCommand('list', context)
    .summary('list all tokens')
    .description(
      'Lists all tokens by id, with their permissions. The tokens themselves are not stored. The kind is “host” for a ' +
        'token of svcapi token create, “personal” for one that a player made, and “access” or “refresh” for those that ' +
        'programs got by OAuth 2. A refresh token is “exchanged” once a later one has replaced it. A token is “disabled” ' +
        'while its account, or that of its program, is disabled, and “asleep” while its character is removed but can come back.',
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
    .action((ids: string[]) =>
      revokeEach(command, 'token', ids, (store, id) => store.tokens.revoke(id, context.now())),
    );
  return addStore(addConfirmation(command));
}
