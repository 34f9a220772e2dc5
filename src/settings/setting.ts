import { isAbsolute, join, resolve, sep } from 'node:path';

/** Strongest first. */
export type SettingSource = 'flag' | 'variable' | 'file';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A default that depends on the environment or another setting; `shown` is its text in the documents. */
export interface Derived<T> {
  of(env: Environment, other: (name: string) => unknown): T;
  shown: string;
}

export interface Setting<T> {
  type: SettingType<Exclude<T, undefined>>;
  fallback: Derived<T>;
  description: string;
  sources: readonly SettingSource[];
  secret: boolean;
}

type Rare = Partial<Pick<Setting<unknown>, 'sources' | 'secret'>>;

export function setting<T extends {}>(
  type: SettingType<T>,
  fallback: NoInfer<T> | Derived<NoInfer<T>>,
  description: string,
  rare: Rare = {},
): Setting<T> {
  const derived = isDerived(fallback)
    ? fallback
    : { of: () => fallback, shown: type.show?.(fallback) ?? String(fallback) };
  return { ...optional(type, description, rare), fallback: derived };
}

export function optional<T extends {}>(
  type: SettingType<T>,
  description: string,
  rare: Rare = {},
): Setting<T | undefined> & { type: SettingType<T> } {
  const fallback = { of: () => undefined, shown: '' };
  return { type, fallback, description, sources: ['flag', 'variable', 'file'], secret: false, ...rare };
}

function isDerived<T>(fallback: T | Derived<T>): fallback is Derived<T> {
  return typeof fallback === 'object' && fallback !== null && 'of' in fallback;
}

export function keyOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

export function flagOf(name: string): string {
  return `--${keyOf(name)}`;
}

/** Returns `SVCAPI_RATE_LIMIT` for `rateLimit`. */
export function variableOf(name: string): string {
  return `SVCAPI_${keyOf(name).replaceAll('-', '_').toUpperCase()}`;
}

/** A wrong setting; the message names the source, the value and the accepted values. */
export class SettingError extends Error {
  override name = 'SettingError';
}

export interface Place {
  directory: string;
  /** The folder that `~/` stands for. */
  home: string | undefined;
}

export interface SettingType<T> {
  /** Empty for a switch. */
  placeholder: string;
  /** The accepted values, as the end of “give …”. */
  accepted: string;
  choices?: readonly string[];
  /** Returns undefined for a value that is not accepted. */
  read(input: unknown, place: Place): T | undefined;
  show?(value: T): string;
}

export function text(placeholder: string, accepted: string, form: Pick<RegExp, 'test'>): SettingType<string> {
  return {
    placeholder,
    accepted,
    read: (input) => (typeof input === 'string' && form.test(input) ? input : undefined),
  };
}

export function oneOf<const W extends string>(placeholder: string, words: readonly W[]): SettingType<W> {
  return {
    placeholder,
    accepted: words.length === 1 ? `${words[0]}` : `one of ${words.join(', ')}`,
    choices: words,
    read: (input) => words.find((word) => word === input),
  };
}

export function whole(placeholder: string, from: number, to: number): SettingType<number> {
  return {
    placeholder,
    accepted: `a whole number from ${from} to ${to}`,
    read(input) {
      const number = typeof input === 'string' && /^\d{1,15}$/.test(input) ? Number(input) : input;
      return typeof number === 'number' && Number.isSafeInteger(number) && number >= from && number <= to
        ? number
        : undefined;
    },
  };
}

const UNITS = { s: 1, m: 60, h: 3600, d: 86_400 } as const;

/** A duration in seconds, or with a unit such as `24h`. */
export function duration(from: number, to: number): SettingType<number> {
  const seconds = whole('', from, to);
  return {
    placeholder: 'duration',
    accepted: `seconds, or a number with s, m, h or d such as 90s or 24h, from ${spell(from)} to ${spell(to)}`,
    read(input, place) {
      const match = typeof input === 'string' ? /^(\d{1,9})([smhd])$/.exec(input) : null;
      return seconds.read(match ? Number(match[1]) * UNITS[match[2] as keyof typeof UNITS] : input, place);
    },
    show: spell,
  };
}

function spell(seconds: number): string {
  const units = seconds > 2 * UNITS.d ? (['d', 'h', 'm'] as const) : (['h', 'm'] as const);
  const unit = units.find((name) => seconds >= UNITS[name] && seconds % UNITS[name] === 0) ?? 's';
  return `${seconds / UNITS[unit]}${unit}`;
}

export const toggle: SettingType<boolean> = {
  placeholder: '',
  accepted: 'true or false',
  read(input) {
    if (input === true || input === 'true' || input === '1') return true;
    if (input === false || input === 'false' || input === '0') return false;
    return undefined;
  },
};

export function list<T>(item: SettingType<T>): SettingType<readonly T[]> {
  return {
    placeholder: `${item.placeholder},…`,
    accepted: `${item.accepted}; several are separated by commas`,
    read(input, place) {
      const parts = typeof input === 'string' ? input.split(',').map((part) => part.trim()) : input;
      if (!Array.isArray(parts)) return undefined;
      const values = parts.filter((part) => part !== '').map((part) => item.read(part, place));
      return values.includes(undefined) ? undefined : Object.freeze(values as T[]);
    },
  };
}

/** A path. `~/` and relative paths become absolute; the words of `reserved` stay. */
export function path(placeholder: string, accepted: string, reserved: readonly string[] = []): SettingType<string> {
  return {
    placeholder,
    accepted,
    read(input, { directory, home }) {
      if (typeof input !== 'string' || input === '' || input.includes('\0')) return undefined;
      if (reserved.includes(input)) return input;
      if (!input.startsWith('~/') && !input.startsWith(`~${sep}`)) return resolve(directory, plainPath(input));
      return home && join(home, input.slice(2));
    },
  };
}

const OF_WINDOWS = { XDG_CONFIG_HOME: 'APPDATA', XDG_DATA_HOME: 'LOCALAPPDATA' } as const;

/** Returns an XDG base directory, or that of Windows; XDG ignores relative paths. Returns undefined without a home. */
export function baseFolder(
  env: Environment,
  variable: keyof typeof OF_WINDOWS,
  fallback: string,
  platform = process.platform,
): string | undefined {
  const folder = env[variable];
  if (folder !== undefined && isAbsolute(folder)) return folder;
  const ofWindows = platform === 'win32' ? env[OF_WINDOWS[variable]] : undefined;
  if (ofWindows) return ofWindows;
  const home = homeFolder(env, platform);
  return home && join(home, fallback);
}

/** Returns HOME or the user database's folder. An empty or relative HOME would put secrets into the working directory. */
export function homeFolder({ HOME, USERPROFILE }: Environment, platform = process.platform): string | undefined {
  if (HOME !== undefined && isAbsolute(HOME)) return HOME;
  if (platform === 'win32' && USERPROFILE) return USERPROFILE;
  try {
    // Loading it takes longer than the rest.
    const { homedir } = process.getBuiltinModule('node:os').userInfo();
    return isAbsolute(homedir) ? homedir : undefined;
  } catch {
    return undefined;
  }
}

/** Removes the prefix of a verbatim path of Windows, whose real path Node.js does not find. */
function plainPath(input: string): string {
  return sep === '\\' ? input.replace(/^\\\\\?\\(?=[a-z]:)/i, '') : input;
}
