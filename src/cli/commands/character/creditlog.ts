import { Option } from 'commander';
import { requestOf } from '../../../client/request.js';
import type { FetchPage } from '../../../client/walk-credit-log.js';
import { MAX_ITEMS } from '../../../domain/credit-log.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { columns, tableColumns } from '../../credit-log/columns.js';
import { findOwner } from '../../credit-log/owner.js';
import { type Row, readPage, readTransaction, type Transaction } from '../../credit-log/transaction.js';
import { type Walk, walkCreditLog } from '../../credit-log/walk.js';
import { followList } from '../../follow/follow-list.js';
import { wholeNumberOption } from '../../input/whole-number-option.js';
import { interruptible } from '../../interrupt.js';
import { createPrinter, type Printer } from '../../output/print.js';
import { printUntilFailure, withAdvice } from '../../output/until-failure.js';
import { addRoute, readReference, refuseXml } from '../../service/call-route.js';
import { type Connection, connect } from '../../service/connect.js';
import { listIn, number } from '../../service/read-answer.js';

const ROUTE = 'GET /character/{uid}/creditlog';

interface CreditLogOptions {
  startIndex?: number;
  itemCount?: number;
  startId?: number;
  all?: true;
  since?: number;
  plot?: true;
  follow?: true;
}

/** Options for a single page, which do not apply to the whole log. */
const PAGE_OPTIONS = ['startIndex', 'itemCount', 'startId', 'xml'];

/** Adds the options that select a part of a credit log, and `--plot`. */
function addCreditLogOptions(command: CliCommand): CliCommand {
  return command
    .addOption(wholeNumberOption('--start-index <number>', 'the first item of the page, counted from 1', 0))
    .addOption(
      wholeNumberOption('--item-count <number>', 'the number of items on the page (default: 50)', 1, MAX_ITEMS),
    )
    .addOption(
      wholeNumberOption(
        '--start-id <id>',
        'take the page from the oldest 1000 transactions with this or a higher id',
        0,
      ),
    )
    .addOption(new Option('--all', 'read the whole log, oldest first').conflicts(PAGE_OPTIONS))
    .addOption(
      wholeNumberOption('--since <id>', 'read all transactions after this id, oldest first', 0).conflicts(PAGE_OPTIONS),
    )
    .addOption(
      new Option(
        '--follow',
        'print each new transaction as it comes, until Ctrl-C; with --since, begin after that id',
      ).conflicts([...PAGE_OPTIONS, 'all', 'plot']),
    )
    .addOption(
      new Option('--plot', 'plot the balance over time, from the beginning or from --since on').conflicts([
        ...PAGE_OPTIONS,
        'json',
        'output',
      ]),
    );
}

/** Creates `svcapi creditlog`, which prints a page, the whole log or a plot of the balance. */
export function creditlogCommand(context: Context): CliCommand {
  const command = new CliCommand('creditlog', context)
    .summary('list a character’s transactions')
    .description(
      'Lists the transactions of a character: the newest 50, newest first, or another page. --all and --since read ' +
        'every page and list the oldest first; the id of the last line is the value for the next --since. The ' +
        'permission character_credits is required, and without a uid also character_read, to find the token’s own ' +
        'character.\n\nThe amount is the credits sent. The change is the effect on the character’s own credits: ' +
        'negative when it sent, positive when it received, 0 when it did both.\n\nThe balance of --plot ends at the ' +
        'current credits of the character, or starts at 0 when the token may not read them.',
    )
    .argument('[uid]', 'the uid or the name of the character', readReference)
    .exitStatus('interrupted', 'interrupted; the printed rows are complete, and the message says how to continue')
    .example('svcapi creditlog --item-count 5', 'the newest five transactions')
    .example('svcapi creditlog --all --output csv > log.csv', 'the whole log, for a spreadsheet')
    .example('svcapi creditlog --since 19000 --json id,change,communication', 'the transactions after one')
    .example('svcapi creditlog --plot', 'the balance over time')
    .action((given: string | undefined, options: CreditLogOptions) => run(command, given, options));
  return addRoute(addCreditLogOptions(command), columns);
}

async function run(command: CliCommand, given: string | undefined, options: CreditLogOptions): Promise<void> {
  const { context } = command;
  if (options.follow) return followLog(command, given, options.since);
  const printer = createPrinter(command, columns, { compact: tableColumns });
  const isWhole = options.all || options.since !== undefined;
  if (!isWhole && !options.plot) {
    const connection = await connect(command);
    return printPage(connection, printer, await findOwner(connection, given, command.path), options);
  }

  refuseXml(printer, options.all ? '--all' : '--since');
  await interruptible(context, 'stopped between two transactions', async (signal) => {
    const connection = await connect(command, { signal });
    const uid = await findOwner(connection, given, command.path);
    const isQuiet = context.stdout.isTerminal && !options.plot;
    const walk = walkCreditLog(context, fetchFrom(connection, uid), { since: options.since ?? 0, isQuiet });
    if (!options.plot) return printWalk(printer, walk);
    const { plotBalance } = await import('../../credit-log/plot-balance.js');
    await plotBalance(context, printer, connection, uid, walk.rows);
  });
}

async function followLog(command: CliCommand, given: string | undefined, since: number | undefined): Promise<void> {
  const { context } = command;
  const printer = createPrinter(command, columns, { paged: false, isEndless: true });
  const connection = await connect(command, { keepsAnswers: true });
  const uid = await findOwner(connection, given, command.path);
  const params = { uid };
  const rows = followList<Row>(context, connection, {
    request: requestOf(ROUTE, { params }),
    after: since ? String(since) : undefined,
    async newest() {
      const { data } = await connection.call(ROUTE, { params, query: { item_count: MAX_ITEMS } });
      return listIn(data, ({ transactions }) => transactions.transaction);
    },
    keyOf: number(({ attributes }) => attributes.transaction_id),
    command: 'svcapi creditlog',
  });
  await printer.rows(readEach(rows, uid));
}

async function* readEach(rows: AsyncIterable<Row>, uid: string): AsyncGenerator<Transaction> {
  for await (const row of rows) yield readTransaction(row, uid);
}

async function printPage(
  connection: Connection,
  printer: Printer<Transaction>,
  uid: string,
  { startIndex, itemCount, startId }: CreditLogOptions,
): Promise<void> {
  const query = { start_index: startIndex, item_count: itemCount, start_id: startId };
  if (printer.format === 'xml') {
    const { text } = await connection.send({ ...requestOf(ROUTE, { params: { uid }, query }), format: 'xml' });
    return printer.text(text);
  }
  const { transactions } = await fetchFrom(connection, uid)(query);
  await printer.rows(transactions, 'There are no transactions on this page.');
}

function fetchFrom(connection: Connection, uid: string): FetchPage<Transaction> {
  return async (query) => readPage((await connection.call(ROUTE, { params: { uid }, query })).data, uid);
}

async function printWalk(printer: Printer<Transaction>, { rows, last }: Walk): Promise<void> {
  const failure = await printUntilFailure(rows, printer, 'There are no transactions.');
  if (failure) throw withAdvice(failure.cause, `continue with --since ${last()}`);
}
