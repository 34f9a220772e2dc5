import { requestOf } from '../../client/request.js';
import { CliCommand } from '../command.js';
import type { Context } from '../context.js';
import { columns, tableColumns } from '../credit-log/columns.js';
import { follow, type Walk } from '../credit-log/follow.js';
import { addCreditLogOptions, type CreditLogOptions } from '../credit-log/options.js';
import { findOwner } from '../credit-log/owner.js';
import { readPage, type Transaction } from '../credit-log/transaction.js';
import type { FetchPage } from '../credit-log/walk.js';
import { abortOnInterrupt } from '../interrupt.js';
import { addOutput } from '../output/output-options.js';
import { createPrinter, type Printer } from '../output/print.js';
import { printUntilFailure, withAdvice } from '../output/until-failure.js';
import { readReference, refuseXml } from '../service/call-route.js';
import { addConnection, type Connection, connect } from '../service/connect.js';

const ROUTE = 'GET /character/{uid}/creditlog';

/** Creates `svcapi creditlog`, which prints a page, the whole log or a plot of the balance. */
export function creditlogCommand(context: Context): CliCommand {
  const command = new CliCommand('creditlog', context)
    .summary('the credit log of the token’s character')
    .description(
      'Lists what the character sent and received: the newest 50 transactions, newest first, or another page. With ' +
        '--all or --since it reads every page there is and lists the transactions oldest first, so that the id of the ' +
        'last line is what --since takes the next time. It needs the permission character_credits; without a uid also ' +
        'character_read, to find out whose the token is.\n\n' +
        'The amount is what was sent. The change is what became of the character’s own credits: less where it sent, ' +
        'more where it received, 0 where it did both.\n\n' +
        '--plot ends at the present credits of the character, or begins at 0 where the token may not see them.',
    )
    .argument('[uid]', 'the uid or the name of the character', readReference)
    .exitStatus('other', 'interrupted; what was printed is whole, and the message says how to go on')
    .example('svcapi creditlog --item-count 5', 'the newest five transactions')
    .example('svcapi creditlog --all --output csv > log.csv', 'the whole log, for a spreadsheet')
    .example('svcapi creditlog --since 19000 --json id,change,communication', 'what came after a transaction')
    .example('svcapi creditlog --plot', 'the balance over time')
    .action((given: string | undefined, options: CreditLogOptions) => run(context, command, given, options));
  return addOutput(addConnection(addCreditLogOptions(command)), columns, { xml: true });
}

async function run(
  context: Context,
  command: CliCommand,
  given: string | undefined,
  options: CreditLogOptions,
): Promise<void> {
  const { format } = createPrinter(context, command, columns);
  const printer = createPrinter(context, command, format === 'table' ? tableColumns : columns);
  const isWhole = options.all || options.since !== undefined;
  if (!isWhole && !options.plot) return printPage(await connect(context, command), printer, given, options);

  refuseXml(printer, options.all ? '--all' : '--since');
  const interrupt = abortOnInterrupt(context, 'stopped between two transactions');
  try {
    const connection = await connect(context, command, interrupt.signal);
    const uid = await findOwner(connection, given);
    const isQuiet = context.stdout.isTerminal && !options.plot;
    const walk = follow(context, fetchFrom(connection, uid), { since: options.since ?? 0, isQuiet });
    if (!options.plot) return await printWalk(printer, walk);
    const { plotBalance } = await import('../credit-log/plot-balance.js');
    await plotBalance(context, printer, connection, uid, walk.rows);
  } finally {
    interrupt.end();
  }
}

async function printPage(
  connection: Connection,
  printer: Printer<Transaction>,
  given: string | undefined,
  { startIndex, itemCount, startId }: CreditLogOptions,
): Promise<void> {
  const uid = await findOwner(connection, given);
  const query = { start_index: startIndex, item_count: itemCount, start_id: startId };
  if (printer.format === 'xml') {
    const { text } = await connection.send({ ...requestOf(ROUTE, { params: { uid }, query }), format: 'xml' });
    return printer.text(text);
  }
  const { transactions } = await fetchFrom(connection, uid)(query);
  await printer.rows(transactions, 'There are no transactions here.');
}

function fetchFrom(connection: Connection, uid: string): FetchPage {
  return async (query) => readPage((await connection.call(ROUTE, { params: { uid }, query })).envelope.svcapi, uid);
}

async function printWalk(printer: Printer<Transaction>, { rows, last }: Walk): Promise<void> {
  const failure = await printUntilFailure(rows, (all) => printer.rows(all, 'There are no transactions.'));
  if (failure) throw withAdvice(failure.cause, `go on with --since ${last()}`);
}
