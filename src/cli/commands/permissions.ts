import type { PayloadOf } from '../../client/types.js';
import { CliCommand } from '../command.js';
import { addRoute, printList } from '../connection/call-route.js';
import type { Context } from '../context.js';
import type { Column } from '../output/columns.js';

type Row = PayloadOf<'GET /api/permissions'>['permissions']['permission'][number];

const description = ({ attributes }: Row) => attributes.description;

const columns: Column<Row>[] = [
  { name: 'name', value: ({ attributes }) => attributes.name, tone: 'strong' },
  { name: 'inherits', value: ({ attributes }) => attributes.inherits },
  {
    name: 'description',
    value: description,
    long: 'wrap',
    // Descriptions can contain HTML line breaks.
    shown: (row) => (description(row) ?? '').replace(/<br\s*\/?>/gi, '\n'),
  },
];

export function createCommand(context: Context): CliCommand {
  const command = new CliCommand('permissions', context)
    .description(
      'Lists the permissions that a character can grant to a client, and the permission that each inherits from.',
    )
    .example('svcapi permissions', 'every permission')
    .example('svcapi permissions | cut -f1', 'their names only')
    .action(() =>
      printList(command, columns, ({ permissions }) => permissions.permission, undefined, 'GET /api/permissions'),
    );
  return addRoute(command, columns);
}
