import { packageVersion } from '../../package.js';
import { CliCommand } from '../command.js';
import type { Context } from '../context.js';

export function createCommand(context: Context): CliCommand {
  return new CliCommand('version', context)
    .description('Prints the version of svcapi, as its option --version does.')
    .example('svcapi version', 'only the version')
    .example('svcapi version > version.txt', 'into a file')
    .action(() => context.stdout.write(`${packageVersion()}\n`)) as CliCommand;
}
