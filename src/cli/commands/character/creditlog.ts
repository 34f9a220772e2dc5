import { Option } from 'commander';
import { requestOf } from '../../../client/request.js';
import type { FetchPage } from '../../../client/walk-credit-log.js';
import { MAX_ITEMS } from '../../../domain/credit-log.js';
import { EPOCH } from '../../../domain/galactic-time.js';
import { readNumber } from '../../../domain/text.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { columns, tableColumns } from '../../credit-log/columns.js';
import { findOwner } from '../../credit-log/owner.js';
import { type Row, readPage, readTransaction, type Transaction } from '../../credit-log/transaction.js';
import { type Part, type Walk, walkCreditLog } from '../../credit-log/walk.js';
import { readTimestamp } from '../../input/read-time.js';
import { timeOption } from '../../input/time-option.js';
import { wholeNumberOption } from '../../input/whole-number-option.js';
import { interruptible } from '../../interrupt.js';
import { createPrinter, type Printer } from '../../output/print.js';
import { printUntilFailure, withAdvice } from '../../output/until-failure.js';
import { addRoute, readReference, refuseXml } from '../../service/call-route.js';
import { type Connection, connect } from '../../service/connect.js';

const ROUTE = 'GET /character/{uid}/creditlog';

/** The beginning of a part of a credit log: an id before it, or its first second. */
type Since = { after: number } | { since: number };

interface CreditLogOptions {
  startIndex?: number;
  itemCount?: number;
  startId?: number;
  all?: true;
  after?: number;
  since?: Since;
  until?: number;
  plot?: true;
  follow?: true;
}

/** Options for a single page, which do not apply to the whole log. */
const PAGE_OPTIONS = ['startIndex', 'itemCount', 'startId', 'xml'];

/** Adds the options that select a part of a credit log, and `--plot`. */
function addCreditLogOptions(command: CliCommand): CliCommand {
  const { context } = command;
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
      wholeNumberOption('--after <id>', 'read all transactions after this id, oldest first', 0).conflicts(PAGE_OPTIONS),
    )
    .addOption(
      timeOption(context, '--since <time>', 'read all transactions from this time on, oldest first', (text) =>
        readSince(text, context),
      ).conflicts(PAGE_OPTIONS),
    )
    .addOption(
      timeOption(context, '--until <time>', 'read all transactions up to this time, oldest first').conflicts([
        ...PAGE_OPTIONS,
        'plot',
      ]),
    )
    .addOption(
      new Option(
        '--follow',
        'print each new transaction as it comes, until Ctrl-C; with --after or --since, begin there',
      ).conflicts([...PAGE_OPTIONS, 'all', 'until', 'plot']),
    )
    .addOption(
      new Option('--plot', 'plot the balance over time, from the beginning, --after or --since on').conflicts([
        ...PAGE_OPTIONS,
        'json',
        'output',
      ]),
    );
}

/** Reads a time. A number below those of all times is the id that `--since` took once. */
function readSince(given: string, context: Context): Since {
  const id = readNumber(given);
  if (!/^\d+$/.test(given) || id >= EPOCH) return { since: readTimestamp(given, { now: () => context.now() }) };
  context.info(`Warning: --since takes a time; ${given} is read as an id. Use --after ${given} for that.`);
  return { after: id };
}

/** Creates `svcapi creditlog`, which prints a page, the whole log or a plot of the balance. */
export function creditlogCommand(context: Context): CliCommand {
  const command = new CliCommand('creditlog', context)
    .summary('list a character’s transactions')
    .description(
      'Lists the transactions of a character: the newest 50, newest first, or another page. --all, --after, --since ' +
        'and --until read every page and list the oldest first; the id of the last line is the value for the next ' +
        '--after. The permission character_credits is required, and without a uid also character_read, to find the token’s own ' +
        'character.\n\nThe amount is the credits sent. The change is the effect on the character’s own credits: ' +
        'negative when it sent, positive when it received, 0 when it did both.\n\nThe balance of --plot ends at the ' +
        'current credits of the character, or starts at 0 when the token may not read them.',
    )
    .argument('[uid]', 'the uid or the name of the character', readReference)
    .exitStatus('interrupted', 'interrupted; the printed rows are complete, and the message says how to continue')
    .example('svcapi creditlog --item-count 5', 'the newest five transactions')
    .example('svcapi creditlog --all --output csv > log.csv', 'the whole log, for a spreadsheet')
    .example('svcapi creditlog --after 19000 --json id,change,communication', 'the transactions after one')
    .example('svcapi creditlog --since Y25D200 --until Y25D206', 'the transactions of a week')
    .example('svcapi creditlog --plot', 'the balance over time')
    .action((given: string | undefined, options: CreditLogOptions) => run(command, given, options));
  return addRoute(addCreditLogOptions(command), columns);
}

async function run(command: CliCommand, given: string | undefined, options: CreditLogOptions): Promise<void> {
  const { context } = command;
  const { since, all, after = 0, until, plot, follow } = options;
  const part: Part = { after, until, ...since };
  const isWhole = all || options.after !== undefined || since !== undefined || until !== undefined;
  if (follow) return followLog(command, given, isWhole ? part : undefined);
  const printer = createPrinter(command, columns, { compact: tableColumns });
  if (!isWhole && !plot) {
    const connection = await connect(command);
    return printPage(connection, printer, await findOwner(connection, given, command.path), options);
  }

  refuseXml(printer, all ? '--all' : since ? '--since' : until === undefined ? '--after' : '--until');
  let last = () => after;
  const advice = () => `continue with --after ${last()}`;
  const work = async (signal: AbortSignal) => {
    const connection = await connect(command, { signal });
    const uid = await findOwner(connection, given, command.path);
    const isQuiet = context.stdout.isTerminal && !plot;
    const walk = walkCreditLog(context, fetchFrom(connection, uid), part, { isQuiet });
    last = walk.last;
    if (!plot) return printWalk(printer, walk.rows, advice);
    const { plotBalance } = await import('../../credit-log/plot-balance.js');
    await plotBalance(context, printer, connection, uid, walk.rows);
  };
  await interruptible(context, 'stopped between two transactions', work, plot ? {} : { advice });
}

async function followLog(command: CliCommand, given: string | undefined, part: Part | undefined): Promise<void> {
  const { printFollowed } = await import('../../follow/follow-list.js');
  await printFollowed(command, columns, async (connection) => {
    const uid = await findOwner(connection, given, command.path);
    const params = { uid };
    const fetch = fetchFrom(connection, uid);
    return {
      request: requestOf(ROUTE, { params }),
      read: (row: Row) => readTransaction(row, uid),
      earlier: part && (() => walkCreditLog(command.context, fetch, part, { isQuiet: true }).rows),
      newest: async () => (await fetch({ item_count: MAX_ITEMS })).transactions,
      idOf: ({ id }) => id,
    };
  });
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

async function printWalk(printer: Printer<Transaction>, rows: Walk['rows'], advice: () => string): Promise<void> {
  const failure = await printUntilFailure(rows, printer, 'There are no transactions.');
  if (failure) throw withAdvice(failure.cause, advice());
}
