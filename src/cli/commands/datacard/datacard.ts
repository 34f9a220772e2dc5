import { CliCommand } from '../../command.js';
import { addRoute, callRoute, readReference, recordIn } from '../../connection/call-route.js';
import { connect } from '../../connection/connect.js';
import type { Context } from '../../context.js';
import { createPrinter } from '../../output/print.js';
import { assignCommand, revokeCommand } from './datacard-change.js';
import { datacardColumns, datacardUseColumns, linesOf, useColumns, usesOf } from './datacard-columns.js';

export function createCommand(context: Context): CliCommand {
  return new CliCommand('datacard', context)
    .description('Shows a datacard of a faction, assigns its uses to production entities, and revokes them.')
    .addCommand(showCommand(context))
    .addCommand(assignCommand(context))
    .addCommand(revokeCommand(context))
    .example('svcapi datacard show 14:1', 'a datacard and its assignments')
    .example('svcapi datacard assign 14:1 --to 4:1 --uses 3', 'three more uses for a facility');
}

function showCommand(context: Context): CliCommand {
  const command = new CliCommand('show', context)
    .summary('show a datacard and its assignments')
    .description(
      'Shows a datacard, its unassigned uses, and the production entities with assigned ones; -1 stands for ' +
        'unlimited uses. In a pipe and as CSV, each of these has a line with all about the datacard. The token needs the ' +
        'permission faction_datacards_read, and its character a membership of the faction with the right to view ' +
        'datacards.',
    )
    .argument('<uid>', 'the uid of the datacard, such as 14:1', readReference)
    .example('svcapi datacard show 14:1', 'a datacard')
    .example('svcapi datacard show 14:1 | cut -f7,11', 'the entities with uses of it, and how many')
    .example('svcapi datacard show 14:1 --json uses,assignedlocations', 'its unassigned uses and its assignments')
    .action(async (uid: string) => {
      const printer = createPrinter(command, datacardColumns);
      const payload = await callRoute(await connect(command), printer, 'GET /datacard/{uid}', { params: { uid } });
      if (!payload) return;
      const datacard = recordIn(payload, (body) => body.datacard);
      if (printer.format === 'tsv' || printer.format === 'csv') {
        return createPrinter(command, datacardUseColumns).rows(linesOf(datacard));
      }
      const uses = usesOf(datacard);
      await printer.record(datacard);
      // The list of uses is too long for a cell.
      if (printer.format === 'table' && uses.length > 0) await createPrinter(command, useColumns).rows(uses);
    });
  return addRoute(command, datacardColumns);
}
