import { Option } from 'commander';
import { readNumber } from '../../domain/text.js';
import { type SettingGroup, type SettingName, settings, settingsOf } from '../../settings/index.js';
import { flagOf, variableOf } from '../../settings/setting.js';
import type { CliCommand } from '../command.js';
import { usageError } from '../exit-status.js';

export function repeated(text: string, before: string[] = []): string[] {
  return [...before, text];
}

export function addSettings(command: CliCommand, group: SettingGroup): CliCommand {
  for (const name of settingsOf(group)) if (settings[name].sources.includes('flag')) addSetting(command, name);
  return command;
}

export function addSetting(command: CliCommand, name: SettingName): CliCommand {
  const flag = flagOf(name);
  const { placeholder } = settings[name].type;
  const option = new Option(placeholder === '' ? flag : `${flag} <${placeholder}>`, about(name));
  command.addOption(option);
  // Turns off a switch of the config file.
  if (placeholder === '') command.addOption(new Option(flag.replace('--', '--no-')).hideHelp());
  command.settingFlags.set(name, { flag, attribute: option.attributeName() });
  return command;
}

function about(name: SettingName): string {
  const { fallback, type, description, sources } = settings[name];
  const standard = fallback.shown !== '' && type.placeholder !== '' ? `default: ${fallback.shown}; ` : '';
  return sources.includes('variable') ? `${description} (${standard}${variableOf(name)})` : description;
}

/** The largest number that can have a successor. */
const MAX = Number.MAX_SAFE_INTEGER - 1;

export function wholeNumberOption(flags: string, about: string, min: number, max = MAX): Option {
  const [flag] = flags.split(' ');
  const range = max === MAX ? `from ${min}` : `from ${min} to ${max}`;
  return new Option(flags, about).argParser((text) => {
    const number = readNumber(text);
    if (/^\d{1,16}$/.test(text) && number >= min && number <= max) return number;
    throw usageError(`${flag} is “${text}”; give a whole number ${range}`);
  });
}
