import type { Account, Client } from '../../../store/store.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { changeEachCommand, listCommand } from '../../host/subcommands.js';
import { type Column, dateColumn } from '../../output/columns.js';
import { changeCommand, createClientCommand, secretCommand } from './client-create.js';

/** `owner` is the account that registered the client; null for a client of the host. */
type ListedClient = Client & { owner: string | null };

/** Returns “host” for a client that gets tokens from the host only, without OAuth. */
function kindOf({ is_public, secret_hash }: Client): 'public' | 'secret' | 'host' {
  if (is_public === 1) return 'public';
  return secret_hash === null ? 'host' : 'secret';
}

/** Returns null for a client that gets no codes. */
function pkceOf(client: Client): 'required' | 'optional' | null {
  if (kindOf(client) === 'host') return null;
  return client.is_public === 1 || client.requires_pkce === 1 ? 'required' : 'optional';
}

const columns: Column<ListedClient>[] = [
  { name: 'client', value: (client) => client.id, tone: 'strong' },
  { name: 'name', value: (client) => client.name, long: 'cut' },
  dateColumn('created', (client) => client.created_at),
  { ...dateColumn<ListedClient>('revoked', (client) => client.revoked_at), tone: 'bad' },
  { name: 'kind', value: kindOf },
  { name: 'owner', value: ({ owner }) => owner, long: 'cut', wide: true },
  { name: 'redirect_uris', value: ({ redirect_uris }) => JSON.parse(redirect_uris) as string[], wide: true },
  { name: 'pkce', value: pkceOf, wide: true },
  { name: 'resource_server', value: (client) => client.is_resource_server === 1, wide: true },
];

export function createCommand(context: Context): CliCommand {
  return new CliCommand('client', context)
    .description(
      'Creates, changes, lists and revokes clients: the programs that get tokens. Players register their programs themselves.',
    )
    .addCommand(createClientCommand(context))
    .addCommand(changeCommand(context))
    .addCommand(secretCommand(context))
    .addCommand(
      listCommand(context, 'client', 'clients', columns, {
        description:
          'Lists all clients, including revoked ones. The kind is “public” or “secret” for a program that asks players for ' +
          'access by OAuth 2, and “host” for one that gets its tokens from svcapi token create.',
        whenEmpty: 'There are no clients; make one with svcapi client create',
        read: async (store) => withOwners(await store.clients.list(), await store.accounts.list()),
      }),
    )
    .addCommand(
      changeEachCommand(context, 'client', {
        verb: 'revoke',
        summary: 'revoke clients and all their tokens',
        description:
          'Revokes clients for good, with all their grants and tokens. A running service refuses them within a second.',
        noun: 'client',
        example: 'trade-console',
        done: 'Revoked the client',
        asks: 'irreversible',
        change: (within, id) => within.clients.revoke(id, context.now()),
      }),
    )
    .example('svcapi client list', 'all clients')
    .example(
      'svcapi client create tools --redirect-uri https://tools.example/signed-in > tools.secret',
      'make a client',
    );
}

function withOwners(clients: Client[], accounts: Account[]): ListedClient[] {
  const names = new Map(accounts.map(({ id, name }) => [id, name]));
  return clients.map((client) => ({ ...client, owner: names.get(client.owner_id ?? '') ?? null }));
}
