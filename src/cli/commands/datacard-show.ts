import type { PayloadOf } from '../../client/types.js';
import { CliCommand } from '../command.js';
import type { Context } from '../context.js';
import { refColumns, usesColumn } from '../output/answer-columns.js';
import type { Column } from '../output/column.js';
import { addOutput } from '../output/output-options.js';
import { createPrinter } from '../output/print.js';
import { callRoute, readReference } from '../service/call-route.js';
import { addConnection, connect } from '../service/connect.js';
import { listIn, recordIn, text } from '../service/read-answer.js';

type Datacard = PayloadOf<'GET /datacard/{uid}'>['datacard'];
type Use = Datacard['assignedlocations']['assignedlocation'][number];

const useColumns: Column<Use>[] = [
  ...refColumns<Use>('location', ({ location }) => location),
  ...refColumns<Use>('locationowner', ({ locationowner }) => locationowner),
  usesColumn('quantity', ({ quantity }) => quantity),
];

const columns: Column<Datacard>[] = [
  { name: 'uid', value: text(({ uid }) => uid), tone: 'strong' },
  ...refColumns<Datacard>('entity', ({ entity }) => entity),
  ...refColumns<Datacard>('owner', ({ owner }) => owner),
  usesColumn<Datacard>('uses', ({ uses }) => uses),
  {
    name: 'assignedlocations',
    value: (datacard) => usesOf(datacard).map(toJson),
    shown: (datacard) => (usesOf(datacard).length === 0 ? 'none' : `${usesOf(datacard).length}, below`),
  },
];

/** Creates `svcapi datacard show`. */
export function showCommand(context: Context): CliCommand {
  const command = new CliCommand('show', context)
    .summary('show a datacard and its assignments')
    .description(
      'Shows a datacard, its unassigned uses, and the production entities with assigned ones; -1 stands for ' +
        'unlimited uses. The token needs the permission faction_datacards_read, and its character a membership of the ' +
        'faction with the right to view datacards.',
    )
    .argument('<uid>', 'the uid of the datacard, such as 14:1', readReference)
    .example('svcapi datacard show 14:1', 'a datacard')
    .example('svcapi datacard show 14:1 --json uses,assignedlocations', 'its unassigned uses and its assignments')
    .action(async (uid: string) => {
      const printer = createPrinter(context, command, columns);
      const payload = await callRoute(await connect(context, command), printer, 'GET /datacard/{uid}', {
        params: { uid },
      });
      if (!payload) return;
      const datacard = recordIn(payload, (body) => body.datacard);
      const uses = usesOf(datacard);
      await printer.record(datacard);
      // The list of uses is too long for a cell.
      if (printer.format === 'table' && uses.length > 0) await createPrinter(context, command, useColumns).rows(uses);
    });
  return addOutput(addConnection(command), columns, { xml: true });
}

function usesOf(datacard: Datacard): readonly Use[] {
  return listIn(datacard, ({ assignedlocations }) => assignedlocations.assignedlocation);
}

function toJson(use: Use) {
  return Object.fromEntries(useColumns.map(({ name, value }) => [name, value(use)]));
}
