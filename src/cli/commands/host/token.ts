import { type Permission, permissionNames } from '../../../domain/permission.js';
import type { TokenInfo } from '../../../store/store.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { CliError } from '../../exit-status.js';
import { addStore, withStore } from '../../host/database.js';
import { findCharacter, readName } from '../../host/find-account.js';
import { changeEachCommand, listCommand, printSecret } from '../../host/subcommands.js';
import { wholeNumberOption } from '../../input/options.js';
import { addPermission } from '../../input/permissions.js';
import { type Column, dateColumn } from '../../output/columns.js';
import { isoDate } from '../../output/dates.js';

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
    .addCommand(
      listCommand(context, 'token', 'tokens', columns, {
        description:
          'Lists all tokens by id, with their permissions. The tokens themselves are not stored. The kind is “host” for a ' +
          'token of svcapi token create, “personal” for one that a player made, and “access” or “refresh” for those that ' +
          'programs got by OAuth 2. A refresh token is “exchanged” once a later one has replaced it. A token is “disabled” ' +
          'while its account, or that of its program, is disabled, and “asleep” while its character is removed but can come back.',
        whenEmpty: 'There are no tokens; make one with svcapi token create',
        read: async (store) =>
          (await store.tokens.list()).map((token) => ({ ...token, state: stateOf(token, context.now()) })),
      }),
    )
    .addCommand(
      changeEachCommand(context, 'token', {
        verb: 'revoke',
        summary: 'revoke tokens',
        description: 'Revokes tokens for good. A running service refuses them within a second.',
        noun: 'token',
        example: '3f2a90c1b4d7',
        done: 'Revoked the token',
        asks: 'irreversible',
        change: (within, id) => within.tokens.revoke(id, context.now()),
      }),
    )
    .example('svcapi token list', 'all tokens, and when they expire')
    .example(
      'svcapi token create --client trade-console --character 1:1 --permission character_read',
      'make a token, which is printed once',
    );
}

interface Wanted {
  client: string;
  character: string;
  permission: Permission[];
  days: number;
}

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
    .addOption(wholeNumberOption('--days <number>', 'lifetime of the token', 1, 3650).default(90))
    .exitStatus('not_found', 'there is no such character')
    .example(
      'svcapi token create --client trade-console --character 1:1 --permission character_read',
      'for a character, by UID',
    )
    .example(
      'TOKEN=$(svcapi token create --client bot --character 1:1 --permission character_read --days 7)',
      'into a shell variable, valid for a week',
    )
    .action(async ({ client, days, ...wanted }: Wanted) => {
      const expiresAt = context.now() + days * 86_400;
      const permissions = permissionNames.filter((name) => wanted.permission.includes(name));
      const { id, token, character, isNewClient } = await withStore(command, (store) =>
        store.transaction(async (within) => {
          const character = await findCharacter(within, wanted.character);
          const known = await within.clients.find(client);
          if (known && known.revoked_at !== null) {
            throw new CliError('other', `the client “${client}” was revoked; choose another id for a new one`);
          }
          const now = context.now();
          if (!known) await within.clients.create({ id: client, name: client }, now);
          const grant = { client_id: client, character_uid: character.uid, permissions, expires_at: expiresAt };
          return { ...(await within.tokens.create(grant, now)), character, isNewClient: !known };
        }),
      );
      await printSecret(
        context,
        token,
        `the token is lost; revoke it with svcapi token revoke ${id}, and make another`,
      );
      if (isNewClient) context.info(`Made the client “${client}”.`);
      context.info(
        `The token acts for ${character.name} until ${isoDate(expiresAt)}. It is not shown again: keep it safe.`,
      );
      context.info(`Revoke it with svcapi token revoke ${id}`);
    });
  return addStore(command);
}
