import type { CallerOptions } from '../../client/caller.js';
import { ServiceError } from '../../client/errors.js';
import type { FollowOptions } from '../../client/follow-stream.js';
import { fixedToken, renewedToken, type TokenSource } from '../../client/renewed-token.js';
import type { RawRequest } from '../../client/request.js';
import type { TransportAnswer } from '../../client/transport/transport.js';
import type { Answer, CallArguments, PayloadOf, RouteName } from '../../client/types.js';
import type { CliCommand } from '../command.js';
import type { Context } from '../context.js';
import { CliError } from '../exit-status.js';
import { addSettings } from '../input/options.js';
import type { GivenToken } from './credentials.js';
import { createCaller, findService, type Service } from './service.js';

/** After each failure the client waits longer: about 45 seconds in all, which a restart of the service takes. */
const RETRIES = 10;

export interface Connection {
  readonly url: string;
  readonly hasToken: boolean;
  /** @throws {ServiceError | Unreachable | WrongAnswer | CliError} */
  call<R extends RouteName>(route: R, ...call: CallArguments<R>): Promise<Answer<PayloadOf<R>>>;
  send(request: RawRequest): Promise<TransportAnswer>;
  /** Yields the new items of a list, and reopens a broken stream. */
  follow<Item>(request: RawRequest, options: FollowOptions): AsyncGenerator<Item>;
}

export function addConnection(command: CliCommand): CliCommand {
  return addSettings(command, 'client');
}

/** Creates a connection, and sends nothing yet. @throws {SettingError | CliError} */
export async function connect(command: CliCommand, signal?: AbortSignal): Promise<Connection> {
  return connectTo(await findService(command), command.context, signal);
}

export function connectTo(service: Service, context: Context, signal?: AbortSignal): Connection {
  const { url, token, retry } = service;
  let announce = (_error: unknown, _wait: number) => {};
  const options: Partial<CallerOptions> = {
    signal,
    retries: retry ? RETRIES : 0,
    maxRetryAfter: Number.POSITIVE_INFINITY,
    onRetry: (error, wait) => announce(error, wait),
  };
  const caller = createCaller(context, service, { ...options, tokens: tokensOf(service, context, options) });
  const explained = (error: unknown): never => {
    throw explainMissingToken(error, service);
  };
  const startAnnouncing = async () => {
    const { announceRetry } = await import('./retries.js');
    announce = (error, wait) => announceRetry(context, error, wait);
  };
  const guarded = async <T>(call: () => Promise<T>) => {
    if (retry) await startAnnouncing();
    return call().catch(explained);
  };
  return {
    url,
    hasToken: token !== undefined,
    call: (route, ...call) => guarded(() => caller.call(route, ...call)),
    send: (request) => guarded(() => caller.send(request)),
    async *follow<Item>(request: RawRequest, options: FollowOptions) {
      // A stream is reopened also without --retry.
      await startAnnouncing();
      try {
        yield* caller.follow<Item>(request, options);
      } catch (error) {
        explained(error);
      }
    },
  };
}

function explainMissingToken(error: unknown, { url, others }: Service): unknown {
  if (!(error instanceof ServiceError && error.code === 'token_missing')) return error;
  if (others.length === 0) return error;
  return new CliError(
    'token',
    `this needs a token; those that are stored for ${others.join(', ')} are not sent to ${new URL(url).origin}: use ` +
      `svcapi login --url ${url}, or SVCAPI_TOKEN`,
  );
}

/** Renews a sign-in on expiry or refusal: the user's clock may be wrong, or the command may outlive its token. */
function tokensOf(service: Service, context: Context, options: Partial<CallerOptions>): TokenSource {
  const { token } = service;
  if (token?.isRenewable !== true) return fixedToken(token?.token);
  const toExpiring = (given: GivenToken) => ({ accessToken: given.token, expiresAt: given.expiresAt, given });
  return renewedToken(
    toExpiring(token),
    async ({ given }, use) => {
      const { renew } = await import('./oauth-client.js');
      use(toExpiring(await renew(context, service, given, options)));
    },
    () => context.io.now(),
  );
}
