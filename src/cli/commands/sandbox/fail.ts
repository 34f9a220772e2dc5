import { Option } from 'commander';
import { readNumber } from '../../../domain/text.js';
import type { ShownFault } from '../../../sandbox/shown.js';
import { usageError } from '../../cli-error.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { wholeNumberOption } from '../../input/whole-number-option.js';
import type { Column } from '../../output/column.js';
import { addOutput, createPrinter } from '../../output/print.js';
import { addSandbox, callSandbox } from '../../sandbox/call-sandbox.js';

const columns: Column<ShownFault>[] = [
  { name: 'id', value: ({ id }) => id, align: 'right' },
  { name: 'route', value: ({ route }) => route, tone: 'strong' },
  { name: 'effect', value: ({ effect }) => effect },
  { name: 'left', value: ({ left }) => left ?? null, align: 'right' },
  { name: 'struck', value: ({ struck }) => struck, align: 'right' },
];

interface FailOptions {
  code?: string;
  status?: number;
  delay?: string;
  cut?: number;
  silence?: true;
  times?: number;
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
    .option('--code <code>', 'answer with this error code, such as rate_limit_exceeded')
    .addOption(wholeNumberOption('--status <status>', 'answer with the error of this HTTP status', 400, 599))
    .option('--delay <duration>', 'let the answer wait: seconds, or a number with ms, s, m, h or d')
    .addOption(wholeNumberOption('--cut <bytes>', 'close the connection after so many bytes of the body', 0))
    .option('--silence', 'close the connection without an answer, as for a blacklisted address')
    .addOption(wholeNumberOption('--times <number>', 'strike so many requests; all of them without it', 1))
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
    .example('svcapi sandbox fail --end-all', 'everything works again')
    .action((route: string | undefined, options: FailOptions) => fail(command, route, options));
  return addSandbox(addOutput(command, columns));
}

async function fail(
  command: CliCommand,
  route: string | undefined,
  { end, endAll, delay, cut, ...options }: FailOptions,
): Promise<void> {
  const printer = createPrinter(command, columns);
  if (route === undefined) {
    const method = end !== undefined || endAll ? 'DELETE' : 'GET';
    const path = end === undefined ? '/faults' : `/faults/${end}`;
    const { faults } = await callSandbox<{ faults: ShownFault[] }>(command, { method, path });
    return printer.rows(faults, 'Nothing fails.');
  }
  if (end !== undefined || endAll) throw usageError('--end and --end-all take no route');
  const { code, status, silence, times, probability } = options;
  const seconds = delay !== undefined && /^\d{1,16}(\.\d{1,16})?$/.test(delay) ? Number(delay) : delay;
  const fault = { route, code, status, silence, times, probability, delay: seconds };
  const body = { ...fault, ...(cut !== undefined && { cut: `after ${cut} bytes` }) };
  await printer.record(await callSandbox<ShownFault>(command, { method: 'POST', path: '/faults', body }));
}

function readShare(text: string): number {
  const share = readNumber(text);
  if (share > 0 && share <= 1) return share;
  throw usageError(`--probability is “${text}”; give a number above 0 and at most 1`);
}
