import type { PayloadOf } from '../../../client/types.js';
import { CliCommand } from '../../command.js';
import {
  addRoute,
  listIn,
  printList,
  readReference,
  recordIn,
  refuseXml,
  textIn,
} from '../../connection/call-route.js';
import { type Connection, connect } from '../../connection/connect.js';
import type { Context } from '../../context.js';
import { interruptible } from '../../interrupt.js';
import type { Column, Rows } from '../../output/columns.js';
import { refColumns } from '../../output/columns.js';
import { createPrinter, printUntilFailure } from '../../output/print.js';
import { Progress } from '../../output/progress.js';
import {
  type Datacard,
  type DatacardUse,
  datacardColumns,
  datacardUseColumns,
  linesOf,
  listedUseColumns,
} from './datacard-columns.js';

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

const useFields = datacardColumns.map(({ name }) => name);

export function createCommand(context: Context): CliCommand {
  const command = new CliCommand('datacards', context)
    .description(
      'Lists the datacards of a faction, each with the entity that it produces. Anyone can see them.\n\n--uses reads ' +
        'each datacard, and lists its unassigned uses and the production entities with assigned ones, one line each. ' +
        'It takes a call for each datacard; the token needs what svcapi datacard show ' +
        'needs. With --json, the fields are those of svcapi datacard show.',
    )
    .argument('<faction>', 'the uid or the name of the faction', readReference)
    .example('svcapi datacards 20:1', 'the datacards of a faction')
    .option('--uses', 'list the uses of each datacard, and where they are assigned')
    .exitStatus('rate_limited', 'no call was left for a datacard; those before it are printed')
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

async function printUses(command: CliCommand, uid: string): Promise<void> {
  command.fields = useFields;
  const printer = createPrinter(command, datacardUseColumns, { compact: listedUseColumns });
  const records = createPrinter(command, datacardColumns);
  refuseXml(printer, '--uses');
  await interruptible(command.context, 'stopped between two datacards', async (signal) => {
    const connection = await connect(command, signal);
    const { data } = await connection.call(ROUTE, { params: { uid } });
    const datacards = gather(command.context, listIn(data, listOf), connection);
    const lines: Pick<typeof records, 'rows'> = { rows: (all, whenEmpty) => printer.rows(flat(all), whenEmpty) };
    const output = printer.format === 'json' ? records : lines;
    const failure = await printUntilFailure(datacards, output, 'The faction has no datacards.');
    if (failure) throw failure.cause;
  });
}

async function* flat(datacards: Rows<Datacard>): AsyncGenerator<DatacardUse> {
  for await (const datacard of datacards) yield* linesOf(datacard);
}

async function* gather(context: Context, listed: readonly Row[], connection: Connection): AsyncGenerator<Datacard> {
  const progress = new Progress(context, 'Reading the datacards');
  try {
    for (const [index, row] of listed.entries()) {
      const params = { uid: textIn(row, uidOf) };
      const { data } = await connection.call('GET /datacard/{uid}', { params });
      progress.update((index + 1) / listed.length, `${index + 1} of ${listed.length}`);
      yield recordIn(data, (payload) => payload.datacard);
    }
  } finally {
    progress.end();
  }
}
