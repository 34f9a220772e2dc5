import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { nearest } from '../nearest.js';
import { type SettingName, type Settings, settings } from './index.js';
import {
  baseFolder,
  type Environment,
  homeFolder,
  keyOf,
  type Place,
  type Setting,
  SettingError,
  variableOf,
} from './setting.js';

export interface Sources {
  flags: ReadonlyMap<SettingName, { flag: string; input: unknown }>;
  env: Environment;
  cwd: string;
}

export type Origin = 'flag' | 'variable' | 'file' | 'default';

/** Relative paths start from `directory`; `source` is for messages. */
interface Given {
  origin: Exclude<Origin, 'default'>;
  input: unknown;
  source: string;
  directory: string;
}

type Layer = (name: SettingName) => Given | undefined;

/** Reads each setting from the first of flag, variable, config file and default. An empty variable is unset. @throws {SettingError} */
export async function readSettings<N extends SettingName>(
  names: readonly N[],
  { flags, env, cwd: directory }: Sources,
): Promise<{ settings: Pick<Settings, N>; origins: Record<N, Origin> }> {
  const ofFlags: Layer = (name) => {
    const given = flags.get(name);
    return given && { origin: 'flag', input: given.input, source: given.flag, directory };
  };
  const ofVariables: Layer = (name) => {
    const source = variableOf(name);
    const input = settings[name].sources.includes('variable') ? env[source] : undefined;
    // Kubernetes sets SVCAPI_PORT=tcp://… for a Service named svcapi.
    return !input || (name === 'port' && isLink(input)) ? undefined : { origin: 'variable', input, source, directory };
  };
  const layers = [ofFlags, ofVariables, await fileLayer([ofFlags, ofVariables], env)];
  const origins = names.map((name) => [name, find(name, layers)?.origin ?? 'default']);
  return { settings: values(names, layers, env), origins: Object.fromEntries(origins) };
}

function find(name: SettingName, layers: readonly Layer[]): Given | undefined {
  return layers.map((layer) => layer(name)).find((given) => given !== undefined);
}

function isLink(value: string | undefined): boolean {
  return value !== undefined && /^(tcp|udp):\/\//.test(value);
}

/** Reads settings that a program gives; the rest are the defaults. @throws {SettingError} */
export function givenSettings<N extends SettingName>(
  names: readonly N[],
  given: Readonly<Record<string, unknown>> = {},
): Pick<Settings, N> {
  const unknown = Object.keys(given).find((name) => !names.includes(name as N));
  if (unknown !== undefined)
    throw new SettingError(`settings.${unknown} is not a setting; give one of ${names.join(', ')}`);
  const layer: Layer = (name) =>
    given[name] === undefined
      ? undefined
      : { origin: 'flag', input: given[name], source: `settings.${name}`, directory: '/' };
  return values(names, [layer], {});
}

async function fileLayer(stronger: readonly Layer[], env: Environment): Promise<Layer> {
  const { config } = values(['config'], stronger, env);
  const folder = baseFolder(env, 'XDG_CONFIG_HOME', '.config');
  const standard = folder && join(folder, 'svcapi', 'config.toml');
  const path = config ?? (standard && existsSync(standard) ? standard : undefined);
  const given = path === undefined ? new Map() : await (await import('./config-file.js')).readConfigFile(path);
  const directory = dirname(path ?? '');
  return (name) =>
    given.has(name)
      ? { origin: 'file', input: given.get(name), source: `${keyOf(name)} in ${path}`, directory }
      : undefined;
}

function values<N extends SettingName>(names: readonly N[], layers: readonly Layer[], env: Environment) {
  const place: Place = { directory: '/', home: homeFolder(env) };
  const value = (name: SettingName): unknown => {
    const { type, fallback, secret } = settings[name] as Setting<unknown>;
    const given = find(name, layers);
    if (!given) return fallback.of(env, (other) => value(other as SettingName));
    const accepted = type.read(given.input, { ...place, directory: given.directory });
    if (accepted !== undefined) return accepted;
    throw new SettingError(
      `${given.source} is ${secret ? 'not valid' : `“${spell(given.input)}”`}; give ${type.accepted}`,
    );
  };
  return Object.freeze(Object.fromEntries(names.map((name) => [name, value(name)]))) as Pick<Settings, N>;
}

/** Masks the password of an address. */
function spell(input: unknown): string {
  const text = typeof input === 'string' ? input : JSON.stringify(input);
  return text.replace(/(:\/\/[^/?#\s:@]*):[^/?#\s]*@/g, '$1:***@');
}

const PREFIX = 'SVCAPI_';

/** Kubernetes sets these for a Service named svcapi. */
const LINK = /^SVCAPI_(SERVICE_(HOST|PORT)|PORT_\d+_(TCP|UDP))/;

/** Returns variables that resemble settings, each with the one that was probably meant. */
export function unknownVariables(env: Environment): { name: string; meant: string | undefined }[] {
  const known = Object.entries(settings)
    .filter(([, { sources }]) => sources.includes('variable'))
    .map(([name]) => variableOf(name).slice(PREFIX.length))
    .concat('PAGER');
  return Object.keys(env)
    .filter((name) => name.startsWith(PREFIX) && !known.includes(name.slice(PREFIX.length)) && !LINK.test(name))
    .map((name) => {
      const meant = nearest(name.slice(PREFIX.length), known);
      return { name, meant: meant && PREFIX + meant };
    });
}
