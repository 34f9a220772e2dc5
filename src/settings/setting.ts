import type { SettingType } from './setting-type.js';

/**
 * The commands that read a setting: all of them, those that open the database, `token create`, `serve`, or those that
 * call a server.
 */
export type SettingGroup = 'program' | 'store' | 'token' | 'serve' | 'client';

/** The sources of a setting, the strongest first. */
export type SettingSource = 'flag' | 'variable' | 'file';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A default that depends on the environment or on another setting, and its text in the documents. */
export interface Derived<T> {
  of(env: Environment, other: (name: string) => unknown): T;
  shown: string;
}

/** One row of the table of settings. */
export interface Setting<T, G extends SettingGroup = SettingGroup> {
  group: G;
  type: SettingType<Exclude<T, undefined>>;
  fallback: Derived<T>;
  description: string;
  sources: readonly SettingSource[];
  /** True when messages must not show its value. */
  secret: boolean;
}

/** Properties that few settings have. */
interface Rare {
  sources?: readonly SettingSource[];
  secret?: boolean;
}

/** Defines a setting that always has a value. */
export function setting<T extends {}, G extends SettingGroup>(
  group: G,
  type: SettingType<T>,
  fallback: NoInfer<T> | Derived<NoInfer<T>>,
  description: string,
  rare: Rare = {},
): Setting<T, G> {
  return {
    ...optional(group, type, description, rare),
    fallback: isDerived(fallback) ? fallback : constant(type, fallback),
  };
}

/** Defines a setting without a default. */
export function optional<T extends {}, G extends SettingGroup>(
  group: G,
  type: SettingType<T>,
  description: string,
  rare: Rare = {},
): Setting<T | undefined, G> & { type: SettingType<T> } {
  const fallback = { of: () => undefined, shown: '' };
  return { group, type, fallback, description, sources: ['flag', 'variable', 'file'], secret: false, ...rare };
}

function isDerived<T>(fallback: T | Derived<T>): fallback is Derived<T> {
  return typeof fallback === 'object' && fallback !== null && 'of' in fallback;
}

function constant<T>(type: SettingType<T>, value: T): Derived<T> {
  return { of: () => value, shown: type.show?.(value) ?? String(value) };
}
