import { type Permission, permissionNames } from '../../../domain/permission.js';
import { type NothingLeft, settingsOf } from '../../../settings/index.js';
import type { Named, Store } from '../../../store/store.js';
import { CliError } from '../../cli-error.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { clientText } from '../../host/client-text.js';
import { addStore, withStore } from '../../host/database.js';
import { addPermission } from '../../input/read-permission.js';
import { addSetting } from '../../input/settings-options.js';
import type { Column } from '../../output/column.js';
import { isoDate } from '../../output/iso-date.js';
import { addOutput, createPrinter } from '../../output/print.js';

interface MadeToken {
  id: string;
  token: string;
  client: string;
  character: Named;
  permissions: Permission[];
  /** Unix seconds. */
  expiresAt: number;
}

const columns: Column<MadeToken>[] = [
  { name: 'id', value: (made) => made.id },
  { name: 'token', value: (made) => made.token, tone: 'strong' },
  { name: 'client', value: (made) => made.client },
  { name: 'uid', value: (made) => made.character.uid },
  { name: 'character', value: (made) => made.character.name },
  { name: 'permissions', value: (made) => made.permissions },
  { name: 'expires', value: (made) => isoDate(made.expiresAt) },
];

interface Wanted {
  client: string;
  character: string;
  permission: Permission[];
}

/** Creates `svcapi token create`. */
export function createTokenCommand(context: Context): CliCommand {
  const command = new CliCommand('create', context)
    .summary('make a token and print it once')
    .description(
      'Makes a token with which a client acts for a character, and prints it alone on standard output. It cannot be ' +
        'printed again: only its hash is stored. A missing client is created.',
    )
    .requiredOption('--client <client>', 'id of the client', (text) => clientText(text, '--client'))
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
    .action(async (wanted: Wanted) => {
      const printer = createPrinter(command, columns);
      const { tokenDays, ...unread } = await command.settings(settingsOf('token'));
      unread satisfies NothingLeft;
      const expiresAt = context.now() + tokenDays * 86_400;
      const { made, isNewClient } = await withStore(command, (store) => make(store, wanted, context.now(), expiresAt));
      await printer.value(made.token, made);
      if (isNewClient) context.info(`Made the client “${made.client}”.`);
      context.info(
        `The token acts for ${made.character.name} until ${isoDate(expiresAt)}. It is not shown again: keep it safe.`,
      );
      context.info(`Revoke it with svcapi token revoke ${made.id}`);
    });
  addSetting(command, 'tokenDays', '--days');
  return addOutput(addStore(command), columns);
}

function make(
  store: Store,
  { client, character, permission }: Wanted,
  now: number,
  expiresAt: number,
): Promise<{ made: MadeToken; isNewClient: boolean }> {
  return store.transaction(async (within) => {
    const found = await within.characters.find(character);
    if (!found)
      throw new CliError('not_found', `there is no character “${character}”; give the UID or the name of one`);
    const known = await within.clients.find(client);
    if (known && known.revoked_at !== null) {
      throw new CliError('other', `the client “${client}” was revoked; choose another id for a new one`);
    }
    if (!known) await within.clients.create({ id: client, name: client }, now);
    const permissions = permissionNames.filter((name) => permission.includes(name));
    const grant = { client_id: client, character_uid: found.uid, permissions, expires_at: expiresAt };
    const { id, token } = await within.tokens.create(grant, now);
    return { made: { id, token, client, character: found, permissions, expiresAt }, isNewClient: !known };
  });
}
