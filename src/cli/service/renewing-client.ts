import { Client } from '../../client/client.js';
import { ServiceError } from '../../client/errors.js';
import type { Context } from '../context.js';
import type { Service } from './service.js';
import type { GivenToken } from './token-source.js';
import { traceTo } from './trace.js';

/** Calls a service. */
export type WithClient = <T>(work: (client: Client) => Promise<T>) => Promise<T>;

/**
 * Creates the client of a service. A token from a sign-in is renewed when it has expired, or when the service refuses it: the
 * clock of the user can be wrong, and a command can take longer than its token lives. The refused call is sent again.
 *
 * @param signal aborts calls; its reason is thrown
 */
export function renewingClient(service: Service, context: Context, signal?: AbortSignal): WithClient {
  const { url, timeout, trace } = service;
  const create = (token: GivenToken | undefined) => {
    const observe = trace ? traceTo(context, token?.token) : undefined;
    return { token, client: new Client({ url, token: token?.token, timeout: timeout * 1000, signal, observe }) };
  };
  let current = create(service.token);
  let renewal: Promise<void> | undefined;

  /** Calls that meet the same old token at once wait for one renewal. */
  async function replace(old: GivenToken): Promise<void> {
    if (current.token !== old) return;
    renewal ??= renew(old).finally(() => {
      renewal = undefined;
    });
    await renewal;
  }

  async function renew(old: GivenToken): Promise<void> {
    const { renew } = await import('../sign-in/renew.js');
    current = create(await renew(context, service, old, signal));
  }

  return async (work) => {
    const { token } = current;
    if (token?.isRenewable !== true) return work(current.client);
    if (token.expiresAt !== undefined && token.expiresAt <= context.now()) {
      await replace(token);
      return work(current.client);
    }
    try {
      return await work(current.client);
    } catch (error) {
      if (!(error instanceof ServiceError && error.status === 401)) throw error;
      await replace(token);
      return work(current.client);
    }
  };
}
