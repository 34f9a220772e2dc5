import { readFileSync } from 'node:fs';
import { didYouMean } from '../nearest.js';
import { reasonOf } from '../system-error.js';
import { type SettingName, settings } from './index.js';
import { keyOf, SettingError } from './setting.js';

/** Returns the settings of a TOML file. @throws {SettingError} for a missing or invalid file */
export async function readConfigFile(path: string): Promise<ReadonlyMap<SettingName, unknown>> {
  const keys = new Map(
    (Object.keys(settings) as SettingName[])
      .filter((name) => settings[name].sources.includes('file'))
      .map((name) => [keyOf(name), name]),
  );
  const entries = Object.entries(await readToml(path)).map(([key, value]) => {
    const name = keys.get(key);
    const known = didYouMean(key, keys.keys()) || '; docs/settings.md lists them';
    if (name === undefined) throw new SettingError(`${key} in ${path} is not a setting of a config file${known}`);
    return [name, value] as const;
  });
  return new Map(entries);
}

async function readToml(path: string): Promise<Record<string, unknown>> {
  let text: string;
  try {
    // Nothing else runs yet, and loading node:fs/promises takes longer than reading the file.
    text = decodeText(readFileSync(path));
  } catch (error) {
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

/** Decodes UTF-8 or, with its byte order mark, UTF-16, which Windows PowerShell writes. */
export function decodeText(bytes: Uint8Array): string {
  const mark =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(mark).decode(bytes);
}
