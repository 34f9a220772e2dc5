import { Caller } from '../../client/caller.js';
import { fixedToken, RenewedToken, type TokenSource } from '../../client/tokens.js';
import type { Context } from '../context.js';
import { httpTransport } from './http-transport.js';
import type { Service } from './service.js';
import type { GivenToken } from './token-source.js';
import { traceTo } from './trace.js';

/** The parts of a service that a caller needs. */
export type Address = Pick<Service, 'url' | 'timeout' | 'trace'>;

/** Creates a caller of a service. */
export function callerOf(
  context: Context,
  { url, timeout, trace }: Address,
  { tokens, signal, maxBytes }: { tokens?: TokenSource; signal?: AbortSignal | undefined; maxBytes?: number } = {},
): Caller {
  return new Caller({
    baseUrl: url,
    transport: httpTransport,
    tokens,
    userAgent: 'svcapi',
    timeout: timeout * 1000,
    maxBytes,
    signal,
    observe: trace ? traceTo(context) : undefined,
    clock: { now: () => context.io.now(), sleep: (milliseconds, signal) => context.io.sleep(milliseconds, signal) },
  });
}

/**
 * Creates the caller of a service with its token. That of a sign-in is renewed when it has expired, or when the service refuses it:
 * the clock of the user can be wrong, and a command can take longer than its token lives.
 *
 * @param signal aborts calls; its reason is thrown
 */
export function renewingCaller(service: Service, context: Context, signal?: AbortSignal): Caller {
  return callerOf(context, service, { tokens: tokensOf(service, context, signal), signal });
}

function tokensOf(service: Service, context: Context, signal: AbortSignal | undefined): TokenSource {
  const { token } = service;
  if (token?.isRenewable !== true) return fixedToken(token?.token);
  return new RenewedToken(
    toExpiring(token),
    async ({ given }, use) => {
      const { renew } = await import('../sign-in/renew.js');
      use(toExpiring(await renew(context, service, given, signal)));
    },
    () => context.io.now(),
  );
}

function toExpiring(given: GivenToken) {
  return { accessToken: given.token, expiresAt: given.expiresAt, given };
}
