import { didYouMean } from '../../nearest.js';
import type { Origin, Profile } from '../../settings/read.js';
import type { Credentials, CredentialsFile } from './credentials.js';

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
