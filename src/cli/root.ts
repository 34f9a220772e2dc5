import { CommanderError } from 'commander';
import { packageVersion } from '../package.js';
import { CliCommand, ParserStop } from './command.js';
import type { Context } from './context.js';
import { type ExitRow, exitDescriptions } from './exit-status.js';
import { addSettings } from './input/options.js';

/** Creates the program without its commands: options, help and exit codes. */
export function rootCommand(context: Context): CliCommand {
  const program = new CliCommand('svcapi', context)
    .description('Host the Web Services v2.0 of a space game, or call them from a shell.')
    .option('--no-color', 'print without colour, as with the variable NO_COLOR')
    .option('--no-pager', 'print to the terminal directly, also what is longer than the screen')
    .option('--debug', 'show requests and answers with times, and the stack trace of an error')
    .option('-V, --version', 'show the version')
    .on('option:version', () => {
      void context.stdout.write(`${packageVersion()}\n`);
      throw new ParserStop(program, new CommanderError(0, 'commander.version', ''));
    })
    .helpCommand(false)
    .example('svcapi time', 'the current galactic time')
    .example('svcapi help token', 'the help of a command');
  addSettings(program, 'program');
  for (const row of Object.keys(exitDescriptions) as ExitRow[]) program.exitStatus(row, exitDescriptions[row]);
  return program;
}
