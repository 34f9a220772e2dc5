import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { failCommand } from './fail.js';
import { loadCommand } from './load.js';
import { tokenCommand } from './make-token.js';
import { requestsCommand } from './requests.js';
import { resetCommand, snapshotCommand } from './reset.js';
import { clockCommand } from './set-clock.js';

/** Creates `svcapi sandbox`, which controls a service for tests. */
export function sandboxCommand(context: Context): CliCommand {
  return new CliCommand('sandbox', context)
    .summary('control a service for tests')
    .description(
      'Controls a service that was started with svcapi serve --sandbox: its clock, its faults, its galaxy, and what it has ' +
        'received. The same operations are below /sandbox, for programs in any language.',
    )
    .addCommand(clockCommand(context))
    .addCommand(failCommand(context))
    .addCommand(resetCommand(context))
    .addCommand(snapshotCommand(context))
    .addCommand(tokenCommand(context))
    .addCommand(requestsCommand(context))
    .addCommand(loadCommand(context))
    .example('svcapi sandbox clock --advance 2h', 'two hours later')
    .example('svcapi sandbox fail "GET /character" --code rate_limit_exceeded --times 2', 'two calls over the limit')
    .example('svcapi sandbox reset', 'as at the start');
}
