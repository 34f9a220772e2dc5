import { nearest } from '../../nearest.js';
import { CliCommand } from '../command.js';
import { subcommandsOf } from '../command-tree.js';
import type { Context } from '../context.js';
import { usageError } from '../exit-status.js';

export function createCommand(context: Context): CliCommand {
  const command = new CliCommand('help', context)
    .description('Shows the help of a command, as its option --help does; without a name, that of svcapi itself.')
    .argument('[command...]', 'the names of the command, such as datacard assign')
    .example('svcapi help datacard assign', 'the help of a command')
    .example('svcapi help token', 'the help of a group of commands')
    .action((names: string[]) => showHelp(command.parent as CliCommand, names)) as CliCommand;
  return command;
}

/** @throws {CliError} for an unknown command, with the nearest name */
export function showHelp(command: CliCommand, names: readonly string[]): void {
  names.reduce(subcommand, command).outputHelp();
}

function subcommand(command: CliCommand, name: string): CliCommand {
  const found = subcommandsOf(command).find((candidate) => candidate.name() === name);
  if (found) return found;
  // Includes commands of which only a summary is loaded.
  const listed = command.createHelp().visibleCommands(command);
  const others = listed.map((candidate) => candidate.name()).filter((candidate) => candidate !== name);
  const meant = nearest(name, others);
  const next = meant === undefined ? `see ${command.path} --help` : `did you mean ${meant}?`;
  throw usageError(`unknown command '${name}'; ${next}`);
}
