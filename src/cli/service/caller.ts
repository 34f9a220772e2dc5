import { Caller } from '../../client/caller.js';
import type { TokenSource } from '../../client/renewed-token.js';
import type { Context } from '../context.js';
import { httpTransport } from './http-transport.js';
import type { Service } from './service.js';
import { traced } from './trace.js';

/** The parts of a service that a caller needs. */
export type Address = Pick<Service, 'url' | 'timeout' | 'trace'>;

/** Further parts of a caller. */
export interface CallerParts {
  tokens?: TokenSource;
  signal?: AbortSignal | undefined;
  maxBytes?: number;
}

/** Creates a caller of a service. */
export function createCaller(
  context: Context,
  { url, timeout, trace }: Address,
  { tokens, signal, maxBytes }: CallerParts = {},
): Caller {
  return new Caller({
    baseUrl: url,
    transport: trace ? traced(httpTransport, context) : httpTransport,
    tokens,
    userAgent: 'svcapi',
    timeout: timeout * 1000,
    maxBytes,
    signal,
    clock: { now: () => context.io.now(), sleep: (milliseconds, signal) => context.io.sleep(milliseconds, signal) },
  });
}
