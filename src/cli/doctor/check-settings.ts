import { SettingError } from '../../settings/setting-error.js';
import { type SettingName, type Settings, settingsOf } from '../../settings.js';
import type { CliCommand } from '../command.js';
import { type Finding, ok, problem } from './finding.js';

/** The settings of a server, which the checks look at. */
export type ServerSettings = Pick<Settings, (typeof names)[number]>;

const names = [...settingsOf('store'), ...settingsOf('serve')];

/**
 * Reads the settings of `serve` one by one, so that all invalid ones are named at once.
 *
 * @returns the settings too, unless one is invalid
 */
export async function checkSettings(command: CliCommand): Promise<{ findings: Finding[]; settings?: ServerSettings }> {
  const wrong = new Set<string>();
  for (const name of names) {
    const fault = await faultOf(command, name);
    if (fault !== undefined) wrong.add(fault);
  }
  if (wrong.size === 0) {
    return { findings: [ok('settings', 'all valid')], settings: await command.settings(names) };
  }
  return { findings: [...wrong].map((fault) => problem('settings', ...inTwo(fault))) };
}

async function faultOf(command: CliCommand, name: SettingName): Promise<string | undefined> {
  try {
    await command.settings([name]);
    return undefined;
  } catch (error) {
    if (error instanceof SettingError) return error.message;
    throw error;
  }
}

/** Splits a message into what is wrong and what to give. */
function inTwo(message: string): [finding: string, next: string] {
  const [finding = '', ...rest] = message.split('; ');
  return [finding, rest.join('; ')];
}
