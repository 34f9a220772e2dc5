import type { CliCommand } from './command.js';
import { apiCommand } from './commands/api.js';
import { characterCommand } from './commands/character.js';
import { completionCommand } from './commands/completion.js';
import { creditlogCommand } from './commands/creditlog.js';
import { datacardCommand } from './commands/datacard.js';
import { datacardsCommand } from './commands/datacards.js';
import { eventCommand } from './commands/event.js';
import { grantsCommand } from './commands/grants.js';
import { helloCommand } from './commands/hello.js';
import { backupCommand } from './commands/host/backup.js';
import { blacklistCommand } from './commands/host/blacklist.js';
import { clientCommand } from './commands/host/client.js';
import { doctorCommand } from './commands/host/doctor.js';
import { exportCommand } from './commands/host/export.js';
import { importCommand } from './commands/host/import.js';
import { migrateCommand } from './commands/host/migrate.js';
import { serveCommand } from './commands/host/serve.js';
import { tokenCommand } from './commands/host/token.js';
import { indexCommand } from './commands/index-command.js';
import { loginCommand } from './commands/login.js';
import { logoutCommand } from './commands/logout.js';
import { openApiCommand } from './commands/openapi.js';
import { permissionsCommand } from './commands/permissions.js';
import { rateLimitsCommand } from './commands/ratelimits.js';
import { statusCommand } from './commands/status.js';
import { timeCommand } from './commands/time.js';
import type { Context } from './context.js';
import { rootCommand } from './root.js';

type CommandMaker = (context: Context) => CliCommand;

/** Every command by its name, under the headings of the help. */
const groups: Record<string, Record<string, CommandMaker>> = {
  'Commands:': {
    serve: serveCommand,
    time: timeCommand,
    index: indexCommand,
    permissions: permissionsCommand,
    ratelimits: rateLimitsCommand,
    hello: helloCommand,
    character: characterCommand,
    creditlog: creditlogCommand,
    grants: grantsCommand,
    event: eventCommand,
    datacards: datacardsCommand,
    datacard: datacardCommand,
    api: apiCommand,
    openapi: openApiCommand,
    login: loginCommand,
    logout: logoutCommand,
    status: statusCommand,
  },
  'For hosts, on the database itself:': {
    import: importCommand,
    export: exportCommand,
    migrate: migrateCommand,
    backup: backupCommand,
    client: clientCommand,
    token: tokenCommand,
    blacklist: blacklistCommand,
    doctor: doctorCommand,
  },
  'For your shell:': {
    completion: (context) => completionCommand(context, () => createProgram(context)),
  },
};

/**
 * Creates the tree of commands, from which help, man pages and completions are generated.
 *
 * @param first the first argument: when it names a command, only that one is created, which starts faster
 */
export function createProgram(context: Context, first?: string): CliCommand {
  const program = rootCommand(context);
  const isCommand = Object.values(groups).some((group) => first !== undefined && Object.hasOwn(group, first));
  for (const [heading, group] of Object.entries(groups)) {
    program.commandsGroup(heading);
    for (const [name, make] of Object.entries(group)) {
      if (!isCommand || name === first) program.addCommand(make(context));
    }
  }
  return program;
}
