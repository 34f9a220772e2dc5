import { Option } from 'commander';
import { requestOf } from '../../../client/request.js';
import { CliCommand } from '../../command.js';
import { addRoute, callRoute, readReference, refuseXml } from '../../connection/call-route.js';
import { connect } from '../../connection/connect.js';
import { findOwner } from '../../connection/identity.js';
import type { Context } from '../../context.js';
import { columns, fetchFrom, idOf, ROUTE, type Row, tableColumns } from '../../credit-log/transaction.js';
import type { Part } from '../../credit-log/walk.js';
import { wholeNumberOption } from '../../input/options.js';
import { timeOption } from '../../input/read-time.js';
import { interruptible } from '../../interrupt.js';
import { createPrinter, printUntilFailure } from '../../output/print.js';

interface CreditLogOptions {
  all?: true;
  after?: number;
  since?: number;
  until?: number;
  follow?: true;
  plot?: boolean;
}

export function createCommand(context: Context): CliCommand {
  const command = new CliCommand('creditlog', context)
    .description(
      'Lists the transactions of a character: the newest 50, newest first. --all, --after, --since and --until read ' +
        'every page and list the oldest first; the id of the last line is the value for the next --after. The ' +
        'permission character_credits is required.\n\nThe amount is the credits sent. The change is the effect on the ' +
        'character’s own credits: negative when it sent, positive when it received, 0 when it did both.\n\nThe balance ' +
        'of --plot ends at the current credits of the character.',
    )
    .argument('[uid]', 'the uid or the name of the character', readReference)
    .option('--all', 'read the whole log, oldest first')
    .addOption(wholeNumberOption('--after <id>', 'only transactions after this id, oldest first', 0))
    .addOption(timeOption(context, '--since <time>', 'only transactions from this time on, oldest first'))
    .addOption(
      timeOption(context, '--until <time>', 'only transactions up to this time, oldest first').conflicts('plot'),
    )
    .addOption(
      new Option(
        '--follow',
        'print each new transaction as it comes, until Ctrl-C, or until the next one when the pipe is closed; with --after or ' +
          '--since, begin there',
      ).conflicts(['all', 'until', 'plot']),
    )
    .addOption(
      new Option('--plot', 'plot the balance over time, from the beginning, --after or --since on').conflicts([
        ...['xml', 'json', 'output'],
      ]),
    )
    .exitStatus('interrupted', 'interrupted; the printed rows are complete, and the message says how to continue')
    .example('svcapi creditlog | head -5', 'the newest five transactions')
    .example('svcapi creditlog --all --output csv > log.csv', 'the whole log, for a spreadsheet')
    .example('svcapi creditlog --after 19000 --json id,change,communication', 'the transactions after one')
    .example('svcapi creditlog --since Y25D200 --until Y25D206', 'the transactions of a week')
    .example('svcapi creditlog --plot', 'the balance over time')
    .action((given: string | undefined, options: CreditLogOptions) => run(command, given, options));
  return addRoute(command, columns);
}

async function run(command: CliCommand, given: string | undefined, options: CreditLogOptions): Promise<void> {
  const { all, after = 0, since, until, follow, plot } = options;
  const isPart = [options.after, since, until].some((each) => each !== undefined);
  const part: Part | undefined = all || plot || isPart ? { after, since, until } : undefined;
  if (follow) return followLog(command, given, part);
  if (part) return printWalk(command, given, part, plot);
  const printer = createPrinter(command, columns, { compact: tableColumns });
  const connection = await connect(command);
  const uid = await findOwner(connection, given);
  if (printer.format === 'xml') return void (await callRoute(connection, printer, ROUTE, { params: { uid } }));
  const { transactions } = await fetchFrom(connection, uid)({});
  await printer.rows(transactions, 'There are no transactions.');
}

async function printWalk(command: CliCommand, given: string | undefined, part: Part, plot = false): Promise<void> {
  const { context } = command;
  const printer = createPrinter(command, columns, { compact: tableColumns });
  refuseXml(printer, '--all, --after, --since and --until');
  let last = part.after;
  const advice = () => `continue with --after ${last}`;
  const work = async (signal: AbortSignal) => {
    const connection = await connect(command, signal);
    const uid = await findOwner(connection, given);
    const { walkCreditLog } = await import('../../credit-log/walk.js');
    const rows = walkCreditLog(context, fetchFrom(connection, uid), part, false, (id) => {
      last = id;
    });
    if (plot) {
      const { plotBalance } = await import('../../credit-log/plot.js');
      return plotBalance(context, printer, connection, uid, rows);
    }
    const failure = await printUntilFailure(rows, printer, 'There are no transactions.');
    if (!failure) return;
    const { withAdvice } = await import('../../output/explain-error.js');
    throw withAdvice(failure.cause, advice());
  };
  await interruptible(context, 'stopped between two transactions', work, plot ? {} : { advice });
}

async function followLog(command: CliCommand, given: string | undefined, part: Part | undefined): Promise<void> {
  const { printFollowed } = await import('../../connection/follow-list.js');
  const { walkCreditLog } = await import('../../credit-log/walk.js');
  await printFollowed(command, columns, async (connection) => {
    const uid = await findOwner(connection, given);
    return {
      request: requestOf(ROUTE, { params: { uid } }),
      read: (row: Row) => ({ ...row, owner: uid }),
      earlier: part && (() => walkCreditLog(command.context, fetchFrom(connection, uid), part, true)),
      idOf,
    };
  });
}
