import type { Origin } from '../../settings/read.js';
import { variableOf } from '../../settings/setting.js';
import { CliError } from '../cli-error.js';
import { CliCommand } from '../command.js';
import type { Context } from '../context.js';
import { addSetting } from '../input/settings-options.js';
import type { Column } from '../output/column.js';
import { addOutput, createPrinter } from '../output/print.js';
import { changeCredentials, DEFAULT_PROFILE, readSoundCredentials } from '../service/credentials.js';
import { profileNames, unknownProfile } from '../service/profiles.js';
import { isTraced } from '../service/service.js';
import { forgetProfile } from '../sign-in/forget-profile.js';

/** A profile, as the list shows it. */
interface Row {
  profile: string;
  /** True for the one that commands use unless they name another. */
  used: boolean;
  url: string | null;
  /** True when `svcapi login` has stored a token. */
  token: boolean;
}

const columns: Column<Row>[] = [
  { name: 'profile', value: ({ profile }) => profile, tone: 'strong' },
  { name: 'used', value: ({ used }) => used, shown: ({ used }) => (used ? 'yes' : ''), tone: 'good' },
  { name: 'url', value: ({ url }) => url },
  { name: 'token', value: ({ token }) => token, shown: ({ token }) => (token ? 'stored' : 'none') },
];

const LOGIN = 'create one with svcapi login --profile NAME --url ADDRESS';

/** Creates `svcapi profile`. */
export function profileCommand(context: Context): CliCommand {
  return new CliCommand('profile', context)
    .summary('list, choose and remove profiles')
    .description(
      'Lists the profiles that svcapi login has stored or the config file has, chooses the one that commands use, and ' +
        'removes stored ones. --profile names another for a single command.',
    )
    .addCommand(listCommand(context))
    .addCommand(useCommand(context))
    .addCommand(removeCommand(context))
    .example('svcapi profile list', 'the profiles, with their addresses')
    .example('svcapi profile use demo', 'use another one from now on');
}

function listCommand(context: Context): CliCommand {
  const command = new CliCommand('list', context)
    .summary('list the profiles')
    .description('Lists the profiles with their addresses, and marks the one in use. Tokens are not shown.')
    .example('svcapi profile list', 'the profiles, with their addresses')
    .example('svcapi profile list | cut -f1', 'their names alone')
    .action(async () => {
      const printer = createPrinter(command, columns);
      const file = readSoundCredentials(context);
      const profile = await command.profile(file.used);
      const rows = profileNames(profile, file).map((name) => {
        const url = profile.tables.get(name)?.get('url') ?? file.profiles.get(name)?.url;
        const used = name === (profile.name ?? DEFAULT_PROFILE);
        return { profile: name, used, url: typeof url === 'string' ? url : null, token: file.profiles.has(name) };
      });
      await printer.rows(rows, `There are no profiles; ${LOGIN}`);
    });
  return addOutput(command, columns);
}

function useCommand(context: Context): CliCommand {
  const command = new CliCommand('use', context)
    .summary('choose the profile that commands use')
    .description(
      'Chooses the profile that commands use unless --profile or SVCAPI_PROFILE names another. The profile “default” is ' +
        'in use at first.',
    )
    .argument('<profile>', 'the name of the profile')
    .exitStatus('not_found', 'there is no such profile')
    .example('svcapi profile use demo', 'use it from now on')
    .example('svcapi profile use default', 'back to the first one')
    .action(async (name: string) => {
      const file = readSoundCredentials(context);
      const profile = await command.profile(file.used);
      const names = profileNames(profile, file);
      if (!names.includes(name) && name !== DEFAULT_PROFILE)
        throw new CliError('not_found', unknownProfile(name, names, LOGIN));
      if (profile.origin === 'file') {
        throw new CliError(
          'other',
          `the config file chooses the profile “${profile.name}”; change its line “profile”, or remove it`,
        );
      }
      await changeCredentials(context, (stored) => {
        stored.used = name === DEFAULT_PROFILE ? undefined : name;
      });
      context.info(`The profile “${name}” is used from now on${exceptNow(profile)}.`);
    });
  return command;
}

/** Returns the exception while the environment names another profile. */
function exceptNow({ origin, name }: { origin: Origin; name: string | undefined }): string {
  return origin === 'variable' ? `, but not while ${variableOf('profile')} names “${name}”` : '';
}

function removeCommand(context: Context): CliCommand {
  const command = new CliCommand('remove', context)
    .summary('remove a stored profile')
    .description(
      'Deletes the stored address and token of a profile, as svcapi logout does. A profile of the config file is removed there.',
    )
    .argument('<profile>', 'the name of the profile')
    .exitStatus('not_found', 'nothing is stored for the profile')
    .example('svcapi profile remove demo', 'forget its address and its token')
    .example('svcapi profile remove default', 'forget the first one')
    .action(async (name: string) => {
      const file = readSoundCredentials(context);
      const { tables } = await command.profile(file.used);
      const { timeout, debug } = await command.settings(['timeout', 'debug']);
      await forgetProfile(context, { name, tables }, { timeout, trace: isTraced(command, debug) });
    });
  return addSetting(command, 'timeout');
}
