import { Option } from 'commander';
import { type SettingGroup, type SettingName, settings, settingsOf } from '../../settings/index.js';
import { flagOf, variableOf } from '../../settings/setting.js';
import type { CliCommand } from '../command.js';

/** Adds the flags of a group of settings to a command. */
export function addSettings(command: CliCommand, group: SettingGroup): CliCommand {
  for (const name of settingsOf(group)) if (settings[name].sources.includes('flag')) addSetting(command, name);
  return command;
}

/** Adds the flag of a setting; commands that have one such setting only can give it a shorter name. */
export function addSetting(command: CliCommand, name: SettingName, flag = flagOf(name)): CliCommand {
  const { placeholder } = settings[name].type;
  const option = new Option(placeholder === '' ? flag : `${flag} <${placeholder}>`, about(name));
  command.addOption(option);
  // Turns off a switch that the config file turned on.
  if (placeholder === '') command.addOption(new Option(flag.replace('--', '--no-')).hideHelp());
  command.settingFlags.set(name, { flag, attribute: option.attributeName() });
  return command;
}

function about(name: SettingName): string {
  const { fallback, type, description, sources } = settings[name];
  const standard = fallback.shown !== '' && type.placeholder !== '' ? `default: ${fallback.shown}; ` : '';
  return sources.includes('variable') ? `${description} (${standard}${variableOf(name)})` : description;
}
