import { withoutSlashes } from '../../domain/text.js';
import type { StepContext } from '../state.js';

/** A name of this machine, which no other host can be called by, with or without a port. */
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;

/**
 * Returns the issuer identifier (RFC 8414, section 2), such as `https://galaxy.example.org/space`: the public address of the
 * service, or without one, the loopback address that the client calls. No other Host header is believed, since redirects and the
 * addresses in discovery follow from it.
 */
export function issuerOf(ctx: StepContext, publicUrl: string | undefined): string | undefined {
  if (publicUrl !== undefined) return publicIssuer(publicUrl);
  const host = ctx.state.host.toLowerCase();
  return LOOPBACK.test(host) ? new URL(`http://${host}`).origin : undefined;
}

/** Returns the issuer of a public address. */
export function publicIssuer(publicUrl: string): string {
  const { origin, pathname } = new URL(publicUrl);
  return origin + withoutSlashes(pathname);
}

/** Returns the path that a proxy adds before those of the service; empty, or such as `/space`. */
export function prefixOf(issuer: string): string {
  return withoutSlashes(new URL(issuer).pathname);
}
