import type { PayloadOf } from '../../../client/types.js';
import { CliCommand } from '../../command.js';
import { addRoute, printRecord, readReference } from '../../connection/call-route.js';
import type { Context } from '../../context.js';
import type { Column } from '../../output/columns.js';
import { refColumns, timeColumns } from '../../output/columns.js';

type Row = PayloadOf<'GET /event/{uid}'>['event'];

const columns: Column<Row>[] = [
  { name: 'uid', value: ({ uid }) => uid, tone: 'strong' },
  ...refColumns<Row>('receiver', ({ receiver }) => receiver),
  ...timeColumns<Row>('time', ({ time }) => time.timestamp),
  { name: 'text', value: (event) => event.text },
];

export function createCommand(context: Context): CliCommand {
  const command = new CliCommand('event', context)
    .description(
      'Shows an event. Only the character that received it can see it, with the permission character_events.',
    )
    .argument('<uid>', 'the uid of the event, such as 39:1', readReference)
    .example('svcapi event 39:1', 'an event')
    .example('svcapi event 39:1 --json time_date,text', 'two fields as JSON')
    .action((uid: string) =>
      printRecord(command, columns, ({ event }) => event, 'GET /event/{uid}', { params: { uid } }),
    );
  return addRoute(command, columns);
}
