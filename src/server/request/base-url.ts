import type { StepContext } from '../context.js';

const HOST = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;

/**
 * Returns the URL that the links of an answer begin with: the public one of the settings, otherwise the one of the Host
 * header, if that is valid.
 */
export function baseUrl(ctx: StepContext, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl;
  const host = ctx.get('Host');
  if (HOST.test(host)) return `http://${host}`;
  const { localAddress = '127.0.0.1', localPort = 80 } = ctx.req.socket;
  return `http://${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
}
