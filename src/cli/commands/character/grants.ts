import type { PayloadOf } from '../../../client/types.js';
import { CliCommand } from '../../command.js';
import { addRoute, callRoute, listIn, readReference } from '../../connection/call-route.js';
import { connect } from '../../connection/connect.js';
import { findOwner } from '../../connection/identity.js';
import type { Context } from '../../context.js';
import type { Column } from '../../output/columns.js';
import { timeColumns } from '../../output/columns.js';
import { createPrinter } from '../../output/print.js';

type Row = PayloadOf<'GET /character/{uid}/permissions'>['permissions']['permission'][number];

const columns: Column<Row>[] = [
  { name: 'permissions', value: ({ scopes }) => scopes.scope, tone: 'strong', long: 'wrap' },
  ...timeColumns<Row>('expires', ({ attributes }) => attributes.expires),
];

export function createCommand(context: Context): CliCommand {
  const command = new CliCommand('grants', context)
    .description(
      'Lists the permissions that a character has granted to the client of the token, one line per grant. Without a ' +
        'uid, it lists the grants of the token’s own character.',
    )
    .argument('[uid]', 'the uid or the name of the character', readReference)
    .example('svcapi grants', 'the grants of the token’s own character')
    .example('svcapi grants 1:1 --json permissions,expires_date', 'two fields as JSON')
    .action(async (given?: string) => {
      const printer = createPrinter(command, columns);
      const connection = await connect(command);
      const uid = await findOwner(connection, given);
      const payload = await callRoute(connection, printer, 'GET /character/{uid}/permissions', { params: { uid } });
      if (payload)
        await printer.rows(
          listIn(payload, (body) => body.permissions.permission),
          'The character has granted nothing to this client.',
        );
    });
  return addRoute(command, columns);
}
