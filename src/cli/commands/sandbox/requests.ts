import type { RecordedRequest } from '../../../sandbox/shown.js';
import { usageError } from '../../cli-error.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import type { Column, Json } from '../../output/column.js';
import { addOutput, createPrinter } from '../../output/print.js';
import { addSandbox, callSandbox } from '../../sandbox/call-sandbox.js';

const columns: Column<RecordedRequest>[] = [
  { name: 'method', value: ({ method }) => method },
  { name: 'path', value: ({ path }) => path, tone: 'strong', long: 'cut' },
  { name: 'query', value: ({ query }) => (Object.keys(query).length === 0 ? null : (query as Json)), long: 'cut' },
  { name: 'status', value: ({ status }) => status ?? null, align: 'right' },
  { name: 'error', value: ({ error }) => error ?? null },
  { name: 'client', value: ({ principal }) => principal?.client ?? null, optional: 2 },
  { name: 'character', value: ({ principal }) => principal?.character ?? null, optional: 2 },
  { name: 'body', value: ({ body }) => (body ?? null) as Json, long: 'cut', optional: 1 },
  { name: 'route', value: ({ route }) => route ?? null, detail: true },
  { name: 'time', value: ({ time }) => time, detail: true },
  { name: 'permissions', value: ({ principal }) => principal?.permissions ?? null, detail: true },
  { name: 'headers', value: ({ headers }) => headers as Json, detail: true },
];

/** Creates `svcapi sandbox requests`. */
export function requestsCommand(context: Context): CliCommand {
  const command = new CliCommand('requests', context)
    .summary('list the requests that came in')
    .description(
      'Lists what a sandbox has received since its start or the last reset, the oldest first. Tokens, passwords and codes are ' +
        'masked. --json has the header fields, too.',
    )
    .argument('[route]', 'only those of a route, such as “GET /character”')
    .option('--clear', 'forget them')
    .example('svcapi sandbox requests', 'everything that came in')
    .example('svcapi sandbox requests "GET /character" --json path,query,status', 'those of a route, as JSON')
    .action(async (route: string | undefined, { clear }: { clear?: true }) => {
      if (clear) {
        if (route !== undefined) throw usageError('--clear takes no route');
        await callSandbox(command, { method: 'DELETE', path: '/requests' });
        return;
      }
      const printer = createPrinter(command, columns);
      const { requests } = await callSandbox<{ requests: RecordedRequest[] }>(command, {
        method: 'GET',
        path: '/requests',
        query: route === undefined ? {} : { route },
      });
      await printer.rows(requests, 'Nothing came in.');
    });
  return addSandbox(addOutput(command, columns));
}
