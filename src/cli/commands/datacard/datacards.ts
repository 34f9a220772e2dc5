import type { PayloadOf } from '../../../client/types.js';
import { CliCommand } from '../../command.js';
import { addRoute, listIn, printList, readReference, refuseXml } from '../../connection/call-route.js';
import { connect } from '../../connection/connect.js';
import type { Context } from '../../context.js';
import { interruptible } from '../../interrupt.js';
import type { Column, Rows } from '../../output/column.js';
import { refColumns } from '../../output/columns.js';
import { createPrinter } from '../../output/print.js';
import { Progress } from '../../output/progress.js';
import { printUntilFailure } from '../../output/until-failure.js';
import {
  type Datacard,
  type DatacardUse,
  datacardColumns,
  datacardUseColumns,
  linesOf,
  listedUseColumns,
} from './datacard-columns.js';
import { gatherDatacards } from './gather-datacards.js';

const ROUTE = 'GET /datacards/{uid}';

type Row = PayloadOf<typeof ROUTE>['datacards']['datacard'][number];

const listOf = ({ datacards }: PayloadOf<typeof ROUTE>) => datacards.datacard;

const uidOf = ({ attributes }: Row) => attributes.uid;

const columns: Column<Row>[] = [
  { name: 'uid', value: uidOf, tone: 'strong' },
  ...refColumns<Row>('entity', ({ entity }) => entity),
  { name: 'type', value: ({ entity }) => entity.attributes.type },
  { name: 'href', value: ({ attributes }) => attributes.href, detail: true },
];

/** The fields of JSON with `--uses`. */
const useFields = datacardColumns.map(({ name }) => name);

/** Creates `svcapi datacards`. */
export function datacardsCommand(context: Context): CliCommand {
  const command = new CliCommand('datacards', context)
    .summary('list a faction’s datacards')
    .description(
      'Lists the datacards of a faction, each with the entity that it produces. Anyone can see them.\n\n--uses reads ' +
        'each datacard, and lists its unassigned uses and the production entities with assigned ones, one line each. ' +
        'It takes a call for each datacard, and stops before the rate limit; the token needs what svcapi datacard show ' +
        'needs. With --json, the fields are those of svcapi datacard show.',
    )
    .argument('<faction>', 'the uid or the name of the faction', readReference)
    .example('svcapi datacards 20:1', 'the datacards of a faction')
    .option('--uses', 'list the uses of each datacard, and where they are assigned')
    .exitStatus('rate_limited', 'no call is left for the next datacard; those before it are printed')
    .example('svcapi datacards 20:1 --uses', 'the uses of every datacard, and their locations')
    .example('svcapi datacards 20:1 | cut -f1,3', 'their uids and entities')
    .action((uid: string, { uses }: { uses?: true }) =>
      uses
        ? printUses(command, uid)
        : printList(command, columns, listOf, 'The faction has no datacards.', ROUTE, { params: { uid } }),
    );
  command.otherFields = useFields;
  return addRoute(command, columns);
}

/** Lists the datacards of a faction with their uses. */
async function printUses(command: CliCommand, uid: string): Promise<void> {
  const { context } = command;
  command.fields = useFields;
  const printer = createPrinter(command, datacardUseColumns, { compact: listedUseColumns });
  const records = createPrinter(command, datacardColumns);
  refuseXml(printer, '--uses');
  const { retry } = await command.settings(['retry']);
  await interruptible(context, 'stopped between two datacards', async (signal) => {
    const connection = await connect(command, { signal });
    const { data } = await connection.call(ROUTE, { params: { uid } });
    const uids = listIn(data, listOf).map((row) => uidOf(row) ?? '');
    const found = gatherDatacards(context, uids, { connection, retry, signal });
    const datacards = withProgress(context, uids.length, found);
    const lines: Pick<typeof records, 'rows'> = { rows: (all, whenEmpty) => printer.rows(flat(all), whenEmpty) };
    const output = printer.format === 'json' ? records : lines;
    const failure = await printUntilFailure(datacards, output, 'The faction has no datacards.');
    if (failure) throw failure.cause;
  });
}

/** Yields the same rows, with a progress bar. On a terminal they come behind it, when it is gone. */
async function* withProgress<Row>(context: Context, total: number, rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  const progress = new Progress(context, 'Reading the datacards');
  const held: Row[] = [];
  let count = 0;
  let failure: { cause: unknown } | undefined;
  try {
    for await (const row of rows) {
      progress.update(++count / total, `${count} of ${total}`);
      if (context.stdout.isTerminal) held.push(row);
      else yield row;
    }
  } catch (cause) {
    failure = { cause };
  } finally {
    progress.end();
  }
  yield* held;
  if (failure) throw failure.cause;
}

async function* flat(datacards: Rows<Datacard>): AsyncGenerator<DatacardUse> {
  for await (const datacard of datacards) yield* linesOf(datacard);
}
