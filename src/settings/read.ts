import { dirname, join } from 'node:path';
import {
  baseFolder,
  homeFolder,
  type NothingLeft,
  type SettingName,
  type Settings,
  settings,
  settingsOf,
} from '../settings.js';
import { type ConfigFile, readConfigFile } from './config-file.js';
import type { Environment, Setting } from './setting.js';
import { SettingError } from './setting-error.js';
import type { Place, SettingType } from './setting-type.js';
import { keyOf, variableOf } from './spelling.js';

/** Where settings come from. */
export interface Sources {
  /** What was given by flag, and by which. */
  flags: ReadonlyMap<SettingName, { flag: string; input: unknown }>;
  env: Environment;
  /** The working directory. */
  cwd: string;
  /** What was stored for the profile elsewhere than in the config file, whose own table for it is stronger. */
  stored?: ReadonlyMap<SettingName, unknown> | undefined;
}

/** The profile that is chosen, if any. */
export interface Profile {
  name: string | undefined;
  /** Whether the config file has a table for it. */
  isConfigured: boolean;
}

/** A value as it was given, and how to name its source in a message. */
interface Given {
  input: unknown;
  source: string;
  directory: string;
}

/** One source of settings: a strong one is asked before a weak one. */
type Layer = (name: SettingName) => Given | undefined;

/**
 * Reads some settings, each from the strongest source that gives it: flag, environment, profile, config file, default.
 *
 * An empty variable counts as none. What is asked for is checked as a whole, so that a bad value is found
 * before any work has begun.
 *
 * @returns a frozen object
 * @throws {SettingError} that names the source, the value and what is accepted
 */
export async function readSettings<N extends SettingName>(
  names: readonly N[],
  sources: Sources,
): Promise<Pick<Settings, N>> {
  const { place, direct, file, profile } = await chooseProfile(sources);
  const layers = [...direct, profileLayer(file, profile), storedLayer(sources), fileLayer(file)];
  return values(names, layers, sources.env, place);
}

/** Returns what some settings are where nothing is given. */
export function defaultSettings<N extends SettingName>(names: readonly N[], env: Environment = {}): Pick<Settings, N> {
  return values(names, [], env, { directory: '/', home: homeFolder(env) });
}

/**
 * Which profile is chosen: by flag, environment or config file.
 *
 * @throws {SettingError} as `readSettings`
 */
export async function readProfile(sources: Sources): Promise<Profile> {
  const { file, profile } = await chooseProfile(sources);
  return { name: profile, isConfigured: profile !== undefined && file.profiles.has(profile) };
}

async function chooseProfile(sources: Sources) {
  const place: Place = { directory: sources.cwd, home: homeFolder(sources.env) };
  const direct = [flags(sources), variables(sources)];
  const file = await readConfigFile(...configPath(direct, sources.env, place));
  const profile = value('profile', [...direct, fileLayer(file)], sources.env, place) as string | undefined;
  return { place, direct, file, profile };
}

function configPath(layers: Layer[], env: Environment, place: Place): [path: string, mustExist: boolean] {
  const { config, ...unread } = values(settingsOf('program'), layers, env, place);
  unread satisfies NothingLeft;
  if (config !== undefined) return [config, true];
  return [join(baseFolder(env, 'XDG_CONFIG_HOME', '.config'), 'svcapi', 'config.toml'), false];
}

function values<N extends SettingName>(names: readonly N[], layers: readonly Layer[], env: Environment, place: Place) {
  const found = names.map((name) => [name, value(name, layers, env, place)] as const);
  return Object.freeze(Object.fromEntries(found)) as Pick<Settings, N>;
}

function value(name: SettingName, layers: readonly Layer[], env: Environment, place: Place): unknown {
  const { type, fallback, secret }: Setting<unknown> = settings[name] as Setting<unknown>;
  for (const layer of layers) {
    const given = layer(name);
    if (given) return accept(given, type, secret, place);
  }
  return fallback.of(env, (other) => value(other as SettingName, layers, env, place));
}

function accept(given: Given, type: SettingType<unknown>, secret: boolean, place: Place): unknown {
  const accepted = type.read(given.input, { ...place, directory: given.directory });
  if (accepted !== undefined) return accepted;
  const shown = secret ? 'not valid' : `“${spell(given.input)}”`;
  throw new SettingError(`${given.source} is ${shown}; give ${type.accepted}`);
}

function spell(input: unknown): string {
  return typeof input === 'string' ? input : JSON.stringify(input);
}

function flags({ flags: given, cwd }: Sources): Layer {
  return (name) => {
    const found = given.get(name);
    return found && { input: found.input, source: found.flag, directory: cwd };
  };
}

function variables({ env, cwd }: Sources): Layer {
  return (name) => {
    const input = settings[name].sources.includes('variable') ? env[variableOf(name)] : undefined;
    return input ? { input, source: variableOf(name), directory: cwd } : undefined;
  };
}

function fileLayer({ path, settings: given }: ConfigFile): Layer {
  return (name) => {
    const input = given.get(name);
    return input === undefined ? undefined : { input, source: `${keyOf(name)} in ${path}`, directory: dirname(path) };
  };
}

function storedLayer({ stored, cwd }: Sources): Layer {
  return (name) => {
    const input = stored?.get(name);
    return input === undefined ? undefined : { input, source: `the stored ${keyOf(name)}`, directory: cwd };
  };
}

/** What the chosen profile says. One that the config file does not have may still have a stored token. */
function profileLayer({ path, profiles }: ConfigFile, chosen: string | undefined): Layer {
  const given = chosen === undefined ? undefined : profiles.get(chosen);
  return (name) => {
    const input = given?.get(name);
    const source = `profiles.${chosen}.${keyOf(name)} in ${path}`;
    return input === undefined ? undefined : { input, source, directory: dirname(path) };
  };
}
