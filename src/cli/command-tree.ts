import { CliCommand } from './command.js';

/** A command and all below it, each before its subcommands; those that the help hides are left out. */
export function commandsOf(command: CliCommand): CliCommand[] {
  return [command, ...subcommandsOf(command).flatMap(commandsOf)];
}

/** The commands right below one, without the `help` that the parser adds. */
export function subcommandsOf(command: CliCommand): CliCommand[] {
  const visible = command.createHelp().visibleCommands(command);
  return command.commands.filter(
    (candidate): candidate is CliCommand => candidate instanceof CliCommand && visible.includes(candidate),
  );
}

/** The commands above one, the nearest first. */
export function ancestorsOf(command: CliCommand): CliCommand[] {
  const { parent } = command;
  return parent instanceof CliCommand ? [parent, ...ancestorsOf(parent)] : [];
}
