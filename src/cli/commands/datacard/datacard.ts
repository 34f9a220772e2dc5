import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { assignCommand, revokeCommand } from './datacard-change.js';
import { showCommand } from './datacard-show.js';

/** Creates `svcapi datacard`. */
export function datacardCommand(context: Context): CliCommand {
  return new CliCommand('datacard', context)
    .summary('show, assign and revoke a datacard')
    .description('Shows a datacard of a faction, assigns its uses to production entities, and revokes them.')
    .addCommand(showCommand(context))
    .addCommand(assignCommand(context))
    .addCommand(revokeCommand(context))
    .example('svcapi datacard show 14:1', 'a datacard and its assignments')
    .example('svcapi datacard assign 14:1 --to 4:1 --uses 3 --dry-run', 'an assignment, without making it');
}
