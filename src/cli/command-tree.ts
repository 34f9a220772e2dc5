import { CliCommand } from './command.js';

export function commandsOf(command: CliCommand): CliCommand[] {
  return [command, ...subcommandsOf(command).flatMap(commandsOf)];
}

/** Omits hidden commands and the `help` of commander. */
export function subcommandsOf(command: CliCommand): CliCommand[] {
  const visible = command.createHelp().visibleCommands(command);
  return command.commands.filter(
    (candidate): candidate is CliCommand => candidate instanceof CliCommand && visible.includes(candidate),
  );
}

/** Returns the parents of a command, the nearest first. */
export function ancestorsOf(command: CliCommand): CliCommand[] {
  const { parent } = command;
  return parent instanceof CliCommand ? [parent, ...ancestorsOf(parent)] : [];
}
