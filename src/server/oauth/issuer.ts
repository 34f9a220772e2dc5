import { withoutSlashes } from '../../domain/text.js';
import type { StepContext } from '../state.js';

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
