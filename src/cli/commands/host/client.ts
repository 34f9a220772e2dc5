import type { Client } from '../../../store/store.js';
import { CliError } from '../../cli-error.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { clientText } from '../../host/client-text.js';
import { withStore } from '../../host/database.js';
import { confirmRevocation, revokeEach } from '../../host/revoke-each.js';
import { addConfirmation } from '../../input/confirm.js';
import { addSettings } from '../../input/settings-options.js';
import type { Column } from '../../output/column.js';
import { dateColumn } from '../../output/date-column.js';
import { addOutput } from '../../output/output-options.js';
import { createPrinter } from '../../output/print.js';

const columns: Column<Client>[] = [
  { name: 'client', value: (client) => client.id, tone: 'strong' },
  { name: 'name', value: (client) => client.name, long: 'cut' },
  dateColumn('created', (client) => client.created_at),
  { ...dateColumn<Client>('revoked', (client) => client.revoked_at), tone: 'bad' },
];

/** Creates `svcapi client`. */
export function clientCommand(context: Context): CliCommand {
  return new CliCommand('client', context)
    .summary('manage the programs that may call the service')
    .description('Creates, lists and revokes clients: the programs that get tokens.')
    .addCommand(createCommand(context))
    .addCommand(listCommand(context))
    .addCommand(revokeCommand(context))
    .example('svcapi client list', 'all clients')
    .example('svcapi client create nightly-report', 'make a client');
}

function createCommand(context: Context): CliCommand {
  const command = new CliCommand('create', context)
    .summary('make a client')
    .description('Creates a client. svcapi token create makes tokens for it, and also creates a missing client.')
    .argument('<client>', 'the id of the client')
    .option('--name <name>', 'name for people (default: its id)')
    .exitStatus('other', 'the client exists already, or the database cannot be used')
    .example('svcapi client create trade-console --name "Trade console"', 'a client with a name')
    .example('svcapi client create nightly-report', 'a client named like its id')
    .action(async (id: string, { name }: { name?: string }) => {
      const client = { id: clientText(id, 'the id of a client'), name: clientText(name ?? id, '--name') };
      await withStore(context, command, (store) =>
        store.transaction(async (within) => {
          if (await within.clients.find(id))
            throw new CliError('other', `the client “${id}” exists already; choose another id`);
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
    .description('Lists all clients, including revoked ones.')
    .example('svcapi client list', 'all clients')
    .example('svcapi client list --json client,revoked', 'as JSON, with these fields only')
    .action(async () => {
      const printer = createPrinter(context, command, columns);
      const clients = await withStore(context, command, (store) => store.clients.list());
      await printer.rows(clients, 'There are no clients; make one with svcapi client create');
    });
  return addOutput(addSettings(command, 'store'), columns);
}

function revokeCommand(context: Context): CliCommand {
  const command = new CliCommand('revoke', context)
    .summary('revoke clients and all their tokens')
    .description(
      'Revokes clients for good, with all their grants and tokens. A running service refuses them within a second.',
    )
    .argument('<client...>', 'the ids of the clients')
    .exitStatus('not_found', 'one of them does not exist, or is revoked already')
    .example('svcapi client revoke trade-console', 'its tokens stop working within a second')
    .example('svcapi client revoke trade-console --yes', 'without a question')
    .action(async (ids: string[]) => {
      await confirmRevocation(context, command, 'client', ids);
      await withStore(context, command, (store) =>
        revokeEach(context, 'client', ids, (id) => store.clients.revoke(id, context.now())),
      );
    });
  return addSettings(addConfirmation(command), 'store');
}
