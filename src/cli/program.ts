import { CommanderError } from 'commander';
import { type ExitReason, exitCodes } from '../domain/failure.js';
import { CliCommand, ParserStop } from './command.js';
import { backupCommand } from './commands/backup.js';
import { blacklistCommand } from './commands/blacklist.js';
import { clientCommand } from './commands/client.js';
import { completionCommand } from './commands/completion.js';
import { exportCommand } from './commands/export.js';
import { importCommand } from './commands/import.js';
import { migrateCommand } from './commands/migrate.js';
import { serveCommand } from './commands/serve.js';
import { timeCommand } from './commands/time.js';
import { tokenCommand } from './commands/token.js';
import type { Context } from './context.js';
import { exitSentences } from './exit-status.js';
import { addSettings } from './settings-options.js';
import { packageVersion } from './version.js';

type CommandMaker = (context: Context) => CliCommand;

/** Every command by its name, under the headings of the help. */
const groups: Record<string, Record<string, CommandMaker>> = {
  'Commands:': {
    serve: serveCommand,
    time: timeCommand,
  },
  'For hosts, on the database itself:': {
    import: importCommand,
    export: exportCommand,
    migrate: migrateCommand,
    backup: backupCommand,
    client: clientCommand,
    token: tokenCommand,
    blacklist: blacklistCommand,
  },
  'For your shell:': {
    completion: completionCommand,
  },
};

/**
 * The tree of commands, which parser, help, man pages and completions are drawn from.
 *
 * @param first the first argument: where it is the name of a command the others are left out, since a start in a loop of
 *   a shell should not pay for them
 */
export function createProgram(context: Context, first?: string): CliCommand {
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
  for (const reason of Object.keys(exitCodes) as ExitReason[]) program.exitStatus(reason, exitSentences[reason]);

  const isCommand = Object.values(groups).some((group) => first !== undefined && Object.hasOwn(group, first));
  for (const [heading, group] of Object.entries(groups)) {
    program.commandsGroup(heading);
    for (const [name, make] of Object.entries(group)) {
      if (!isCommand || name === first) program.addCommand(make(context));
    }
  }
  return program;
}
