import type { PayloadOf } from '../../client/types.js';
import { PREFIX } from '../../routes/path.js';
import { CliCommand } from '../command.js';
import { addRoute, flag, listIn, printList } from '../connection/call-route.js';
import type { Context } from '../context.js';
import type { Column } from '../output/columns.js';

type Group = PayloadOf<'GET /'>['resources']['routes'][number];
type Route = Group['route'][number];
type Method = Route['methods']['method'][number];

interface Row {
  group: Group;
  route: Route;
  method: Method;
}

const href = ({ route }: Row) => route.attributes.href;

const columns: Column<Row>[] = [
  { name: 'group', value: ({ group }) => group.attributes.name, wide: true },
  { name: 'method', value: ({ method }) => method.attributes.type, tone: 'strong' },
  { name: 'path', value: (row) => pathOf(href(row)), tone: 'strong' },
  { name: 'permission', value: ({ method }) => permissionOf(method) },
  { name: 'auth', value: ({ method }) => flag(method.attributes.authentication), wide: true },
  { name: 'limited', value: ({ method }) => flag(method.attributes['rate-limited']), wide: true },
  { name: 'description', value: ({ route }) => route.description, long: 'cut', wide: true },
  { name: 'name', value: ({ route }) => route.attributes.name, detail: true },
  { name: 'href', value: href, detail: true },
  { name: 'body', value: ({ method }) => method.parameters.parameter.map(nameOf), detail: true },
  { name: 'query', value: ({ method }) => method.query_string.parameter.map(nameOf), detail: true },
];

export function createCommand(context: Context): CliCommand {
  const command = new CliCommand('index', context)
    .description('Lists the routes of the service, one line per method, with the permission that a call needs.')
    .example('svcapi index', 'every route')
    .example('svcapi index --json method,path,permission', 'three fields as JSON')
    .action(() => printList(command, columns, rowsOf, undefined, 'GET /'));
  return addRoute(command, columns);
}

function rowsOf(index: PayloadOf<'GET /'>): Row[] {
  return listIn(index, ({ resources }) => resources.routes).flatMap((group) =>
    listIn(group, ({ route }) => route).flatMap((route) =>
      listIn(route, ({ methods }) => methods.method).map((method) => ({ group, route, method })),
    ),
  );
}

/** Returns a path as rate limits spell it: without the address, and without the patterns of its parameters. */
function pathOf(address: string | null): string | null {
  if (address === null) return null;
  const start = address.indexOf(PREFIX);
  const path = start === -1 ? address : address.slice(start + PREFIX.length);
  return path.replace(/\[\/\]$/, '').replace(/\{(\w+):[^{}]*\}/g, '{$1}') || '/';
}

function permissionOf({ permissions }: Method): string {
  return 'permission' in permissions ? (permissions.permission[0]?.attributes.name ?? '') : '';
}

function nameOf({ attributes }: { attributes: { name: string } }): string {
  return attributes.name;
}
