import { Option } from 'commander';
import { requestOf } from '../../../client/request.js';
import type { PayloadOf } from '../../../client/types.js';
import { MAX_EVENTS } from '../../../domain/event-page.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { followList } from '../../follow/follow-list.js';
import { readTimestamp } from '../../input/read-time.js';
import { wholeNumberOption } from '../../input/whole-number-option.js';
import { timeColumns } from '../../output/answer-columns.js';
import type { Column } from '../../output/column.js';
import { createPrinter } from '../../output/print.js';
import { addRoute, printList, readReference } from '../../service/call-route.js';
import { connect } from '../../service/connect.js';
import { listIn, text } from '../../service/read-answer.js';

const ROUTE = 'GET /events/{mode}[/{type}]';

type Row = PayloadOf<typeof ROUTE>['events']['event'][number];

const listOf = ({ events }: PayloadOf<typeof ROUTE>) => events.event;

const columns: Column<Row>[] = [
  { name: 'uid', value: text(({ attributes }) => attributes.uid), tone: 'strong' },
  { name: 'type', value: text(({ attributes }) => attributes.type), optional: 1 },
  ...timeColumns<Row>('time', ({ time }) => time.timestamp),
  { name: 'text', value: text((event) => event.text), long: 'cut' },
];

/** Options that select a page. */
const NOT_FOLLOWED = ['startIndex', 'itemCount', 'since', 'xml'];

interface Options {
  startIndex?: number;
  itemCount?: number;
  since?: number;
  follow?: true;
}

/** Creates `svcapi events`. */
export function eventsCommand(context: Context): CliCommand {
  const command = new CliCommand('events', context)
    .summary('list the events of your character')
    .description(
      'Lists the events of the token’s own character: the newest 50, newest first, or another page; all types, or ' +
        'one. --follow prints each new event within a second, one a line, also as JSON. The permission ' +
        'character_events is required.',
    )
    .argument('[type]', 'the type of the events, such as XP, in upper or lower case', readReference)
    .addOption(wholeNumberOption('--start-index <number>', 'the first item of the page, counted from 0', 0))
    .addOption(
      wholeNumberOption('--item-count <number>', 'the number of items on the page (default: 50)', 1, MAX_EVENTS),
    )
    .addOption(
      new Option(
        '--since <time>',
        'only events from this time on, such as Y25D204, 1718625600 or 2024-06-17',
      ).argParser((time) => readTimestamp(time, { now: () => context.now() })),
    )
    .addOption(new Option('--follow', 'print each new event as it comes, until Ctrl-C').conflicts(NOT_FOLLOWED))
    .example('svcapi events', 'the newest events')
    .example('svcapi events XP --since "Year 25 Day 200"', 'the experience gained since then')
    .example('svcapi events --item-count 5 --json uid,time_date,text', 'three fields of five events as JSON')
    .action((type: string | undefined, { startIndex, itemCount, since, follow }: Options) => {
      if (follow) return followEvents(command, type);
      const query = { start_index: startIndex, item_count: itemCount, start_time: since };
      const params = { mode: 'personal', type } as const;
      return printList(command, columns, listOf, 'There are no events on this page.', ROUTE, { params, query });
    });
  return addRoute(command, columns);
}

async function followEvents(command: CliCommand, type: string | undefined): Promise<void> {
  const { context } = command;
  const printer = createPrinter(command, columns, { paged: false, isEndless: true });
  const connection = await connect(command, { keepsAnswers: true });
  const params = { mode: 'personal', type } as const;
  const events = followList<Row>(context, connection, {
    request: requestOf(ROUTE, { params }),
    after: undefined,
    async newest() {
      const { data } = await connection.call(ROUTE, { params, query: { item_count: MAX_EVENTS } });
      return listIn(data, listOf);
    },
    keyOf: text(({ attributes }) => attributes.uid),
    command: 'svcapi events',
  });
  await printer.rows(events);
}
