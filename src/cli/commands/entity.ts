import type { PayloadOf } from '../../client/types.js';
import { CliCommand } from '../command.js';
import { addRoute, printRecord, readReference } from '../connection/call-route.js';
import type { Context } from '../context.js';
import type { Column } from '../output/columns.js';
import { refColumns } from '../output/columns.js';

type Row = PayloadOf<'GET /entity/{uid}'>['entity'];

const columns: Column<Row>[] = [
  { name: 'uid', value: ({ uid }) => uid, tone: 'strong' },
  { name: 'name', value: ({ name }) => name, tone: 'strong' },
  { name: 'type', value: ({ type }) => type },
  ...refColumns<Row>('owner', ({ owner }) => owner),
];

export function createCommand(context: Context): CliCommand {
  const command = new CliCommand('entity', context)
    .description(
      'Shows the name, the type and the owner of anything that has a uid, such as a faction, a ship or a facility. ' +
        'Anyone can see them. An event has no name: see svcapi event.',
    )
    .argument('<uid>', 'the uid of the entity, such as 4:1', readReference)
    .example('svcapi entity 4:1', 'a facility')
    .example('svcapi entity 20:1 --json name', 'the name of a faction as JSON')
    .action((uid: string) =>
      printRecord(command, columns, ({ entity }) => entity, 'GET /entity/{uid}', { params: { uid } }),
    );
  return addRoute(command, columns);
}
