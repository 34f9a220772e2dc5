import type { PayloadOf } from '../../../client/types.js';
import { CliCommand } from '../../command.js';
import { addRoute, printRecord, readReference } from '../../connection/call-route.js';
import type { Context } from '../../context.js';
import type { Column } from '../../output/columns.js';

const ROUTE = 'GET /character/handlecheck/{handle}';

type Row = PayloadOf<typeof ROUTE>['character'];

const columns: Column<Row>[] = [
  { name: 'uid', value: ({ uid }) => uid, tone: 'strong' },
  { name: 'handle', value: ({ handle }) => handle, tone: 'strong' },
];

export function createCommand(context: Context): CliCommand {
  const command = new CliCommand('handle', context)
    .description('Finds the character that has a name, in upper or lower case, and shows its uid. Anyone can ask.')
    .argument('<handle>', 'the name of the character', readReference)
    .example('svcapi handle "Hana Veil"', 'a character')
    .example('svcapi handle "hana veil" | cut -f1', 'its uid')
    .action((handle: string) =>
      printRecord(command, columns, ({ character }) => character, ROUTE, { params: { handle } }),
    );
  return addRoute(command, columns);
}
