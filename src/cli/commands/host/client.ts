import type { Client } from '../../../store/store.js';
import { CliError } from '../../cli-error.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { clientText } from '../../host/client-text.js';
import { withStore } from '../../host/database.js';
import { revokeEach } from '../../host/revoke-each.js';
import { addSettings } from '../../input/settings-options.js';
import type { Column } from '../../output/column.js';
import { isoDate } from '../../output/iso-date.js';
import { addOutput } from '../../output/output-options.js';
import { createPrinter } from '../../output/print.js';

const columns: Column<Client>[] = [
  { name: 'client', value: (client) => client.id, tone: 'strong' },
  { name: 'name', value: (client) => client.name },
  { name: 'created', value: (client) => isoDate(client.createdAt) },
  {
    name: 'revoked',
    value: ({ revokedAt }) => (revokedAt === null ? null : isoDate(revokedAt)),
    tone: 'bad',
  },
];

/** The programs that may call the service. */
export function clientCommand(context: Context): CliCommand {
  return new CliCommand('client', context)
    .summary('the programs that may call the service')
    .description('Makes, lists and revokes clients: the programs that tokens are given to.')
    .addCommand(createCommand(context))
    .addCommand(listCommand(context))
    .addCommand(revokeCommand(context))
    .example('svcapi client list', 'who there is')
    .example('svcapi client create nightly-report', 'one more');
}

function createCommand(context: Context): CliCommand {
  const command = new CliCommand('create', context)
    .summary('make a client')
    .description('Makes a client. A token for it is made with svcapi token create, which also makes a missing client.')
    .argument('<client>', 'the id of the client')
    .option('--name <name>', 'what people call it (default: its id)')
    .exitStatus('other', 'there is such a client already, or the database cannot be used')
    .example('svcapi client create trade-console --name "Trade console"', 'a client with a name for people')
    .example('svcapi client create nightly-report', 'one that is called what its id is')
    .action(async (id: string, { name }: { name?: string }) => {
      const client = { id: clientText(id, 'the id'), name: clientText(name ?? id, '--name') };
      await withStore(context, command, (store) =>
        store.transaction(async (within) => {
          if (await within.clients.find(id))
            throw new CliError('other', `there is a client “${id}” already; choose another id`);
          await within.clients.create(client, context.now());
        }),
      );
      context.info(`Made the client “${id}”; give it a token with svcapi token create --client ${id}`);
    });
  return addSettings(command, 'store');
}

function listCommand(context: Context): CliCommand {
  const command = new CliCommand('list', context)
    .summary('list all clients')
    .description('Lists all clients, those that were revoked too.')
    .example('svcapi client list', 'who there is')
    .example('svcapi client list --json client,revoked', 'as JSON, with these fields alone')
    .action(async () => {
      const printer = createPrinter(context, command, columns);
      const clients = await withStore(context, command, (store) => store.clients.list());
      await printer.rows(clients, 'There are no clients; make one with svcapi client create');
    });
  return addOutput(addSettings(command, 'store'), columns);
}

function revokeCommand(context: Context): CliCommand {
  const command = new CliCommand('revoke', context)
    .summary('end clients and all their tokens')
    .description(
      'Ends clients, with everything that was granted to them, for good: a running service refuses them within a second.',
    )
    .argument('<client...>', 'the ids of the clients')
    .exitStatus('not_found', 'one of them is no client, or was revoked before')
    .example('svcapi client revoke trade-console', 'its tokens stop to work within a second')
    .example('svcapi client list | cut -f1 | xargs svcapi client revoke', 'nobody gets in any more')
    .action((ids: string[]) =>
      withStore(context, command, (store) =>
        revokeEach(context, 'client', ids, (id) => store.clients.revoke(id, context.now())),
      ),
    );
  return addSettings(command, 'store');
}
