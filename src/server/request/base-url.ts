import type { StepContext } from '../state.js';

export interface AddressOptions {
  /** By default the URL that a request came in on. */
  publicUrl?: string | undefined;
}

const HOST = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;

export function baseUrl(ctx: StepContext, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl;
  const scheme = ctx.state.isHttps ? 'https' : 'http';
  const { host } = ctx.state;
  if (HOST.test(host)) return `${scheme}://${host}`;
  const { localAddress = '127.0.0.1', localPort = 80 } = ctx.req.socket;
  return `${scheme}://${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
}
