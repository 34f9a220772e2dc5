import { withoutSlashes } from '../../domain/text.js';
import type { StepContext } from '../state.js';

export interface AddressOptions {
  /** By default the URL that a request came in on. */
  publicUrl?: string | undefined;
}

const HOST = /^(?:[\w-]+(?:\.[\w-]+)*\.?|\[[\dA-Fa-f:.]+\])(?::\d{0,5})?$/;

/** Returns true for a host name or an IP address, with or without a port. RFC 9112, section 3.2. */
export function isHost(text: string): boolean {
  // Of a URL, a name that ends with a number must be an IPv4 address (URL Standard, section 3.5).
  return HOST.test(text) && URL.canParse(`http://${text}`);
}

export function baseUrl(ctx: StepContext, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl;
  const scheme = ctx.state.isHttps ? 'https' : 'http';
  const { host } = ctx.state;
  if (host !== '') return `${scheme}://${host}`;
  const { localAddress = '127.0.0.1', localPort = 80 } = ctx.req.socket;
  return `${scheme}://${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
}

/** Names that no other host can have, with or without a port. */
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;

/**
 * Returns the issuer identifier (RFC 8414, section 2), such as `https://galaxy.example.org/space`. Without a public URL, only a
 * loopback Host header is trusted: redirects and the URLs in discovery follow from it.
 */
export function issuerOf(ctx: StepContext, publicUrl: string | undefined): string | undefined {
  if (publicUrl !== undefined) return publicIssuer(publicUrl);
  const host = ctx.state.host.toLowerCase();
  return LOOPBACK.test(host) ? new URL(`http://${host}`).origin : undefined;
}

export function publicIssuer(publicUrl: string): string {
  const { origin, pathname } = new URL(publicUrl);
  return origin + withoutSlashes(pathname);
}

/** Returns the path that a proxy adds: empty, or such as `/space`. */
export function prefixOf(issuer: string): string {
  return withoutSlashes(new URL(issuer).pathname);
}
