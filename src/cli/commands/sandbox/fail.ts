import { Option } from 'commander';
import { failures } from '../../../domain/failure.js';
import { readNumber } from '../../../domain/text.js';
import { didYouMean } from '../../../nearest.js';
import type { ShownFault } from '../../../sandbox/shown.js';
import { usageError } from '../../cli-error.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { readInput } from '../../input/read-input.js';
import { repeated } from '../../input/repeated.js';
import { wholeNumberOption } from '../../input/whole-number-option.js';
import type { Column } from '../../output/column.js';
import { addOutput, createPrinter } from '../../output/print.js';
import { quantityColumn } from '../../output/quantity.js';
import { addSandbox, callSandbox } from '../../sandbox/call-sandbox.js';

const columns: Column<ShownFault>[] = [
  { name: 'id', value: ({ id }) => id, align: 'right' },
  { name: 'route', value: ({ route }) => route, tone: 'strong' },
  { name: 'where', value: ({ where }) => where ?? null, optional: 1 },
  { name: 'effect', value: ({ effect }) => effect },
  quantityColumn('left', ({ left }) => left ?? null),
  quantityColumn('strikes', ({ strikes }) => strikes),
];

interface FailOptions {
  code?: string;
  status?: number;
  delay?: string;
  answer?: string;
  proxy?: number;
  setHeader?: string[];
  drip?: string;
  cut?: number;
  silence?: true;
  where?: string[];
  after?: number;
  times?: number;
  every?: number;
  probability?: number;
  end?: number;
  endAll?: true;
}

/** Creates `svcapi sandbox fail`. */
export function failCommand(context: Context): CliCommand {
  const command = new CliCommand('fail', context)
    .summary('make requests fail')
    .description(
      'Makes requests of a route fail: with an error of the service, as the service itself makes it, or on their way. Without a ' +
        'route it lists the faults that can still strike.',
    )
    .argument('[route]', 'such as “GET /character”; “*” stands for every request')
    .addOption(
      new Option('--code <code>', 'answer with this error code, such as rate_limit_exceeded').argParser(readCode),
    )
    .addOption(wholeNumberOption('--status <status>', 'answer with the error of this HTTP status', 400, 599))
    .option(
      '--delay <duration>',
      'wait before the answer, also beside another effect: seconds, or a number with ms, s, m, h or d',
    )
    .option('--answer <file>', 'answer with the status, headers and body of a JSON file, in place of the service')
    .addOption(
      wholeNumberOption('--proxy <502|503|504>', 'answer with the HTML page of a proxy of this status', 502, 504),
    )
    .option(
      '--set-header <field>',
      'replace a header field of the answer, such as “Date: …”; may be repeated',
      repeated,
    )
    .option('--drip <duration>', 'let the body arrive in ten pieces over this time')
    .addOption(wholeNumberOption('--cut <bytes>', 'close the connection after so many bytes of the body', 0))
    .option('--silence', 'close the connection without an answer, as for a blacklisted address')
    .option(
      '--where <name=value>',
      'strike only requests with this parameter, character (its UID) or token; may be repeated',
      repeated,
    )
    .addOption(wholeNumberOption('--after <number>', 'let so many requests pass first', 0))
    .addOption(wholeNumberOption('--times <number>', 'strike so many requests; all of them without it', 1))
    .addOption(wholeNumberOption('--every <number>', 'begin again with each so many requests', 1))
    .addOption(
      new Option('--probability <share>', 'strike this share of the requests, above 0 and at most 1').argParser(
        readShare,
      ),
    )
    .addOption(wholeNumberOption('--end <id>', 'end the fault with this id', 1))
    .option('--end-all', 'end all faults')
    .exitStatus('usage', 'there is no such route, or its calls cannot fail so')
    .example('svcapi sandbox fail "GET /character" --code rate_limit_exceeded --times 2', 'two calls over the limit')
    .example('svcapi sandbox fail "POST /datacard/{uid}" --status 503 --probability 0.1', 'one change in ten')
    .example(`svcapi sandbox fail '*' --delay 2s`, 'every answer comes late')
    .example(
      'svcapi sandbox fail "GET /datacard/{uid}" --proxy 502 --where uid=14:1 --after 2 --every 3',
      'each third call of one datacard meets a proxy without a service',
    )
    .example('svcapi sandbox fail --end-all', 'everything works again')
    .action((route: string | undefined, options: FailOptions) => fail(command, route, options));
  return addSandbox(addOutput(command, columns));
}

async function fail(
  command: CliCommand,
  route: string | undefined,
  { end, endAll, ...options }: FailOptions,
): Promise<void> {
  const printer = createPrinter(command, columns);
  if (route === undefined) {
    const method = end !== undefined || endAll ? 'DELETE' : 'GET';
    const path = end === undefined ? '/faults' : `/faults/${end}`;
    const { faults } = await callSandbox<{ faults: ShownFault[] }>(command, { method, path });
    return printer.rows(faults, 'Nothing fails.');
  }
  if (end !== undefined || endAll) throw usageError('--end and --end-all take no route');
  const body = { route, ...(await faultOf(command.context, options)) };
  await printer.record(await callSandbox<ShownFault>(command, { method: 'POST', path: '/faults', body }));
}

/** Returns the fault that the flags describe, as the sandbox takes it. */
async function faultOf(
  context: Context,
  { answer, setHeader, cut, where, delay, drip, ...options }: FailOptions,
): Promise<object> {
  const { code, status, proxy, silence, after, times, every, probability } = options;
  return {
    ...{ code, status, proxy, silence, after, times, every, probability },
    delay: delay === undefined ? undefined : secondsOr(delay),
    drip: drip === undefined ? undefined : secondsOr(drip),
    answer: answer === undefined ? undefined : parseAnswer(await readInput(context, answer)),
    headers:
      setHeader &&
      Object.fromEntries(setHeader.map((field) => pair(field, /^([^:]+): ?(.*)$/, '--set-header', 'NAME: VALUE'))),
    cut: cut === undefined ? undefined : `after ${cut} bytes`,
    where: where && conditions(where.map((each) => pair(each, /^([^=]+)=(.*)$/, '--where', 'NAME=VALUE'))),
  };
}

/** Returns a time as a number of seconds, or as it is if it has a unit. */
function secondsOr(text: string): string | number {
  return /^\d{1,16}(\.\d{1,16})?$/.test(text) ? Number(text) : text;
}

function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw usageError('the file of --answer is not JSON; give an object with status, headers and body');
  }
}

function pair(text: string, form: RegExp, flag: string, expected: string): [name: string, value: string] {
  const [, name, value] = form.exec(text) ?? [];
  if (name === undefined || value === undefined) throw usageError(`${flag} is “${text}”; give ${expected}`);
  return [name, value];
}

function conditions(pairs: readonly [name: string, value: string][]): object {
  const isParameter = ([name]: readonly [string, string]) => name !== 'character' && name !== 'token';
  const parameters = pairs.filter(isParameter);
  const others = pairs.filter((each) => !isParameter(each));
  return {
    ...Object.fromEntries(others),
    ...(parameters.length > 0 && { parameters: Object.fromEntries(parameters) }),
  };
}

function readCode(code: string): string {
  const suggestion = didYouMean(code, Object.keys(failures));
  if (Object.hasOwn(failures, code) || suggestion === '') return code;
  throw usageError(`there is no error code “${code}”${suggestion}`);
}

function readShare(text: string): number {
  const share = readNumber(text);
  if (share > 0 && share <= 1) return share;
  throw usageError(`--probability is “${text}”; give a number above 0 and at most 1`);
}
