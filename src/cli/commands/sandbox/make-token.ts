import { type Permission, permissionNames } from '../../../domain/permission.js';
import type { ShownToken } from '../../../sandbox/shown.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { addPermission } from '../../input/read-permission.js';
import type { Column } from '../../output/column.js';
import { isoDate } from '../../output/iso-date.js';
import { addOutput, createPrinter } from '../../output/print.js';
import { addSandbox, callSandbox } from '../../sandbox/call-sandbox.js';

const columns: Column<ShownToken>[] = [
  { name: 'token', value: ({ token }) => token, tone: 'strong' },
  { name: 'character', value: ({ character }) => character },
  { name: 'permissions', value: ({ permissions }) => permissions },
  { name: 'expires', value: ({ expires }) => isoDate(expires) },
];

interface TokenOptions {
  permission?: Permission[];
  lifetime?: string;
}

/** Creates `svcapi sandbox token`. */
export function tokenCommand(context: Context): CliCommand {
  const command = new CliCommand('token', context)
    .summary('make a token for a character')
    .description(
      'Makes a token, and prints it alone. The same commands after a reset make the same tokens, which are worth nothing elsewhere.',
    )
    .argument('<uid|name>', 'the character that it acts for')
    .option(
      '--permission <permission>',
      `permission of the token, may be repeated; all without it: ${permissionNames.join(', ')}`,
      addPermission,
    )
    .option('--lifetime <duration>', 'time until it expires, by the clock of the sandbox; 100 years by default')
    .exitStatus('usage', 'there is no such character')
    .example('svcapi sandbox token 1:3 --permission character_read', 'for a character, by UID')
    .example('TOKEN=$(svcapi sandbox token 1:2 --lifetime 1h)', 'into a shell variable, valid for an hour')
    .action(async (character: string, { permission, lifetime }: TokenOptions) => {
      const printer = createPrinter(command, columns);
      const body = { character, permissions: permission, lifetime };
      const made = await callSandbox<ShownToken>(command, { method: 'POST', path: '/tokens', body });
      await printer.value(made.token, made);
    });
  return addSandbox(addOutput(command, columns));
}
