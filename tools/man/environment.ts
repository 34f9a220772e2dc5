import type { CliCommand } from '../../src/cli/command.js';
import { ancestorsOf } from '../../src/cli/command-tree.js';
import { type SettingName, settings, settingsOf } from '../../src/settings/index.js';
import { flagOf, variableOf } from '../../src/settings/setting.js';

/** A variable or a file, with its description. */
export interface Entry {
  name: string;
  about: string;
}

const groups = ['program', 'store', 'serve', 'client'] as const;

/** Returns the settings that a command reads, with their flags. */
function settingsFor(command: CliCommand): Map<SettingName, string | undefined> {
  const found = new Map<SettingName, string | undefined>();
  // The page of the program is where people look for any of them.
  if (command.parent === null) {
    for (const name of Object.keys(settings) as SettingName[]) {
      found.set(name, settings[name].sources.includes('flag') ? flagOf(name) : undefined);
    }
  }
  for (const owner of [command, ...ancestorsOf(command)].filter((each) => each === command || each.parent !== null)) {
    for (const [name, { flag }] of owner.settingFlags) {
      found.set(name, flag);
      // Secrets have no flag, but belong to the group all the same.
      const group = groups.find((each) => (settingsOf(each) as string[]).includes(name)) ?? 'program';
      for (const other of settingsOf(group)) {
        if (!settings[other].sources.includes('flag')) found.set(other, undefined);
      }
    }
  }
  return found;
}

/** Returns true for a command that calls a service. */
export function isClient(command: CliCommand): boolean {
  return settingsFor(command).has('url');
}

/** Returns the environment variables of a command. Those that all commands share are in the page of the program. */
export function environmentOf(command: CliCommand): Entry[] {
  const used = settingsFor(command);
  const variables = [...used]
    .filter(([name]) => settings[name].sources.includes('variable'))
    .map(([name, flag]) => ({ name: variableOf(name), about: aboutVariable(name, flag) }));
  return [
    ...variables,
    ...(command.parent === null
      ? [
          { name: 'NO_COLOR', about: 'Any value turns colours off, also on a terminal. It precedes the others.' },
          {
            name: 'CLICOLOR_FORCE, FORCE_COLOR',
            about: 'Any value but 0 turns colours on, also for a table in a pipe.',
          },
          { name: 'CLICOLOR', about: '0 turns colours off.' },
          { name: 'TERM', about: 'On a dumb terminal there are no colours, no progress bars and no pager.' },
          {
            name: 'LC_ALL, LC_CTYPE, LANG',
            about: 'The locale: the first of these that is set. Without UTF-8, tables and plots are in ASCII.',
          },
          {
            name: 'SVCAPI_PAGER, PAGER',
            about:
              'The pager for output that is longer than the terminal: the first of these that is set. The default is less, ' +
              'with the options FRX unless LESS is set. An empty value or cat turns it off, as --no-pager does.',
          },
          { name: 'XDG_CONFIG_HOME', about: 'The folder of config files. The default is ~/.config.' },
          { name: 'XDG_CACHE_HOME', about: 'The folder of compiled code. The default is ~/.cache.' },
        ]
      : []),
    ...(used.has('database')
      ? [{ name: 'XDG_DATA_HOME', about: 'The folder of data. The default is ~/.local/share.' }]
      : []),
  ];
}

function aboutVariable(name: SettingName, flag: string | undefined): string {
  const { description, type, fallback } = settings[name];
  const given = flag === undefined ? '' : ` The flag ${flag} takes precedence.`;
  const standard = fallback.shown === '' || type.placeholder === '' ? '' : ` The default is ${fallback.shown}.`;
  return `${capital(description)}.${valuesOf(name)}${given}${standard}`;
}

/** Returns the sentence about the values of a variable, unless its description says as much. */
function valuesOf(name: SettingName): string {
  const { accepted } = settings[name].type;
  return accepted === 'a token' || accepted === 'a path'
    ? ''
    : ` The value is ${accepted.replace(/^one of (?=[^,]+$)/, '')}.`;
}

/** Returns the files of a command. */
export function filesOf(command: CliCommand): Entry[] {
  const used = settingsFor(command);
  return [
    { name: '~/.config/svcapi/config.toml', about: 'Settings.' },
    ...(isClient(command)
      ? [{ name: '~/.config/svcapi/credentials.json', about: 'The tokens that svcapi login stored, with mode 0600.' }]
      : []),
    ...(command.parent === null
      ? [
          {
            name: '~/.cache/svcapi/',
            about: 'Compiled code, which Node.js 22.8 and newer keeps for faster starts. It may be deleted.',
          },
        ]
      : []),
    ...(used.has('database') ? [{ name: settings.database.fallback.shown, about: 'The database.' }] : []),
  ];
}

/** Capitalizes the first letter. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
