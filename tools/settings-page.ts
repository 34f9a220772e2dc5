import type { CliCommand } from '../src/cli/command.js';
import { commandsOf } from '../src/cli/command-tree.js';
import type { SettingGroup } from '../src/settings/setting.js';
import { flagOf, keyOf, variableOf } from '../src/settings/spelling.js';
import { type SettingName, settings, settingsOf } from '../src/settings.js';

const headings: Record<SettingGroup, string> = {
  program: 'Every command',
  store: 'Commands on the database',
  token: 'Making tokens',
  serve: 'The server',
  client: 'Commands that call a service',
};

/** The page of all settings, drawn from their table and from the commands that have flags for them. */
export function settingsPage(program: CliCommand): string {
  const commands = commandsOf(program);
  const sections = (Object.keys(headings) as SettingGroup[]).map(
    (group) =>
      `## ${headings[group]}\n\n${HEAD}${settingsOf(group)
        .map((name) => row(name, flagsFor(name, commands)))
        .join('')}`,
  );
  return `${INTRODUCTION}\n${sections.join('\n')}`;
}

const INTRODUCTION = `# Settings

<!-- Made by npm run docs from src/settings.ts. Do not edit. -->

A setting is given by its flag, by its variable, or as a line of the config file; the flag is stronger than the variable, and
that is stronger than the file. A dash marks a way that a setting does not have. An empty variable counts as none.

The config file is \`~/.config/svcapi/config.toml\` (\`$XDG_CONFIG_HOME/svcapi/config.toml\`), in TOML. Settings of commands
that call a service may also stand in a profile, which \`--profile\` chooses:

\`\`\`toml
rate-limit = 1000

[profiles.home]
url = "https://galaxy.example.org"
\`\`\`
`;

const HEAD = '| Flag | Variable | Key in the file | Default | What it is | Accepted |\n|---|---|---|---|---|---|\n';

/** The flags of a setting. One that only some command calls so is shown with the command. */
function flagsFor(name: SettingName, commands: readonly CliCommand[]): string[] {
  const { placeholder } = settings[name].type;
  const spell = (flag: string) => code(placeholder === '' ? flag : `${flag} <${placeholder}>`);
  const flags = commands.flatMap((command) => {
    const flag = command.settingFlags.get(name)?.flag;
    if (flag === undefined) return [];
    return flag === flagOf(name) ? [spell(flag)] : [`${code(command.path)}: ${spell(flag)}`];
  });
  return [...new Set(flags)];
}

function row(name: SettingName, flags: readonly string[]): string {
  const { type, fallback, description, sources } = settings[name];
  const cells = [
    flags.join('<br>') || '–',
    sources.includes('variable') ? code(variableOf(name)) : '–',
    sources.includes('file') ? code(keyOf(name)) : '–',
    fallback.shown === '' ? '' : code(fallback.shown),
    description,
    type.accepted,
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
}

function code(text: string): string {
  return `\`${text}\``;
}
