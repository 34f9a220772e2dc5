import type { StepContext } from '../state.js';

/** The setting of the address that clients know the service by. */
export interface AddressOptions {
  /** The URL of the service for its clients; without it, the one that a request came in on. */
  publicUrl?: string | undefined;
}

const HOST = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;

/**
 * Returns the URL that the links of an answer begin with: the public one of the settings, otherwise the one of the
 * host that was asked for, if that is valid. Its scheme is https if a trusted proxy reports so.
 */
export function baseUrl(ctx: StepContext, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl;
  const scheme = ctx.state.isHttps ? 'https' : 'http';
  const { host } = ctx.state;
  if (HOST.test(host)) return `${scheme}://${host}`;
  const { localAddress = '127.0.0.1', localPort = 80 } = ctx.req.socket;
  return `${scheme}://${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
}
