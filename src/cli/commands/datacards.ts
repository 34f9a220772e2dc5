import type { PayloadOf } from '../../client/types.js';
import { CliCommand } from '../command.js';
import type { Context } from '../context.js';
import { refColumns } from '../output/answer-columns.js';
import type { Column } from '../output/column.js';
import { addOutput } from '../output/output-options.js';
import { createPrinter } from '../output/print.js';
import { callRoute, readReference } from '../service/call-route.js';
import { addConnection, connect } from '../service/connect.js';
import { listIn, text } from '../service/read-answer.js';

type Row = PayloadOf<'GET /datacards/{uid}'>['datacards']['datacard'][number];

const columns: Column<Row>[] = [
  { name: 'uid', value: text(({ attributes }) => attributes.uid), tone: 'strong' },
  ...refColumns<Row>('entity', ({ entity }) => entity),
  { name: 'type', value: text(({ entity }) => entity.attributes.type) },
  { name: 'href', value: text(({ attributes }) => attributes.href), detail: true },
];

/** Creates `svcapi datacards`. */
export function datacardsCommand(context: Context): CliCommand {
  const command = new CliCommand('datacards', context)
    .summary('list a faction’s datacards')
    .description('Lists the datacards of a faction, each with the entity that it produces. Anyone can see them.')
    .argument('<faction>', 'the uid or the name of the faction', readReference)
    .example('svcapi datacards 20:1', 'the datacards of a faction')
    .example('svcapi datacards 20:1 | cut -f1,3', 'their uids and entities')
    .action(async (uid: string) => {
      const printer = createPrinter(context, command, columns);
      const payload = await callRoute(await connect(context, command), printer, 'GET /datacards/{uid}', {
        params: { uid },
      });
      if (payload)
        await printer.rows(
          listIn(payload, ({ datacards }) => datacards.datacard),
          'The faction has no datacards.',
        );
    });
  return addOutput(addConnection(command), columns, { xml: true });
}
