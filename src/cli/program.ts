import { Command, CommanderError } from 'commander';
import { CliCommand, ParserStop } from './command.js';
import type { Context } from './context.js';
import { type ExitRow, exitDescriptions } from './exit-status.js';
import { addSettings } from './input/options.js';

/** A line of the help, and the module of the command, loaded when needed. */
type Entry = [summary: string, load: () => Promise<{ createCommand(context: Context): CliCommand }>];

/** The commands under the headings of the help. */
const groups: Record<string, Record<string, Entry>> = {
  'Commands:': {
    serve: ['host the service', () => import('./commands/host/serve.js')],
    time: ['show or convert galactic time', () => import('./commands/time.js')],
    index: ['list the service’s routes', () => import('./commands/index-command.js')],
    permissions: ['list the permissions', () => import('./commands/permissions.js')],
    ratelimits: ['show your rate limits', () => import('./commands/ratelimits.js')],
    hello: ['check that the service answers', () => import('./commands/hello.js')],
    character: ['show a character', () => import('./commands/character/character.js')],
    credits: ['show the credits of a character', () => import('./commands/character/credits.js')],
    creditlog: ['list a character’s transactions', () => import('./commands/character/creditlog.js')],
    grants: ['list the permissions granted to this client', () => import('./commands/character/grants.js')],
    events: ['list the events of your character', () => import('./commands/character/event-list.js')],
    event: ['show an event', () => import('./commands/character/event.js')],
    entity: ['show any entity', () => import('./commands/entity.js')],
    datacards: ['list a faction’s datacards', () => import('./commands/datacard/datacards.js')],
    datacard: ['show, assign and revoke a datacard', () => import('./commands/datacard/datacard.js')],
    api: ['send any request', () => import('./commands/api.js')],
    login: ['sign in, or store a token', () => import('./commands/login.js')],
    logout: ['end a sign-in, and delete the stored token', () => import('./commands/logout.js')],
    status: ['check the server and the token in use', () => import('./commands/status.js')],
  },
  'For hosts, on the database itself:': {
    import: ['load a galaxy or a whole service from NDJSON', () => import('./commands/host/import.js')],
    'records-from-csv': ['turn tables into records for import', () => import('./commands/host/records-from-csv.js')],
    export: ['export the service as NDJSON', () => import('./commands/host/export.js')],
    migrate: ['update the tables of the database', () => import('./commands/host/migrate.js')],
    backup: ['copy the database while it is in use', () => import('./commands/host/backup.js')],
    prune: ['remove old events, transactions and audit lines', () => import('./commands/host/prune.js')],
    changes: ['list the changes of datacards, for the game', () => import('./commands/host/change-list.js')],
    account: ['manage the players who may sign in', () => import('./commands/host/account.js')],
    client: ['manage the programs that may call the service', () => import('./commands/host/client.js')],
    grant: ['manage what players have allowed programs', () => import('./commands/host/grant.js')],
    token: ['manage the tokens of clients', () => import('./commands/host/token.js')],
    blacklist: ['manage the addresses that get no answer', () => import('./commands/host/blacklist.js')],
    doctor: ['check a configuration and report problems', () => import('./commands/host/doctor.js')],
  },
  'For your shell:': {
    help: ['show the help of a command', () => import('./commands/help.js')],
    completion: ['print a completion script for your shell', () => import('./commands/completion.js')],
  },
};

const names = new Set(Object.values(groups).flatMap((group) => Object.keys(group)));

/** Creates the command tree for help, man pages and completions. With `argv`, loads only the command in it. */
export async function createProgram(context: Context, argv?: readonly string[]): Promise<CliCommand> {
  const program = rootCommand(context);
  const wanted = new Set(argv && commandsIn(argv, program));
  const isListed = wanted.size === 0 || (wanted.size === 1 && wanted.has('help'));
  for (const [heading, group] of Object.entries(groups)) {
    program.commandsGroup(heading);
    for (const [name, [summary, load]] of Object.entries(group)) {
      if (argv === undefined || wanted.has(name)) {
        const { createCommand } = await load();
        program.addCommand(createCommand(context).summary(summary));
      } else if (isListed) program.addCommand(new Command(name).summary(summary));
    }
  }
  if (argv?.[0] === 'complete') {
    const { completeCommand } = await import('./commands/completion.js');
    program.addCommand(
      completeCommand(context, (words) => createProgram(context, words)),
      { hidden: true },
    );
  }
  return program;
}

function commandsIn(argv: readonly string[], program: CliCommand): string[] {
  const operands = argv.filter((argument, index) => {
    const option = program.options.find((each) => [each.long, each.short].includes(argv[index - 1]));
    return !argument.startsWith('-') && option?.required !== true;
  });
  return operands.slice(0, operands[0] === 'help' ? 2 : 1).filter((name) => names.has(name));
}

function rootCommand(context: Context): CliCommand {
  const program = new CliCommand('svcapi', context)
    .description('Host the Web Services v2.0 of a space game, or call them from a shell.')
    .option('--no-color', 'print without colour, as with the variable NO_COLOR')
    .option('--no-pager', 'do not use a pager')
    .option('--debug', 'show requests and answers with times, and the stack trace of an error')
    .option('-V, --version', 'show the version')
    .on('option:version', () => {
      throw new ParserStop(program, new CommanderError(0, 'commander.version', ''));
    })
    // The arguments of a command are in its own help: the list loads none.
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .example('svcapi time', 'the current galactic time')
    .example('svcapi help token', 'the help of a command');
  addSettings(program, 'program');
  for (const row of Object.keys(exitDescriptions) as ExitRow[]) program.exitStatus(row, exitDescriptions[row]);
  return program;
}
