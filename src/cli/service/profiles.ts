import { didYouMean } from '../../settings/nearest.js';
import type { Origin, Profile } from '../../settings/read.js';
import { CliError } from '../cli-error.js';
import type { Context } from '../context.js';
import { type Credentials, type CredentialsFile, DEFAULT_PROFILE, storeCredentials } from './credentials.js';

/** A profile, with what the config file and `svcapi login` know of it. */
export interface KnownProfile {
  name: string;
  /** The source of its choice; `default` when nothing has chosen one. */
  origin: Origin;
  /** Its address in the config file or, else, that of `svcapi login`; undefined when it has none. */
  address: string | undefined;
  /** The address and the token that `svcapi login` has stored. */
  stored: Credentials | undefined;
}

/** Returns the names of all profiles, those of the config file first. */
export function profileNames({ tables }: Profile, { profiles }: CredentialsFile): string[] {
  return [...new Set([...tables.keys(), ...profiles.keys()])];
}

/** Returns the message for a profile that does not exist, with the nearest one, or else the next step. */
export function unknownProfile(name: string, names: readonly string[], next: string): string {
  return `there is no profile “${name}”${didYouMean(name, names) || `; ${next}`}`;
}

/**
 * Deletes what is stored for a profile, and says so.
 *
 * @throws {CliError} when nothing is stored for it
 */
export async function forgetProfile(
  context: Context,
  file: CredentialsFile,
  { name = DEFAULT_PROFILE, tables }: Pick<Profile, 'name' | 'tables'>,
): Promise<void> {
  if (!file.profiles.delete(name)) {
    const meant = tables.has(name)
      ? '; its settings are in the config file: delete them there'
      : didYouMean(name, file.profiles.keys());
    throw new CliError('not_found', `nothing is stored for the profile “${name}”${meant}`);
  }
  const isUsed = file.used === name;
  await storeCredentials(context, isUsed ? { ...file, used: undefined } : file);
  context.info(`Deleted the token of the profile “${name}”. It stays valid until it expires or is revoked.`);
  if (isUsed) context.info(`The profile “${DEFAULT_PROFILE}” is used from now on.`);
}
