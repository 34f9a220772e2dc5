import type { Origin } from '../../settings/read.js';
import { flagOf, keyOf, variableOf } from '../../settings/setting.js';
import { type CliError, usageError } from '../cli-error.js';
import type { Context } from '../context.js';
import type { KnownProfile } from './profiles.js';
import { type GivenToken, readTokenFile, storedToken } from './token-source.js';

/** The settings that determine a token, with the source of each. */
export interface TokenSettings {
  token: string | undefined;
  tokenFile: string | undefined;
  url: string;
  origins: Record<'url' | 'tokenFile', Origin>;
  profile: KnownProfile;
}

/** The token of a call. */
export interface ChosenToken {
  token: GivenToken | undefined;
  /** A token of the profile that is not sent, since it belongs to another origin. */
  withheld: { profile: string; origin: string } | undefined;
}

/** A token that could be sent. */
interface Candidate {
  read(): GivenToken | Promise<GivenToken>;
}

/** The token of a profile. */
interface OwnToken extends Candidate {
  /** The address that it belongs to; undefined when the profile has none. */
  address: string | undefined;
}

/** A token of the environment or of the whole config file. */
interface SharedToken extends Candidate {
  source: string;
  isInFile: boolean;
}

/**
 * Chooses a token that belongs to the address of a call (decision 21).
 *
 * - `--token-file` is meant for this very call.
 * - The token of a profile goes to the origin of the profile. One that is named by flag is the first choice.
 * - SVCAPI_TOKEN, and a token file that no profile names, go to an address that is no profile's.
 *
 * @throws {CliError} when a token of the environment would go to the address of a profile, with the next step
 */
export async function chooseToken(context: Context, settings: TokenSettings): Promise<ChosenToken> {
  const { tokenFile, url, origins, profile } = settings;
  const send = async (candidate: Candidate) => ({ token: await candidate.read(), withheld: undefined });
  if (origins.tokenFile === 'flag' && tokenFile !== undefined) {
    return { token: await readTokenFile(context, tokenFile), withheld: undefined };
  }

  const own = ownToken(context, settings);
  const shared = sharedToken(context, settings);
  const isOfProfile = origins.url === 'profile' || origins.url === 'stored';
  const elsewhere = own?.address === undefined ? undefined : otherOrigin(own.address, url);
  const sendsOwn = own !== undefined && elsewhere === undefined;

  if (sendsOwn && profile.origin === 'flag') return send(own);
  if (shared && !isOfProfile) return send(shared);
  if (shared && !(shared.isInFile && sendsOwn)) throw strayToken(shared, url, profile);
  if (sendsOwn) return send(own);
  return {
    token: undefined,
    withheld: elsewhere === undefined ? undefined : { profile: profile.name, origin: elsewhere },
  };
}

function ownToken(context: Context, { tokenFile, origins, profile }: TokenSettings): OwnToken | undefined {
  const { address, stored } = profile;
  if (origins.tokenFile === 'profile' && tokenFile !== undefined) {
    return { address, read: () => readTokenFile(context, tokenFile) };
  }
  return stored && { address: stored.url, read: () => storedToken(stored) };
}

function sharedToken(context: Context, { token, tokenFile, origins }: TokenSettings): SharedToken | undefined {
  const variable = variableOf('token');
  if (token !== undefined) return { source: variable, isInFile: false, read: () => ({ token, source: variable }) };
  if (tokenFile === undefined || origins.tokenFile === 'profile') return undefined;
  const isInFile = origins.tokenFile === 'file';
  const source = isInFile ? `${keyOf('tokenFile')} of the config file` : variableOf('tokenFile');
  return { source, isInFile, read: () => readTokenFile(context, tokenFile) };
}

/** Returns the origin of an address when it is not that of the call. */
function otherOrigin(address: string, url: string): string | undefined {
  const { origin } = new URL(address);
  return origin === new URL(url).origin ? undefined : origin;
}

function strayToken({ source, isInFile }: SharedToken, url: string, { name, stored }: KnownProfile): CliError {
  const flag = flagOf('url');
  const other = stored ? 'to use the stored token' : `and store one with svcapi login --profile ${name}`;
  const remove = isInFile ? 'remove it' : 'unset it';
  return usageError(
    `${source} is not sent to ${url}, the address of the profile “${name}”; ${remove} ${other}, or send it with ${flag} ${url}`,
  );
}
