import { type NothingLeft, settingsOf } from '../../settings.js';
import { usageError } from '../cli-error.js';
import type { CliCommand } from '../command.js';
import type { Context } from '../context.js';
import { type Credentials, DEFAULT_PROFILE, readCredentials } from './credentials.js';
import { type GivenToken, givenToken } from './token-source.js';

/** The service of a command, with the token and the way to call it. */
export interface Service {
  /** The name of the profile, also of the default one. */
  profile: string;
  url: string;
  token: GivenToken | undefined;
  /** A stored token that is not sent, since it belongs to another origin. */
  withheld: { profile: string; origin: string } | undefined;
  /** Seconds. */
  timeout: number;
  retry: boolean;
}

/**
 * Finds the service of the settings.
 *
 * @throws {SettingError | CliError} for an invalid setting, an invalid token file or an unknown profile
 */
export async function findService(context: Context, command: CliCommand): Promise<Service> {
  const { name, isConfigured } = await context.profile(command);
  const profile = name ?? DEFAULT_PROFILE;
  const stored = await readCredentials(context, profile);
  if (name !== undefined && !isConfigured && !stored) {
    throw usageError(`there is no profile “${name}”; create it with svcapi login --profile ${name} --url ADDRESS`);
  }
  const settings = await serviceSettings(context, command, stored);
  const { url, timeout, retry, token: given, tokenFile, profile: _, ...unread } = settings;
  unread satisfies NothingLeft;
  const token = await givenToken(context, command, { token: given, tokenFile });
  if (token || !stored) return { profile, url, token, withheld: undefined, timeout, retry };
  const { origin } = new URL(stored.url);
  return origin === new URL(url).origin
    ? { profile, url, token: { token: stored.token, source: 'profile' }, withheld: undefined, timeout, retry }
    : { profile, url, token: undefined, withheld: { profile, origin }, timeout, retry };
}

/** Reads the settings of a service. A stored address counts as a setting of the profile. */
export function serviceSettings(context: Context, command: CliCommand, stored: Credentials | undefined) {
  return context.settings(command, settingsOf('client'), stored && new Map([['url', stored.url]]));
}
