import { CommanderError } from 'commander';
import { type ExitReason, exitCodes } from '../domain/failure.js';
import { packageVersion } from '../package.js';
import { CliCommand, ParserStop } from './command.js';
import type { Context } from './context.js';
import { exitDescriptions } from './exit-status.js';
import { addSettings } from './input/settings-options.js';

/** Creates the program without its commands: options, help and exit codes. */
export function rootCommand(context: Context): CliCommand {
  const program = new CliCommand('svcapi', context)
    .description('Web Services v2.0 of a space game: use them from a terminal or a script, and host them.')
    .option('--no-color', 'no colour, which a terminal gets otherwise unless NO_COLOR is set')
    .option('--debug', 'show where an unexpected error came from')
    .option('-V, --version', 'show the version')
    .on('option:version', () => {
      void context.stdout.write(`${packageVersion()}\n`);
      throw new ParserStop(program, new CommanderError(0, 'commander.version', ''));
    })
    .helpCommand('help [command]', 'show the help of a command')
    .example('svcapi time', 'the present moment in galactic time')
    .example('svcapi help token', 'more about a command');
  addSettings(program, 'program');
  for (const reason of Object.keys(exitCodes) as ExitReason[]) program.exitStatus(reason, exitDescriptions[reason]);
  return program;
}
