import { WrongAnswer, wholeNumber } from '../../../client/errors.js';
import { walkEvents } from '../../../client/pagination.js';
import { requestOf } from '../../../client/request.js';
import type { PayloadOf } from '../../../client/types.js';
import { isUid, numberOf, type Uid } from '../../../domain/uid.js';
import { CliCommand } from '../../command.js';
import { addRoute, listIn, printList, readReference, refuseXml } from '../../connection/call-route.js';
import { type Connection, connect } from '../../connection/connect.js';
import type { Context } from '../../context.js';
import { usageError } from '../../exit-status.js';
import { timeOption } from '../../input/read-time.js';
import { interruptible } from '../../interrupt.js';
import type { Column } from '../../output/columns.js';
import { timeColumns } from '../../output/columns.js';
import { createPrinter, printUntilFailure } from '../../output/print.js';

const ROUTE = 'GET /events/{mode}[/{type}]';

type Row = PayloadOf<typeof ROUTE>['events']['event'][number];

const listOf = ({ events }: PayloadOf<typeof ROUTE>) => events.event;

const columns: Column<Row>[] = [
  { name: 'uid', value: ({ attributes }) => attributes.uid, tone: 'strong' },
  { name: 'type', value: ({ attributes }) => attributes.type ?? null, wide: true },
  ...timeColumns<Row>('time', ({ time }) => time.timestamp),
  { name: 'text', value: (event) => event.text, long: 'cut' },
];

const uidOf = ({ attributes }: Row) => attributes.uid;
const timeOf = ({ time }: Row) => wholeNumber(time?.timestamp) ?? Number.NaN;

interface Options {
  after?: number;
  since?: number;
  until?: number;
  follow?: true;
}

export function createCommand(context: Context): CliCommand {
  const command = new CliCommand('events', context)
    .description(
      'Lists the events of the token’s own character, newest first: the newest 50; all types, or one. --after, --since ' +
        'and --until read every page. --follow prints each new event within a second, one a line, also as JSON; with ' +
        '--after or --since, it first prints the events since then, oldest first. The permission character_events ' +
        'is required.',
    )
    .argument('[type]', 'the type of the events, such as XP, in upper or lower case', readReference)
    .option('--after <uid>', 'only events after this one, by their uid, such as 39:10', readEventNumber)
    .addOption(timeOption(context, '--since <time>', 'only events from this time on'))
    .addOption(timeOption(context, '--until <time>', 'only events up to this time').conflicts('follow'))
    .option('--follow', 'print each new event as it comes, until Ctrl-C, or until the next one when the pipe is closed')
    .exitStatus('interrupted', 'interrupted; the printed events are complete, and the message says how to continue')
    .example('svcapi events', 'the newest events')
    .example('svcapi events XP --since "Year 25 Day 200"', 'the experience gained since then')
    .example('svcapi events --json uid,time_date,text', 'three fields of the newest events as JSON')
    .action((type: string | undefined, options: Options) => {
      const { since, after, until, follow } = options;
      if (follow) return followEvents(command, type, options);
      if ([since, after, until].some((each) => each !== undefined)) return printWalk(command, type, options);
      const params = { mode: 'personal', type } as const;
      return printList(command, columns, listOf, 'There are no events.', ROUTE, { params });
    });
  return addRoute(command, columns);
}

function readEventNumber(given: string): number {
  if (/^\d{1,15}$/.test(given)) return Number(given);
  if (isUid(given, 'event')) return numberOf(given);
  throw usageError(`--after is “${given}”; give the uid of an event, such as 39:10`);
}

async function printWalk(command: CliCommand, type: string | undefined, options: Options): Promise<void> {
  const printer = createPrinter(command, columns);
  refuseXml(printer, '--after, --since and --until');
  await interruptible(command.context, 'these are not all events; run the same command again', async (signal) => {
    const events = walk(await connect(command, signal), type, options);
    const failure = await printUntilFailure(events, printer, 'There are no such events.');
    if (failure) throw failure.cause;
  });
}

/** Yields the events after one and within two times, newest first. */
async function* walk(
  connection: Connection,
  type: string | undefined,
  { after = 0, since, until = Number.POSITIVE_INFINITY }: Options,
): AsyncGenerator<Row> {
  const pages = walkEvents(async (page) => {
    const query = { ...page, start_time: since };
    const { data } = await connection.call(ROUTE, { params: { mode: 'personal', type }, query });
    const events = listIn(data, listOf);
    const total = wholeNumber(data.events.attributes?.total);
    const isValid = (event: Row) => isUid(event?.attributes?.uid, 'event') && !Number.isNaN(timeOf(event));
    if (total === undefined || !events.every(isValid)) {
      throw new WrongAnswer('is not a page of events');
    }
    return { total, events };
  });
  for await (const rows of pages) {
    yield* rows.filter((row) => numberOf(row.attributes.uid as Uid) > after && timeOf(row) <= until);
  }
}

async function followEvents(command: CliCommand, type: string | undefined, options: Options): Promise<void> {
  const { printFollowed } = await import('../../connection/follow-list.js');
  return printFollowed(command, columns, async (connection) => ({
    read: (row: Row) => row,
    request: requestOf(ROUTE, { params: { mode: 'personal', type } }),
    earlier:
      options.after === undefined && options.since === undefined
        ? undefined
        : async function* () {
            const newestFirst: Row[] = [];
            for await (const row of walk(connection, type, options)) newestFirst.push(row);
            yield* newestFirst.reverse();
          },
    idOf: uidOf,
  }));
}
