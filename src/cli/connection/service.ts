import { Caller, type CallerOptions } from '../../client/caller.js';
import { type NothingLeft, type Settings, settingsOf } from '../../settings/index.js';
import type { Origin } from '../../settings/read.js';
import { flagOf, keyOf, variableOf } from '../../settings/setting.js';
import { CliError, usageError } from '../cli-error.js';
import type { CliCommand } from '../command.js';
import type { Context } from '../context.js';
import { type CredentialsFile, readCredentials, storedFor } from './credentials.js';
import { httpTransport } from './http-transport.js';
import { type GivenToken, readTokenFile, storedToken } from './token-source.js';
import { traced } from './trace.js';

/** The service of a command, with the token and the way to call it. */
export interface Service {
  url: string;
  token: GivenToken | undefined;
  /** The reason why stored tokens could not be read. It stops only calls that need one. */
  problem: string | undefined;
  /** The addresses with a stored token, none of which has the origin of the call. */
  others: readonly string[];
  /** Seconds. */
  timeout: number;
  retry: boolean;
  /** True to show requests and answers on standard error. */
  trace: boolean;
}

/**
 * Finds the service of the settings.
 *
 * @throws {SettingError | CliError} for an invalid setting, an invalid token file, several stored addresses of which none is
 * named, or a token that would go to an address that nobody named for it
 */
export async function findService(command: CliCommand): Promise<Service> {
  const { context } = command;
  const file = readCredentials(context);
  const { settings, origins, url, isStored } = await serviceSettings(command, file);
  if (origins.url === 'default' && file.problem !== undefined) throw new CliError('other', file.problem);
  const given = await givenToken(context, settings, origins.tokenFile, isStored ? url : undefined);
  const stored = storedFor(file, url);
  return {
    url,
    token: given ?? (stored && storedToken(stored[1])),
    problem: file.problem,
    others: stored ? [] : [...file.tokens.keys()],
    timeout: settings.timeout,
    retry: settings.retry,
    trace: isTraced(command, settings.debug),
  };
}

/** Returns true when `--debug` or SVCAPI_DEBUG asks for the requests and answers. */
export function isTraced(command: CliCommand, setting: Settings['debug']): boolean {
  return setting === 'api' || command.optsWithGlobals<{ debug?: true }>().debug === true;
}

/**
 * Reads the settings of a service, with the source of each. Where none names an address, it is the only stored one.
 *
 * @param isNew accept several stored addresses: another one is stored
 * @throws {SettingError | CliError} for an invalid setting, or several stored addresses
 */
export async function serviceSettings(command: CliCommand, { tokens }: CredentialsFile, { isNew = false } = {}) {
  const { settings, origins } = await command.settingsWithOrigins(settingsOf('client'));
  const { url, token, tokenFile, timeout, debug, retry, ...unread } = settings;
  unread satisfies NothingLeft;
  const [only, ...more] = origins.url === 'default' ? tokens.keys() : [];
  if (more.length > 0 && !isNew) {
    const names = [only, ...more].join(', ');
    throw usageError(
      `tokens are stored for ${names}; name one with ${flagOf('url')}, ${variableOf('url')} or the config file`,
    );
  }
  const isStored = only !== undefined && more.length === 0;
  return { settings, origins, url: isStored ? only : url, isStored };
}

/**
 * Returns the token of `--token-file`, of the environment or of the config file, if any.
 *
 * @param url the address, if it is only known from the stored tokens: no other token than that of a flag is meant for it
 */
async function givenToken(
  context: Context,
  { token, tokenFile }: Pick<Settings, 'token' | 'tokenFile'>,
  origin: Origin,
  url: string | undefined,
): Promise<GivenToken | undefined> {
  if (origin === 'flag' && tokenFile !== undefined) return readTokenFile(context, tokenFile);
  if (token === undefined && tokenFile === undefined) return undefined;
  const variable = variableOf('token');
  if (url !== undefined) {
    const file = origin === 'file' ? `${keyOf('tokenFile')} of the config file` : variableOf('tokenFile');
    throw usageError(
      `${token === undefined ? file : variable} is not sent to ${url}, which svcapi login has stored; remove it to use the ` +
        `stored token, or send it with ${flagOf('url')} ${url}`,
    );
  }
  if (token !== undefined) return { token, source: variable };
  return tokenFile === undefined ? undefined : readTokenFile(context, tokenFile);
}

/** The parts of a service that a caller needs. */
export type Address = Pick<Service, 'url' | 'timeout' | 'trace'>;

/** Creates a caller of a service. */
export function createCaller(
  context: Context,
  { url, timeout, trace }: Address,
  options: Pick<CallerOptions, 'tokens' | 'signal' | 'maxBytes'> = {},
): Caller {
  return new Caller({
    baseUrl: url,
    transport: trace ? traced(httpTransport, context) : httpTransport,
    userAgent: 'svcapi',
    timeout: timeout * 1000,
    ...options,
    clock: { now: () => context.io.now(), sleep: (milliseconds, signal) => context.io.sleep(milliseconds, signal) },
  });
}
