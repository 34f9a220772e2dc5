import { Option } from 'commander';
import { ServiceError } from '../../client/errors.js';
import { usageError } from '../cli-error.js';
import { CliCommand } from '../command.js';
import type { Context } from '../context.js';
import { readInput } from '../input/read-input.js';
import { createPrinter } from '../output/print.js';
import { addConnection, connect } from '../service/connect.js';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

interface ApiOptions {
  field?: Record<string, string>;
  query?: Record<string, string>;
  header?: Record<string, string>;
  input?: string;
  xml?: true;
}

/** Creates `svcapi api`, which sends any request. */
export function apiCommand(context: Context): CliCommand {
  const command = new CliCommand('api', context)
    .summary('send any request')
    .description(
      'Sends a request to the service, with the token if there is one, and prints the body of the answer unchanged. ' +
        'The body of an error is printed as well; the error itself is reported on standard error. The path is below ' +
        '/ws/v2.0.',
    )
    .argument('<method>', METHODS.join(', '), readMethod)
    .argument('<path>', 'the path below /ws/v2.0, such as /character', readPath)
    .addOption(new Option('-f, --field <key=value>', 'a field of the JSON body; can be repeated').argParser(collect))
    .addOption(new Option('--query <key=value>', 'a query parameter; can be repeated').argParser(collect))
    .addOption(
      new Option(
        '--input <file>',
        'send this file as the body, JSON unless -H sets a Content-Type; - for standard input',
      ).conflicts('field'),
    )
    .addOption(new Option('-H, --header <name: value>', 'a header field; can be repeated').argParser(collectHeader))
    .option('--xml', 'request XML instead of JSON')
    .example('svcapi api GET /api/time', 'the current time of the service')
    .example('svcapi api POST /api/time -f cgt="Year 12 Day 3"', 'a request with a body')
    .example('svcapi api GET /character --query format=xml', 'a request with a query parameter')
    .action(async (method: string, path: string, options: ApiOptions) => {
      const body = options.input === undefined ? options.field : await readInput(context, options.input);
      const connection = await connect(context, command);
      const print = (text: string) =>
        text === '' ? undefined : createPrinter(context, command, []).text(text.replace(/\n$/, ''));
      try {
        const { query, header = {}, xml } = options;
        const { text } = await connection.send({
          method,
          path,
          query,
          body,
          headers: header,
          format: xml ? 'xml' : 'json',
        });
        await print(text);
      } catch (error) {
        if (error instanceof ServiceError) await print(error.text);
        throw error;
      }
    });
  return addConnection(command);
}

function readMethod(text: string): string {
  const method = text.toUpperCase();
  if (METHODS.includes(method)) return method;
  throw usageError(`“${text}” is not a method; give one of ${METHODS.join(', ')}`);
}

function readPath(text: string): string {
  if (/^[a-z]+:\/\//i.test(text)) throw usageError('give a path such as /character, and the address with --url');
  return text;
}

function collect(text: string, before: Record<string, string> = {}): Record<string, string> {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) throw usageError(`“${text}” is not of the form key=value`);
  if (name === 'access_token') throw tokenInArguments();
  return { ...before, [name]: value };
}

function collectHeader(text: string, before: Record<string, string> = {}): Record<string, string> {
  const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):[ \t]*([\x20-\x7e\t]*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) throw usageError('a header is not of the form Name: value, in ASCII');
  if (/^(proxy-)?authorization$/i.test(name)) throw tokenInArguments();
  return { ...before, [name]: value };
}

/** Returns the error for a token in the arguments, which every user of the machine can read. */
function tokenInArguments() {
  return usageError('a token must not be on the command line; use svcapi login, SVCAPI_TOKEN or --token-file');
}
