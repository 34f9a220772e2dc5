import type { Caller } from '../../client/caller.js';
import type { MemoryStore } from '../../client/conditional/memory-store.js';
import { fixedToken, RenewedToken, type TokenSource } from '../../client/renewed-token.js';
import type { Context } from '../context.js';
import { createCaller } from './create-caller.js';
import type { Service } from './service.js';
import type { GivenToken } from './token-source.js';

/**
 * Creates the caller of a service with its token. That of a sign-in is renewed when it has expired, or when the service refuses it:
 * the clock of the user can be wrong, and a command can take longer than its token lives.
 *
 * @param signal aborts calls; its reason is thrown
 * @param answers keeps answers
 */
export function renewingCaller(
  service: Service,
  context: Context,
  { signal, answers }: { signal?: AbortSignal | undefined; answers?: MemoryStore | undefined },
): Caller {
  return createCaller(context, service, { tokens: tokensOf(service, context, signal), signal, answers });
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
