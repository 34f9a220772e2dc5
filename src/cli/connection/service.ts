import { Caller, type CallerOptions } from '../../client/caller.js';
import type { Transport } from '../../client/transport/transport.js';
import { type Settings, settingsOf } from '../../settings/index.js';
import type { Origin } from '../../settings/read.js';
import { flagOf, keyOf, variableOf } from '../../settings/setting.js';
import type { CliCommand } from '../command.js';
import type { Context } from '../context.js';
import { usageError } from '../exit-status.js';
import { type GivenToken, readCredentials, type StoredTokens, storedFor, storedToken } from './credentials.js';
import { httpTransport } from './http-transport.js';

export interface Service {
  url: string;
  token: GivenToken | undefined;
  /** URLs with a stored token, none of the same origin as `url`. */
  others: readonly string[];
  /** Seconds. */
  timeout: number;
  retry: boolean;
  trace: boolean;
}

/** Finds the service. @throws {SettingError | CliError} also for an ambiguous URL, or a token that is meant for another URL */
export async function findService(command: CliCommand): Promise<Service> {
  const { context } = command;
  const { settings, origins, tokens, url, isStored } = await serviceSettings(command);
  const given = await givenToken(context, settings, origins.tokenFile, isStored ? url : undefined);
  const stored = storedFor(tokens, url);
  return {
    url,
    token: given ?? (stored && storedToken(stored[1])),
    others: stored ? [] : [...tokens.keys()],
    timeout: settings.timeout,
    retry: settings.retry,
    trace: isTraced(command, settings.debug),
  };
}

export function isTraced(command: CliCommand, setting: Settings['debug']): boolean {
  return setting === 'api' || command.optsWithGlobals<{ debug?: true }>().debug === true;
}

/** Reads settings and their sources. The URL defaults to the only stored one; `isNew` accepts several stored ones. */
export async function serviceSettings(command: CliCommand, { isNew = false } = {}) {
  const { settings, origins } = await command.settingsWithOrigins(settingsOf('client'));
  const { url, token, tokenFile } = settings;
  // A call with an address and a token needs no stored ones: cron may run with the home of another user.
  const isComplete = origins.url !== 'default' && (token ?? tokenFile) !== undefined;
  const tokens: StoredTokens = isComplete && !isNew ? new Map() : readCredentials(command.context);
  const [only, ...more] = origins.url === 'default' ? tokens.keys() : [];
  if (more.length > 0 && !isNew) {
    const names = [only, ...more].join(', ');
    throw usageError(
      `tokens are stored for ${names}; name one with ${flagOf('url')}, ${variableOf('url')} or the config file`,
    );
  }
  const isStored = only !== undefined && more.length === 0;
  return { settings, origins, tokens, url: isStored ? only : url, isStored };
}

/** Reads the token of the settings. Only the token of a flag is sent to a `url` from the stored tokens. */
async function givenToken(
  context: Context,
  { token, tokenFile }: Pick<Settings, 'token' | 'tokenFile'>,
  origin: Origin,
  url: string | undefined,
): Promise<GivenToken | undefined> {
  const read = async (path: string) => (await import('./token-source.js')).readTokenFile(context, path);
  if (origin === 'flag' && tokenFile !== undefined) return read(tokenFile);
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
  return tokenFile === undefined ? undefined : read(tokenFile);
}

export type Address = Pick<Service, 'url' | 'timeout' | 'trace'>;

export function createCaller(
  context: Context,
  { url, timeout, trace }: Address,
  options: Partial<CallerOptions> = {},
): Caller {
  return new Caller({
    baseUrl: url,
    transport: trace ? tracedTransport(context) : httpTransport,
    userAgent: 'svcapi',
    timeout: timeout * 1000,
    ...options,
    clock: { now: () => context.io.now(), sleep: (milliseconds, signal) => context.io.sleep(milliseconds, signal) },
  });
}

function tracedTransport(context: Context): Transport {
  const loaded = import('./trace.js').then(({ traced }) => traced(httpTransport, context));
  return async (request) => (await loaded)(request);
}
