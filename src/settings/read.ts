import { dirname, join } from 'node:path';
import { readConfigFile } from './config-file.js';
import { baseFolder, homeFolder } from './folders.js';
import { type NothingLeft, type SettingName, type Settings, settings, settingsOf } from './index.js';
import { type Environment, keyOf, type Place, type Setting, SettingError, variableOf } from './setting.js';

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

/** A value as given, with the name of its source for messages and the folder that relative paths start from. */
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
 * Reads some settings, each from the strongest source that gives it: flag, environment, config file, default. An empty variable
 * counts as unset.
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
  { flags, env, cwd }: Sources,
): Promise<{ settings: Pick<Settings, N>; origins: Record<N, Origin> }> {
  const flagLayer: Layer = {
    origin: 'flag',
    find(name) {
      const given = flags.get(name);
      return given && { input: given.input, source: given.flag, directory: cwd };
    },
  };
  const variableLayer: Layer = {
    origin: 'variable',
    find(name) {
      const input = settings[name].sources.includes('variable') ? env[variableOf(name)] : undefined;
      // Kubernetes sets SVCAPI_PORT=tcp://… for a Service that is called svcapi.
      return !input || (name === 'port' && isLink(input))
        ? undefined
        : { input, source: variableOf(name), directory: cwd };
    },
  };
  const layers = [flagLayer, variableLayer, await fileLayer([flagLayer, variableLayer], env)];
  const origins = names.map((name) => [name, layers.find((layer) => layer.find(name))?.origin ?? 'default']);
  return { settings: values(names, layers, env), origins: Object.fromEntries(origins) };
}

/** Returns true for the address of a linked container or Service, in place of a port. */
export function isLink(value: string | undefined): boolean {
  return value !== undefined && /^(tcp|udp):\/\//.test(value);
}

/** Returns the defaults of some settings. */
export function defaultSettings<N extends SettingName>(names: readonly N[], env: Environment = {}): Pick<Settings, N> {
  return values(names, [], env);
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
  const find = (name: SettingName) =>
    given[name] === undefined ? undefined : { input: given[name], source: `settings.${name}`, directory: '/' };
  return values(names, [{ origin: 'flag', find }], {});
}

async function fileLayer(stronger: readonly Layer[], env: Environment): Promise<Layer> {
  const { config, ...unread } = values(settingsOf('program'), stronger, env);
  unread satisfies NothingLeft;
  const folder = baseFolder(env, 'XDG_CONFIG_HOME', '.config');
  const path = config ?? (folder && join(folder, 'svcapi', 'config.toml'));
  const given = path === undefined ? new Map() : await readConfigFile(path, config !== undefined);
  return {
    origin: 'file',
    find: (name) =>
      given.has(name)
        ? { input: given.get(name), source: `${keyOf(name)} in ${path}`, directory: dirname(path ?? '') }
        : undefined,
  };
}

function values<N extends SettingName>(names: readonly N[], layers: readonly Layer[], env: Environment) {
  const place: Place = { directory: '/', home: homeFolder(env) };
  const value = (name: SettingName): unknown => {
    const { type, fallback, secret } = settings[name] as Setting<unknown>;
    const given = layers.map((layer) => layer.find(name)).find((found) => found !== undefined);
    if (!given) return fallback.of(env, (other) => value(other as SettingName));
    const accepted = type.read(given.input, { ...place, directory: given.directory });
    if (accepted !== undefined) return accepted;
    throw new SettingError(
      `${given.source} is ${secret ? 'not valid' : `“${spell(given.input)}”`}; give ${type.accepted}`,
    );
  };
  return Object.freeze(Object.fromEntries(names.map((name) => [name, value(name)]))) as Pick<Settings, N>;
}

/** Returns a value for a message; the password of an address is masked. */
function spell(input: unknown): string {
  const text = typeof input === 'string' ? input : JSON.stringify(input);
  return text.replace(/(:\/\/[^/?#\s:@]*):[^/?#\s]*@/g, '$1:***@');
}
