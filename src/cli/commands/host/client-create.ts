import { applicationTypeOf, commandLine, MAX_REDIRECT_URIS, redirectUriProblem } from '../../../domain/oauth-client.js';
import type { Client, Store } from '../../../store/store.js';
import { newToken, SECRET_PREFIXES, tokenHash } from '../../../store/token.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { CliError, usageError } from '../../exit-status.js';
import { addStore, withStore } from '../../host/database.js';
import { readName } from '../../host/find-account.js';
import { printSecret } from '../../host/subcommands.js';
import { repeated } from '../../input/options.js';

interface Wanted {
  name?: string;
  redirectUri?: string[];
  public?: true;
  resourceServer?: true;
  pkce: boolean;
}

export function createClientCommand(context: Context): CliCommand {
  const command = new CliCommand('create', context)
    .summary('make a client')
    .description(
      'Creates a client that asks players for access by OAuth 2, or with --resource-server about the tokens of others. Its ' +
        'secret is printed once, unless it is public; only the hash is stored. svcapi token create makes other clients itself.',
    )
    .argument('<client>', 'the id of the client')
    .option('--name <name>', 'name for people (default: its id)')
    .option(
      '--redirect-uri <uri>',
      'address that players are sent back to: https, http on 127.0.0.1, or a scheme such as com.example.app:; may be repeated',
      repeated,
    )
    .option('--public', 'the program can keep no secret, such as one that people install or a web page')
    .option('--resource-server', 'let it ask about the tokens of all clients, with its secret')
    .option('--no-pkce', 'make PKCE optional, for a program with a secret that cannot send it')
    .exitStatus('other', 'the client exists already, or the database cannot be used')
    .example(
      'svcapi client create tools --redirect-uri https://tools.example/signed-in > tools.secret',
      'a web site that players sign in to, with its secret in a file',
    )
    .example(
      'svcapi client create desktop --public --redirect-uri http://127.0.0.1/signed-in',
      'a program that people install, on any port',
    )
    .action(async (id: string, wanted: Wanted) => {
      if (id === commandLine.id) throw usageError(`the id “${id}” is reserved; choose another id`);
      readName(id, 'the id of a client');
      const client = { id, name: readName(wanted.name ?? id, '--name') };
      const redirectUris = [...new Set(wanted.redirectUri)];
      for (const uri of redirectUris) {
        const problem = redirectUriProblem(uri);
        if (problem !== undefined) throw usageError(`--redirect-uri “${uri}” ${problem}`);
      }
      if (redirectUris.length > MAX_REDIRECT_URIS)
        throw usageError(`give --redirect-uri at most ${MAX_REDIRECT_URIS} times`);
      const isPublic = wanted.public === true;
      const isResourceServer = wanted.resourceServer === true;
      if (isPublic && (isResourceServer || !wanted.pkce))
        throw usageError('--resource-server and --no-pkce need a secret; leave --public out');
      if (!isPublic && !isResourceServer && redirectUris.length === 0)
        throw usageError(
          'a client needs an address to return to; give --redirect-uri, or --public or --resource-server',
        );
      const secret = isPublic ? null : newToken(SECRET_PREFIXES.clientSecret);
      await withStore(command, (store) =>
        store.transaction(async (within) => {
          if (await within.clients.find(id))
            throw new CliError('other', `the client “${id}” exists already; choose another id`);
          const registration = {
            is_public: isPublic ? 1 : 0,
            secret_hash: secret === null ? null : tokenHash(secret),
            redirect_uris: JSON.stringify(redirectUris),
            application_type: applicationTypeOf(redirectUris),
            requires_pkce: wanted.pkce ? 1 : 0,
            is_resource_server: isResourceServer ? 1 : 0,
          } as const;
          await within.clients.create({ ...client, ...registration }, context.now());
        }),
      );
      if (secret !== null) await printClientSecret(context, id, secret);
      context.info(`Made the client “${id}”.`);
    });
  return addStore(command);
}

export function secretCommand(context: Context): CliCommand {
  const command = new CliCommand('secret', context)
    .summary('give a client another secret')
    .description(
      'Replaces the secret of a client, and prints the new one once: only its hash is stored. The old one stops working ' +
        'within a second. Grants and tokens stay.',
    )
    .argument('<client>', 'the id of the client')
    .exitStatus('not_found', 'there is no such client, or it is revoked')
    .exitStatus('other', 'the client has no secret, or the database cannot be used')
    .example('svcapi client secret tools > tools.secret', 'for a lost or leaked secret')
    .action(async (id: string) => {
      const secret = newToken(SECRET_PREFIXES.clientSecret);
      await withStore(command, async (store) => {
        const client = await findClient(store, id);
        if (client.secret_hash === null) {
          const reason = client.is_public === 1 ? 'is public' : 'gets its tokens from svcapi token create';
          throw new CliError('other', `the client “${id}” ${reason} and has no secret; create another client for one`);
        }
        await store.clients.update(id, { secret_hash: tokenHash(secret) });
      });
      await printClientSecret(context, id, secret);
    });
  return addStore(command);
}

export function changeCommand(context: Context): CliCommand {
  const command = new CliCommand('change', context)
    .summary('require PKCE of a client, or make it optional')
    .description(
      'Changes within a second whether a client must send a code challenge (PKCE) for a code. Every client must, unless ' +
        'the host makes it optional for one that has a secret.',
    )
    .argument('<client>', 'the id of the client')
    .option('--pkce', 'require PKCE')
    .option('--no-pkce', 'make PKCE optional, for a program that cannot send it')
    .exitStatus('not_found', 'there is no such client, or it is revoked')
    .exitStatus('other', 'the client has no secret, or the database cannot be used')
    .example('svcapi client change tools --no-pkce', 'for a program whose library has no PKCE')
    .example('svcapi client change tools --pkce', 'once it has')
    .action(async (id: string, { pkce }: { pkce?: boolean }) => {
      if (pkce === undefined) throw usageError('there is nothing to change; give --pkce or --no-pkce');
      await withStore(command, (store) =>
        store.transaction(async (within) => {
          const { secret_hash } = await findClient(within, id);
          if (!pkce && secret_hash === null)
            throw new CliError(
              'other',
              `the client “${id}” has no secret, so that it needs PKCE; create another client`,
            );
          await within.clients.update(id, { requires_pkce: pkce ? 1 : 0 });
        }),
      );
      context.info(`PKCE is ${pkce ? 'required of' : 'optional for'} “${id}”.`);
    });
  return addStore(command);
}

/** @throws {CliError} when there is no such client, or it is revoked */
async function findClient({ clients }: Store, id: string): Promise<Client> {
  const client = await clients.find(id);
  if (client && client.revoked_at === null) return client;
  throw new CliError('not_found', `there is no valid client “${id}”; see svcapi client list`);
}

async function printClientSecret(context: Context, id: string, secret: string): Promise<void> {
  await printSecret(context, secret, `the secret is lost; replace it with svcapi client secret ${id}`);
  context.info('The secret is not shown again: keep it safe.');
}
