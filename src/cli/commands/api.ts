import { Option } from 'commander';
import { ServiceError } from '../../client/errors.js';
import type { TransportAnswer } from '../../client/transport/transport.js';
import { CliCommand } from '../command.js';
import { addConnection, connect } from '../connection/connect.js';
import { collectField, collectHeader, METHODS, readTarget } from '../connection/request-target.js';
import type { Context } from '../context.js';
import { readInput } from '../input/read-input.js';
import { createPrinter } from '../output/print.js';

interface ApiOptions {
  field?: Record<string, string>;
  query?: Record<string, string>;
  header?: Record<string, string>;
  input?: string;
  include?: true;
  xml?: true;
}

export function createCommand(context: Context): CliCommand {
  const command = new CliCommand('api', context)
    .description(
      'Sends a request to the service, with the token if there is one, and prints the body of the answer unchanged. ' +
        'The body of an error is printed as well; the error itself is reported on standard error. The path is below ' +
        '/ws/v2.0. Without a method, it is a GET. With --retry, only GET and HEAD are repeated, and a request to which -H gives ' +
        'an Idempotency-Key.',
    )
    .usage('[options] [method] <path>')
    .argument('<method>', `${METHODS.join(', ')}; GET if only a path is given`)
    .argument('[path]', 'the path below /ws/v2.0, such as /character')
    .addOption(
      new Option(
        '-f, --field <key=value>',
        'a field: of the query for GET and HEAD, of the JSON body otherwise; can be repeated',
      ).argParser(collectField),
    )
    .addOption(new Option('--query <key=value>', 'a query parameter; can be repeated').argParser(collectField))
    .addOption(
      new Option(
        '--input <file>',
        'send this file as the body, JSON unless -H sets a Content-Type; - for standard input',
      ).conflicts('field'),
    )
    .addOption(new Option('-H, --header <name: value>', 'a header field; can be repeated').argParser(collectHeader))
    .option('-i, --include', 'also print the status line and the header fields of the answer')
    .option('--xml', 'request XML instead of JSON')
    .example('svcapi api /api/time', 'the current time of the service')
    .example('svcapi api POST /api/time -f cgt="Year 12 Day 3"', 'a request with a body')
    .example('svcapi api /character -f format=xml', 'a request with a query parameter')
    .example('svcapi api -i /api/ratelimits', 'also the header fields')
    .action((first: string, second: string | undefined, options: ApiOptions) =>
      sendRequest(command, first, second, options),
    );
  return addConnection(command);
}

async function sendRequest(
  command: CliCommand,
  first: string,
  second: string | undefined,
  options: ApiOptions,
): Promise<void> {
  const { context } = command;
  const { field, header = {}, input, include, xml } = options;
  const { method, path } = readTarget(first, second);
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const query = hasBody ? options.query : { ...options.query, ...field };
  const body = input === undefined ? (hasBody ? field : undefined) : await readInput(context, input);
  const printer = createPrinter(command, []);
  const print = async ({ head = '', text }: TransportAnswer) => {
    const shown = [...(include ? [head, ''] : []), ...(text === '' ? [] : [text.replace(/\n$/, '')])];
    if (shown.length > 0) await printer.text(shown.join('\n'));
  };
  const request = { method, path, query, body, headers: header, format: xml ? 'xml' : 'json' } as const;
  try {
    await print(await (await connect(command)).send(request));
  } catch (error) {
    if (error instanceof ServiceError) await print(error.answer);
    throw error;
  }
}
