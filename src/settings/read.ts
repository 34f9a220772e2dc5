import { dirname, join } from 'node:path';
import { type ConfigFile, readConfigFile } from './config-file.js';
import { baseFolder, homeFolder } from './folders.js';
import { type NothingLeft, type SettingName, type Settings, settings, settingsOf } from './index.js';
import {
  type Environment,
  keyOf,
  type Place,
  type Setting,
  SettingError,
  type SettingType,
  variableOf,
} from './setting.js';

/** The sources of settings. */
export interface Sources {
  /** Values given by flag, with the spelling of the flag. */
  flags: ReadonlyMap<SettingName, { flag: string; input: unknown }>;
  env: Environment;
  /** The working directory. */
  cwd: string;
}

/** The kind of source that has given a setting. */
export type Origin = 'flag' | 'variable' | 'file' | 'default';

/** A value as given, and the name of its source for messages. */
interface Given {
  input: unknown;
  source: string;
  directory: string;
}

/** One source of settings. */
interface Layer {
  origin: Origin;
  find(name: SettingName): Given | undefined;
}

/**
 * Reads some settings, each from the strongest source that gives it: flag, environment, config file, default.
 *
 * An empty variable counts as unset. All settings are checked at once, so that a bad value is found before any work
 * has begun.
 *
 * @returns a frozen object
 * @throws {SettingError} naming the source, the value and the accepted values
 */
export async function readSettings<N extends SettingName>(
  names: readonly N[],
  sources: Sources,
): Promise<Pick<Settings, N>> {
  return (await readWithOrigins(names, sources)).settings;
}

/** Reads some settings as `readSettings`, together with the kind of source that has given each. */
export async function readWithOrigins<N extends SettingName>(
  names: readonly N[],
  sources: Sources,
): Promise<{ settings: Pick<Settings, N>; origins: Record<N, Origin> }> {
  const place: Place = { directory: sources.cwd, home: homeFolder(sources.env) };
  const direct = [flags(sources), variables(sources)];
  const layers = [...direct, fileLayer(await configFile(direct, sources.env, place))];
  const origins = names.map((name) => [name, originOf(name, layers)] as const);
  return {
    settings: values(names, layers, sources.env, place),
    origins: Object.fromEntries(origins) as Record<N, Origin>,
  };
}

/** Returns the defaults of some settings. */
export function defaultSettings<N extends SettingName>(names: readonly N[], env: Environment = {}): Pick<Settings, N> {
  return values(names, [], env, { directory: '/', home: homeFolder(env) });
}

/**
 * Reads some settings from values that a program gives, by their names; the rest are the defaults.
 *
 * @throws {SettingError} for an unknown name, or naming the value and the accepted values
 */
export function givenSettings<N extends SettingName>(
  names: readonly N[],
  given: Readonly<Record<string, unknown>>,
): Pick<Settings, N> {
  const unknown = Object.keys(given).find((name) => !names.includes(name as N));
  if (unknown !== undefined)
    throw new SettingError(`settings.${unknown} is no setting; give one of ${names.join(', ')}`);
  const layer: Layer = {
    origin: 'flag',
    find: (name) =>
      given[name] === undefined ? undefined : { input: given[name], source: `settings.${name}`, directory: '/' },
  };
  return values(names, [layer], {}, { directory: '/', home: homeFolder({}) });
}

async function configFile(layers: readonly Layer[], env: Environment, place: Place): Promise<ConfigFile> {
  const { config, ...unread } = values(settingsOf('program'), layers, env, place);
  unread satisfies NothingLeft;
  if (config !== undefined) return readConfigFile(config, true);
  const folder = baseFolder(env, 'XDG_CONFIG_HOME', '.config');
  if (folder === undefined) return { path: '', settings: new Map() };
  return readConfigFile(join(folder, 'svcapi', 'config.toml'), false);
}

function values<N extends SettingName>(names: readonly N[], layers: readonly Layer[], env: Environment, place: Place) {
  const found = names.map((name) => [name, value(name, layers, env, place)] as const);
  return Object.freeze(Object.fromEntries(found)) as Pick<Settings, N>;
}

function value(name: SettingName, layers: readonly Layer[], env: Environment, place: Place): unknown {
  const { type, fallback, secret }: Setting<unknown> = settings[name] as Setting<unknown>;
  for (const layer of layers) {
    const given = layer.find(name);
    if (given) return accept(given, type, secret, place);
  }
  return fallback.of(env, (other) => value(other as SettingName, layers, env, place));
}

function originOf(name: SettingName, layers: readonly Layer[]): Origin {
  return layers.find((layer) => layer.find(name) !== undefined)?.origin ?? 'default';
}

function accept(given: Given, type: SettingType<unknown>, secret: boolean, place: Place): unknown {
  const accepted = type.read(given.input, { ...place, directory: given.directory });
  if (accepted !== undefined) return accepted;
  const shown = secret ? 'not valid' : `“${spell(given.input)}”`;
  throw new SettingError(`${given.source} is ${shown}; give ${type.accepted}`);
}

/** Returns a value for a message; the password of an address is masked. */
function spell(input: unknown): string {
  const text = typeof input === 'string' ? input : JSON.stringify(input);
  return text.replace(/(:\/\/[^/?#\s:@]*):[^/?#\s]*@/g, '$1:***@');
}

function flags({ flags: given, cwd }: Sources): Layer {
  return {
    origin: 'flag',
    find(name) {
      const found = given.get(name);
      return found && { input: found.input, source: found.flag, directory: cwd };
    },
  };
}

/** Returns true for the address of a linked container or Service, in place of a port. */
export function isLink(value: string | undefined): boolean {
  return value !== undefined && /^(tcp|udp):\/\//.test(value);
}

function variables({ env, cwd }: Sources): Layer {
  return {
    origin: 'variable',
    find(name) {
      const input = settings[name].sources.includes('variable') ? env[variableOf(name)] : undefined;
      // Kubernetes sets SVCAPI_PORT=tcp://… for a Service that is called svcapi.
      if (name === 'port' && isLink(input)) return undefined;
      return input ? { input, source: variableOf(name), directory: cwd } : undefined;
    },
  };
}

function fileLayer({ path, settings: given }: ConfigFile): Layer {
  return {
    origin: 'file',
    find(name) {
      const input = given.get(name);
      return input === undefined ? undefined : { input, source: `${keyOf(name)} in ${path}`, directory: dirname(path) };
    },
  };
}
