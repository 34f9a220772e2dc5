import { CliCommand } from '../command.js';
import { addRoute, callRoute } from '../connection/call-route.js';
import { connect } from '../connection/connect.js';
import type { Context } from '../context.js';
import type { Column } from '../output/columns.js';
import { createPrinter } from '../output/print.js';

interface Row {
  message: string;
  client?: string;
}

const message: Column<Row> = { name: 'message', value: (row) => row.message, tone: 'strong' };
const columns: Column<Row>[] = [message, { name: 'client', value: ({ client }) => client ?? null }];

export function createCommand(context: Context): CliCommand {
  const command = new CliCommand('hello', context)
    .description(
      'Prints the greeting of the service. With a token, it prints the greeting for authorised clients, which names ' +
        'the client and needs the permission character_read.',
    )
    .example('svcapi hello', 'check the service and the token')
    .example('SVCAPI_TOKEN= svcapi hello --url http://127.0.0.1:8080', 'another service, without SVCAPI_TOKEN')
    .action(async () => {
      const connection = await connect(command);
      const printer = createPrinter(command, columns, connection.hasToken ? {} : { compact: [message] });
      const route = connection.hasToken ? 'GET /api/helloauth' : 'GET /api/helloworld';
      const payload = await callRoute(connection, printer, route);
      if (payload) await printer.record(payload);
    });
  return addRoute(command, columns);
}
