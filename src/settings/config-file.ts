import { readFileSync } from 'node:fs';
import { didYouMean } from '../nearest.js';
import { isSystemError, reasonOf } from '../system-error.js';
import { type SettingName, settings, settingsOf } from './index.js';
import { keyOf, SettingError, variableOf } from './setting.js';

/** The content of a config file: settings by name, and those of each profile. */
export interface ConfigFile {
  path: string;
  settings: ReadonlyMap<SettingName, unknown>;
  profiles: ReadonlyMap<string, ReadonlyMap<SettingName, unknown>>;
}

type Table = Record<string, unknown>;

/** The table of a config file that holds profiles, each a table of settings for clients. */
const PROFILES = 'profiles';

/**
 * Reads a config file, in TOML. A missing file counts as empty, unless it was asked for by name.
 *
 * @throws {SettingError} when it cannot be read, is not TOML, or has an unknown key
 */
export async function readConfigFile(path: string, mustExist: boolean): Promise<ConfigFile> {
  const { [PROFILES]: profiles = {}, ...top } = await readToml(path, mustExist);
  if (!isTable(profiles))
    throw new SettingError(`${PROFILES} in ${path} is not a table; write [${PROFILES}.NAME] above its keys`);
  return {
    path,
    settings: readTable(top, path, '', allowed(false)),
    profiles: new Map(
      Object.entries(profiles).map(([name, table]) => {
        const where = `${PROFILES}.${name}.`;
        if (!isTable(table))
          throw new SettingError(
            `${PROFILES}.${name} in ${path} is not a table; write [${PROFILES}.${name}] above its keys`,
          );
        return [name, readTable(table, path, where, allowed(true))] as const;
      }),
    ),
  };
}

async function readToml(path: string, mustExist: boolean): Promise<Table> {
  let text: string;
  try {
    // Nothing else runs yet, and loading node:fs/promises takes longer than reading the file.
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (isSystemError(error) && error.code === 'ENOENT' && !mustExist) return {};
    throw new SettingError(`cannot read the config file ${path}: ${reasonOf(error)}; name another with --config`);
  }
  const { parse, TomlError } = await import('smol-toml');
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [problem = ''] = error.message.split('\n');
    throw new SettingError(`${path}, line ${error.line}, column ${error.column}: ${problem}`);
  }
}

/** Returns the settings that a config file accepts, by key; a profile accepts only those of clients. */
function allowed(inProfile: boolean): Map<string, SettingName> {
  const names = (inProfile ? settingsOf('client') : (Object.keys(settings) as SettingName[])).filter(
    (name) => settings[name].sources.includes('file') && !(inProfile && name === 'profile'),
  );
  return new Map(names.map((name) => [keyOf(name), name]));
}

function readTable(
  table: Table,
  path: string,
  where: string,
  keys: Map<string, SettingName>,
): Map<SettingName, unknown> {
  return new Map(
    Object.entries(table).map(([key, value]) => {
      const name = keys.get(key);
      if (name === undefined) throw new SettingError(`${where}${key} in ${path} is not a setting${advice(key, keys)}`);
      return [name, value];
    }),
  );
}

/** Returns the advice for a key that is not accepted where it stands. */
function advice(key: string, keys: Map<string, SettingName>): string {
  const known = (Object.keys(settings) as SettingName[]).find((name) => keyOf(name) === key);
  if (known === undefined)
    return (
      didYouMean(key, keys.keys()) ||
      `; ${keys.size > 9 ? 'docs/settings.md lists them' : `there are ${[...keys.keys()].join(', ')}`}`
    );
  if (settings[known].sources.includes('file')) return ' of a profile; move it above the profiles';
  return ` of a config file; give it as ${variableOf(known)}`;
}

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
