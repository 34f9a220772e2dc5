import { Command, CommanderError, Help } from 'commander';
import { packageVersion } from '../package.js';
import { CliCommand, ParserStop } from './command.js';
import type { Context } from './context.js';
import { type ExitRow, exitDescriptions } from './exit-status.js';
import { addSettings } from './input/options.js';
import { summaries } from './summaries.js';

type CommandMaker = (context: Context) => CliCommand;

/** Commands under the headings of the help, each loaded when needed. */
const groups: Record<string, Record<string, () => Promise<CommandMaker>>> = {
  'Commands:': {
    serve: async () => (await import('./commands/host/serve.js')).serveCommand,
    time: async () => (await import('./commands/time.js')).timeCommand,
    index: async () => (await import('./commands/index-command.js')).indexCommand,
    permissions: async () => (await import('./commands/permissions.js')).permissionsCommand,
    ratelimits: async () => (await import('./commands/ratelimits.js')).rateLimitsCommand,
    hello: async () => (await import('./commands/hello.js')).helloCommand,
    character: async () => (await import('./commands/character/character.js')).characterCommand,
    handle: async () => (await import('./commands/character/handle.js')).handleCommand,
    credits: async () => (await import('./commands/character/credits.js')).creditsCommand,
    creditlog: async () => (await import('./commands/character/creditlog.js')).creditlogCommand,
    grants: async () => (await import('./commands/character/grants.js')).grantsCommand,
    events: async () => (await import('./commands/character/event-list.js')).eventsCommand,
    event: async () => (await import('./commands/character/event.js')).eventCommand,
    entity: async () => (await import('./commands/entity.js')).entityCommand,
    datacards: async () => (await import('./commands/datacard/datacards.js')).datacardsCommand,
    datacard: async () => (await import('./commands/datacard/datacard.js')).datacardCommand,
    api: async () => (await import('./commands/api.js')).apiCommand,
    openapi: async () => (await import('./commands/openapi.js')).openApiCommand,
    login: async () => (await import('./commands/login.js')).loginCommand,
    logout: async () => (await import('./commands/logout.js')).logoutCommand,
    status: async () => (await import('./commands/status.js')).statusCommand,
  },
  'For hosts, on the database itself:': {
    import: async () => (await import('./commands/host/import.js')).importCommand,
    'records-from-csv': async () => (await import('./commands/host/records-from-csv.js')).recordsFromCsvCommand,
    export: async () => (await import('./commands/host/export.js')).exportCommand,
    migrate: async () => (await import('./commands/host/migrate.js')).migrateCommand,
    backup: async () => (await import('./commands/host/backup.js')).backupCommand,
    prune: async () => (await import('./commands/host/prune.js')).pruneCommand,
    changes: async () => (await import('./commands/host/change-list.js')).changesCommand,
    account: async () => (await import('./commands/host/account.js')).accountCommand,
    client: async () => (await import('./commands/host/client.js')).clientCommand,
    grant: async () => (await import('./commands/host/grant.js')).grantCommand,
    token: async () => (await import('./commands/host/token.js')).tokenCommand,
    blacklist: async () => (await import('./commands/host/blacklist.js')).blacklistCommand,
    doctor: async () => (await import('./commands/host/doctor.js')).doctorCommand,
  },
  'For your shell:': {
    help: async () => (await import('./commands/help.js')).helpCommand,
    version: async () => (await import('./commands/help.js')).versionCommand,
    completion: async () => (await import('./commands/completion.js')).completionCommand,
  },
};

const names = new Set(Object.values(groups).flatMap((group) => Object.keys(group)));

/** Creates the command tree for help, man pages and completions. With `argv`, loads only the command that it names. */
export async function createProgram(context: Context, argv?: readonly string[]): Promise<CliCommand> {
  const program = rootCommand(context);
  const wanted = new Set(argv && commandsIn(argv, program));
  const isListed = wanted.size === 0 || (wanted.size === 1 && wanted.has('help'));
  for (const [heading, group] of Object.entries(groups)) {
    program.commandsGroup(heading);
    for (const [name, load] of Object.entries(group)) {
      if (argv === undefined || wanted.has(name)) program.addCommand(withHelp((await load())(context)));
      else if (isListed) program.addCommand(new Command(name).summary(summaries[name]?.summary ?? ''));
    }
  }
  if (argv?.[0] === 'complete') {
    const { completeCommand } = await import('./commands/completion.js');
    program.addCommand(
      completeCommand(context, (words) => createProgram(context, words)),
      { hidden: true },
    );
  }
  return argv === undefined ? program : listSummaries(program);
}

function commandsIn(argv: readonly string[], program: CliCommand): string[] {
  const operands = argv.filter((argument, index) => {
    const option = program.options.find((each) => [each.long, each.short].includes(argv[index - 1]));
    return !argument.startsWith('-') && option?.required !== true;
  });
  return operands.slice(0, operands[0] === 'help' ? 2 : 1).filter((name) => names.has(name));
}

/** Makes `svcapi token help create` the same as `svcapi help token create`: commander's help has no suggestions. */
function withHelp(command: CliCommand): CliCommand {
  if (command.commands.length === 0) return command;
  const help = new Command('help')
    .copyInheritedSettings(command)
    .helpOption(false)
    .summary('show the help of a command')
    .argument('[command...]')
    .action(async (names: string[]) => (await import('./commands/help.js')).showHelp(command, names));
  command.helpCommand(false).addCommand(help);
  return command;
}

function listSummaries(program: CliCommand): CliCommand {
  const standard = new Help();
  return program.configureHelp({
    ...program.configureHelp(),
    subcommandTerm: (command) => summaries[command.name()]?.term ?? standard.subcommandTerm(command),
  }) as CliCommand;
}

function rootCommand(context: Context): CliCommand {
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
