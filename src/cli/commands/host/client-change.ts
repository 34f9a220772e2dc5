import type { Client, Registration } from '../../../store/store.js';
import { CliError, usageError } from '../../cli-error.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { addStore, withStore } from '../../host/database.js';
import { findClient } from '../../host/find-client.js';

interface Change {
  pkce?: boolean;
  resourceServer?: boolean;
}

/** Creates `svcapi client change`. */
export function changeCommand(context: Context): CliCommand {
  const command = new CliCommand('change', context)
    .summary('change what a client must and may do')
    .description(
      'Changes a client within a second. A resource server may ask about the tokens of all clients at the introspection ' +
        'endpoint, and others about their own. Every client must send a code challenge (PKCE) for a code, unless the host ' +
        'makes it optional for one that has a secret.',
    )
    .argument('<client>', 'the id of the client')
    .option('--resource-server', 'let it ask about the tokens of all clients')
    .option('--no-resource-server', 'let it ask about its own tokens only')
    .option('--pkce', 'require PKCE')
    .option('--no-pkce', 'make PKCE optional, for a program that cannot send it')
    .exitStatus('not_found', 'there is no such client, or it is revoked')
    .exitStatus('other', 'the client has no secret, or the database cannot be used')
    .example('svcapi client change tools --no-pkce', 'for a program whose library has no PKCE')
    .example('svcapi client change tools --resource-server', 'for an API that accepts the tokens of others')
    .action(async (id: string, { pkce, resourceServer }: Change) => {
      if (pkce === undefined && resourceServer === undefined)
        throw usageError('there is nothing to change; give --resource-server, --pkce, or one of them with --no-');
      const client = await withStore(command, (store) =>
        store.transaction(async (within) => {
          const found = await findClient(within, id);
          if (resourceServer) requireSecret(found, 'to ask about tokens');
          if (pkce === false) requireSecret(found, 'in place of PKCE');
          const change: Partial<Registration> = {
            ...(pkce !== undefined && { requires_pkce: pkce ? 1 : 0 }),
            ...(resourceServer !== undefined && { is_resource_server: resourceServer ? 1 : 0 }),
          };
          await within.clients.update(id, change);
          return { ...found, ...change };
        }),
      );
      context.info(
        `${client.requires_pkce === 1 || client.is_public === 1 ? 'PKCE is required of' : 'PKCE is optional for'} “${id}”.`,
      );
      context.info(
        `“${id}” may ask about ${client.is_resource_server === 1 ? 'the tokens of all clients' : 'its own tokens only'}.`,
      );
    });
  return addStore(command);
}

/** @throws {CliError} when the client has no secret */
function requireSecret({ id, secret_hash }: Client, purpose: string): void {
  if (secret_hash !== null) return;
  throw new CliError(
    'other',
    `the client “${id}” has no secret, which it needs ${purpose}; create another client for one`,
  );
}
