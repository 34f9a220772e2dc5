import type { SettingGroup } from '../settings/setting.js';
import { flagOf, keyOf, variableOf } from '../settings/spelling.js';
import { settings, settingsOf } from '../settings.js';

const headings: Record<SettingGroup, string> = {
  program: 'Every command',
  store: 'Commands on the database',
  token: 'Making tokens',
  serve: 'The server',
  client: 'Commands that call a service',
};

/** The page of all settings, drawn from their table. */
export function settingsPage(): string {
  const sections = (Object.keys(headings) as SettingGroup[]).map(
    (group) => `## ${headings[group]}\n\n${HEAD}${settingsOf(group).map(row).join('')}`,
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

function row(name: keyof typeof settings): string {
  const { kind, fallback, sentence, sources } = settings[name];
  const flag = kind.placeholder === '' ? flagOf(name) : `${flagOf(name)} <${kind.placeholder}>`;
  const cells = [
    sources.includes('flag') ? code(flag) : '–',
    sources.includes('variable') ? code(variableOf(name)) : '–',
    sources.includes('file') ? code(keyOf(name)) : '–',
    fallback.shown === '' ? '' : code(fallback.shown),
    sentence,
    kind.accepted,
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
}

function code(text: string): string {
  return `\`${text}\``;
}
