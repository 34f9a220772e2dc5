import { type NothingLeft, type SettingName, type Settings, settingsOf } from '../../settings/index.js';
import type { Origin } from '../../settings/read.js';
import { CliError, usageError } from '../cli-error.js';
import type { CliCommand } from '../command.js';
import { type ChosenToken, chooseToken } from './choose-token.js';
import { type CredentialsFile, DEFAULT_PROFILE, readCredentials } from './credentials.js';
import { type KnownProfile, profileNames, unknownProfile } from './profiles.js';

/** The service of a command, with the token and the way to call it. */
export interface Service extends ChosenToken {
  /** The name of the profile, also of the default one. */
  profile: string;
  url: string;
  /** The reason why stored tokens could not be read. It stops only calls that need one. */
  problem: string | undefined;
  /** Seconds. */
  timeout: number;
  retry: boolean;
  /** True to show requests and answers on standard error. */
  trace: boolean;
}

/**
 * Finds the service of the settings.
 *
 * @throws {SettingError | CliError} for an invalid setting, an invalid token file, an unknown profile, or a token that would go
 *   to an address that it does not belong to
 */
export async function findService(command: CliCommand): Promise<Service> {
  const { context } = command;
  const file = readCredentials(context);
  const { settings, origins, profile } = await serviceSettings(command, file);
  if (file.problem !== undefined && needsFile(profile, origins.url)) throw damaged(file.problem);
  const { url, timeout, retry, token, tokenFile, debug, profile: _, ...unread } = settings;
  unread satisfies NothingLeft;
  const chosen = await chooseToken(context, { token, tokenFile, url, origins, profile });
  return {
    profile: profile.name,
    url,
    ...chosen,
    problem: file.problem,
    timeout,
    retry,
    trace: isTraced(command, debug),
  };
}

/** Returns true when `--debug` or SVCAPI_DEBUG asks for the requests and answers. */
export function isTraced(command: CliCommand, setting: Settings['debug']): boolean {
  return setting === 'api' || command.optsWithGlobals<{ debug?: true }>().debug === true;
}

/**
 * Reads the settings of a service, with the source of each, and its profile. A stored address counts as a setting of the profile.
 *
 * @param isNew accept a profile that does not exist yet
 * @throws {SettingError | CliError} for an invalid setting or an unknown profile
 */
export async function serviceSettings(command: CliCommand, file: CredentialsFile, { isNew = false } = {}) {
  const chosen = await command.profile(file.used);
  const { name, origin, tables } = chosen;
  const stored = file.profiles.get(name ?? DEFAULT_PROFILE);
  if (name !== undefined && !stored && !tables.has(name) && !isNew) {
    if (file.problem !== undefined) throw damaged(file.problem);
    const next = `create it with svcapi login --profile ${name} --url ADDRESS`;
    throw usageError(unknownProfile(name, profileNames(chosen, file), next));
  }
  const given = stored && new Map<SettingName, unknown>([['url', stored.url]]);
  const read = await command.settingsWithOrigins(settingsOf('client'), given, file.used);
  const address = tables.get(name ?? '')?.get('url') ?? stored?.url;
  const profile: KnownProfile = {
    name: name ?? DEFAULT_PROFILE,
    origin: name === undefined ? 'default' : origin,
    address: typeof address === 'string' && URL.canParse(address) ? address : undefined,
    stored,
  };
  return { ...read, profile };
}

/** Returns true when the address of a call may be one that the unreadable file has. */
function needsFile({ origin }: KnownProfile, url: Origin): boolean {
  return url === 'default' || url === 'file' || (origin !== 'default' && url !== 'profile');
}

function damaged(problem: string): CliError {
  return new CliError('other', problem);
}
