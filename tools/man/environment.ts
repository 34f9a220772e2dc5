import type { CliCommand } from '../../src/cli/command.js';
import { ancestorsOf } from '../../src/cli/command-tree.js';
import { type SettingName, settings } from '../../src/settings/index.js';
import { flagOf, variableOf } from '../../src/settings/setting.js';

/** A variable or a file, with its description. */
type Entry = [name: string, about: string];

/** Returns true for a command that calls a service, and for the program. */
export function isClient(command: CliCommand): boolean {
  return command.parent === null || [command, ...ancestorsOf(command)].some((each) => each.settingFlags.has('url'));
}

/** The environment variables of all commands, for the page of the program. */
export const environment: Entry[] = [
  ...(Object.keys(settings) as SettingName[])
    .filter((name) => settings[name].sources.includes('variable'))
    .map((name): Entry => [variableOf(name), aboutVariable(name)]),
  ['NO_COLOR', 'Any value turns colours off, also on a terminal. It precedes the others.'],
  ['CLICOLOR_FORCE, FORCE_COLOR', 'Any value but 0 turns colours on, also for a table in a pipe.'],
  ['CLICOLOR', '0 turns colours off.'],
  ['TERM', 'On a dumb terminal there are no colours, no progress bars and no pager.'],
  [
    'LC_ALL, LC_CTYPE, LANG',
    'The locale: the first of these that is set. Without UTF-8, tables and plots are in ASCII.',
  ],
  [
    'SVCAPI_PAGER, PAGER',
    'The pager for output that is longer than the terminal: the first of these that is set. The default is less, ' +
      'with the options FRX unless LESS is set. An empty value or cat turns it off, as --no-pager does.',
  ],
  ['XDG_CONFIG_HOME', 'The folder of config files. The default is ~/.config.'],
  ['XDG_CACHE_HOME', 'The folder of compiled code. The default is ~/.cache.'],
  ['XDG_DATA_HOME', 'The folder of data. The default is ~/.local/share.'],
];

function aboutVariable(name: SettingName): string {
  const { description, type, fallback, sources } = settings[name];
  const given = sources.includes('flag') ? ` The flag ${flagOf(name)} takes precedence.` : '';
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

export const files: Entry[] = [
  ['~/.config/svcapi/config.toml', 'Settings.'],
  ['~/.config/svcapi/credentials.json', 'The tokens that svcapi login stored, with mode 0600.'],
  ['~/.cache/svcapi/', 'Compiled code, which Node.js 22.8 and newer keeps for faster starts. It may be deleted.'],
  [settings.database.fallback.shown, 'The database.'],
];

/** Capitalizes the first letter. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
