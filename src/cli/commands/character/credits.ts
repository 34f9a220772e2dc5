import type { PayloadOf } from '../../../client/types.js';
import { CliCommand } from '../../command.js';
import { addRoute, callRoute, readReference } from '../../connection/call-route.js';
import { connect } from '../../connection/connect.js';
import { findOwner } from '../../connection/identity.js';
import type { Context } from '../../context.js';
import type { Column } from '../../output/columns.js';
import { formatQuantity } from '../../output/columns.js';
import { createPrinter } from '../../output/print.js';

type Row = PayloadOf<'GET /character/{uid}/credits'>;

const columns: Column<Row>[] = [
  {
    name: 'credits',
    value: ({ credits }) => credits,
    shown: ({ credits }) => formatQuantity(credits ?? 0),
    tone: 'strong',
  },
];

export function createCommand(context: Context): CliCommand {
  const command = new CliCommand('credits', context)
    .description('Shows the credits of the token’s own character. The permission character_credits is required.')
    .argument('[uid]', 'the uid or the name of the character', readReference)
    .example('svcapi credits', 'the credits of the token’s own character')
    .example('svcapi credits 1:1 --json', 'the same as JSON')
    .action(async (given?: string) => {
      const printer = createPrinter(command, columns);
      const connection = await connect(command);
      const uid = await findOwner(connection, given);
      const payload = await callRoute(connection, printer, 'GET /character/{uid}/credits', { params: { uid } });
      if (payload) await printer.record(payload);
    });
  return addRoute(command, columns);
}
