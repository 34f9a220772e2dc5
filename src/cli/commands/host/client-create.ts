import {
  applicationTypeOf,
  MAX_REDIRECT_URIS,
  redirectUriProblem,
  reservedClientIds,
} from '../../../domain/oauth-client.js';
import type { Client, Registration, Store } from '../../../store/store.js';
import { newToken, SECRET_PREFIXES, tokenHash } from '../../../store/token.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { CliError, usageError } from '../../exit-status.js';
import { addStore, withStore } from '../../host/database.js';
import { findAccount, readName } from '../../host/find-account.js';
import { repeated } from '../../input/options.js';
import type { Column } from '../../output/columns.js';
import { addOutput, createPrinter, type Printer } from '../../output/print.js';

interface MadeSecret {
  client: string;
  /** Null for a client without one. */
  secret: string | null;
}

const columns: Column<MadeSecret>[] = [
  { name: 'client', value: ({ client }) => client },
  { name: 'secret', value: ({ secret }) => secret, tone: 'strong' },
];

interface Wanted {
  name?: string;
  redirectUri?: string[];
  public?: true;
  resourceServer?: true;
  pkce: boolean;
  owner?: string;
}

export function createClientCommand(context: Context): CliCommand {
  const command = new CliCommand('create', context)
    .summary('make a client')
    .description(
      'Creates a client. With --redirect-uri or --public it can ask players for access by OAuth 2, and with ' +
        '--resource-server it can ask about the tokens of others. Its secret is printed once, unless it is public; only ' +
        'the hash is stored. Without them, svcapi token create makes its tokens; that also creates a missing client.',
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
    .option('--owner <account>', 'account that can change the client on its own pages')
    .exitStatus('not_found', 'there is no such account')
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
      const printer = createPrinter(command, columns);
      if (reservedClientIds.includes(id)) throw usageError(`the id “${id}” is reserved; choose another id`);
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
      if (isPublic && isResourceServer) throw usageError('--resource-server needs a secret; leave --public out');
      if (!wanted.pkce && (isPublic || redirectUris.length === 0))
        throw usageError('--no-pkce is for a client with a secret and a --redirect-uri');
      const usesOAuth = isPublic || isResourceServer || redirectUris.length > 0;
      const secret = usesOAuth && !isPublic ? newToken(SECRET_PREFIXES.clientSecret) : null;
      await withStore(command, (store) =>
        store.transaction(async (within) => {
          if (await within.clients.find(id))
            throw new CliError('other', `the client “${id}” exists already; choose another id`);
          const registration = {
            owner_id: wanted.owner === undefined ? null : (await findAccount(within, wanted.owner)).id,
            is_public: isPublic ? 1 : 0,
            secret_hash: secret === null ? null : tokenHash(secret),
            redirect_uris: JSON.stringify(redirectUris),
            application_type: applicationTypeOf(redirectUris),
            requires_pkce: usesOAuth && wanted.pkce ? 1 : 0,
            is_resource_server: isResourceServer ? 1 : 0,
          } as const;
          await within.clients.create({ ...client, ...registration }, context.now());
        }),
      );
      await printMade(command, printer, { client: id, secret });
      const next = isResourceServer
        ? 'it can ask about tokens now'
        : usesOAuth
          ? 'it can ask players for access now'
          : `give it a token with svcapi token create --client ${id}`;
      context.info(`Made the client “${id}”; ${next}`);
    });
  return addOutput(addStore(command), columns);
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
    .example('svcapi client secret tools --json secret', 'as JSON')
    .action(async (id: string) => {
      const printer = createPrinter(command, columns);
      const secret = newToken(SECRET_PREFIXES.clientSecret);
      await withStore(command, async (store) => {
        const client = await findClient(store, id);
        if (client.secret_hash === null) {
          const reason = client.is_public === 1 ? 'is public' : 'gets its tokens from svcapi token create';
          throw new CliError('other', `the client “${id}” ${reason} and has no secret; create another client for one`);
        }
        await store.clients.update(id, { secret_hash: tokenHash(secret) });
      });
      await printMade(command, printer, { client: id, secret });
    });
  return addOutput(addStore(command), columns);
}

export function changeCommand(context: Context): CliCommand {
  const command = new CliCommand('change', context)
    .summary('change the rights and requirements of a client')
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
    .action(async (id: string, { pkce, resourceServer }: { pkce?: boolean; resourceServer?: boolean }) => {
      if (pkce === undefined && resourceServer === undefined)
        throw usageError('there is nothing to change; give --resource-server, --pkce, or one of them with --no-');
      const client = await withStore(command, (store) =>
        store.transaction(async (within) => {
          const found = await findClient(within, id);
          const purpose = resourceServer ? 'to ask about tokens' : pkce === false ? 'in place of PKCE' : undefined;
          if (purpose !== undefined && found.secret_hash === null) {
            const next = 'create another client for one';
            throw new CliError('other', `the client “${id}” has no secret, which it needs ${purpose}; ${next}`);
          }
          const change: Partial<Registration> = {
            ...(pkce !== undefined && { requires_pkce: pkce ? 1 : 0 }),
            ...(resourceServer !== undefined && { is_resource_server: resourceServer ? 1 : 0 }),
          };
          await within.clients.update(id, change);
          return { ...found, ...change };
        }),
      );
      const isRequired = client.requires_pkce === 1 || client.is_public === 1;
      context.info(`PKCE is ${isRequired ? 'required of' : 'optional for'} “${id}”.`);
      const tokens = client.is_resource_server === 1 ? 'the tokens of all clients' : 'its own tokens only';
      context.info(`“${id}” may ask about ${tokens}.`);
    });
  return addStore(command);
}

/** @throws {CliError} when there is no such client, or it is revoked */
async function findClient({ clients }: Store, id: string): Promise<Client> {
  const client = await clients.find(id);
  if (client && client.revoked_at === null) return client;
  throw new CliError('not_found', `there is no valid client “${id}”; see svcapi client list`);
}

async function printMade(command: CliCommand, printer: Printer<MadeSecret>, made: MadeSecret): Promise<void> {
  await printer.value(made.secret, made);
  if (made.secret !== null) command.context.info('The secret is not shown again: keep it safe.');
}
