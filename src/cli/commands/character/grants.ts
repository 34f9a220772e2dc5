import { ServiceError } from '../../../client/errors.js';
import type { PayloadOf } from '../../../client/types.js';
import { CliError } from '../../cli-error.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { timeColumns } from '../../output/answer-columns.js';
import type { Column } from '../../output/column.js';
import { createPrinter } from '../../output/print.js';
import { required } from '../../output/required.js';
import { addRoute, callRoute, readReference } from '../../service/call-route.js';
import { type Connection, connect } from '../../service/connect.js';
import { ownCharacter } from '../../service/identity.js';
import { listedTexts, listIn } from '../../service/read-answer.js';

type Row = PayloadOf<'GET /character/{uid}/permissions'>['permissions']['permission'][number];

const permissions = listedTexts(({ scopes }: Row) => scopes.scope);

const columns: Column<Row>[] = required<Row>([
  {
    name: 'permissions',
    value: permissions,
    shown: (row) => permissions(row)?.join(', ') ?? '',
    tone: 'strong',
    long: 'wrap',
  },
  ...timeColumns<Row>('expires', ({ attributes }) => attributes.expires),
]);

/** Creates `svcapi grants`. */
export function grantsCommand(context: Context): CliCommand {
  const command = new CliCommand('grants', context)
    .summary('list the permissions granted to this client')
    .description(
      'Lists the permissions that a character has granted to the client of the token, one line per grant. Without a ' +
        'uid, it lists the grants of the token’s own character, which needs the permission character_read.',
    )
    .argument('[uid]', 'the uid or the name of the character', readReference)
    .example('svcapi grants', 'the grants of the token’s own character')
    .example('svcapi grants 1:1 --json permissions,expires_date', 'two fields as JSON')
    .action(async (given?: string) => {
      const printer = createPrinter(command, columns);
      const connection = await connect(command);
      const uid = given ?? (await findOwn(connection));
      const payload = await callRoute(connection, printer, 'GET /character/{uid}/permissions', { params: { uid } });
      if (payload)
        await printer.rows(
          listIn(payload, (body) => body.permissions.permission),
          'The character has granted nothing to this client.',
        );
    });
  return addRoute(command, columns);
}

async function findOwn(connection: Connection): Promise<string> {
  try {
    return (await ownCharacter(connection)).uid;
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'permission_missing')) throw error;
    throw new CliError(
      'permission',
      'the token lacks the permission character_read, which finds its character; give a uid: svcapi grants UID',
    );
  }
}
