import { packageVersion } from '../../package.js';
import { CliCommand } from '../command.js';
import type { Context } from '../context.js';

/** Creates `svcapi version`. */
export function versionCommand(context: Context): CliCommand {
  return new CliCommand('version', context)
    .summary('show the version')
    .description('Prints the version of svcapi, as its option --version does.')
    .example('svcapi version', 'the version alone')
    .example('svcapi version > version.txt', 'into a file')
    .action(() => context.stdout.write(`${packageVersion()}\n`)) as CliCommand;
}
