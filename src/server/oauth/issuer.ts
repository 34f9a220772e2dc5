import { withoutSlashes } from '../../domain/text.js';
import type { StepContext } from '../state.js';

/** The address of the service, which is the issuer identifier. RFC 8414, section 2. */
export interface Issuer {
  origin: string;
  /** The path that a proxy adds before those of the service; empty, or `/space`. */
  prefix: string;
}

/** Returns the address of the service, such as `https://galaxy.example.org/space`. */
export function addressOf({ origin, prefix }: Issuer): string {
  return origin + prefix;
}

/** A name of this machine, which no other host can be called by, with or without a port. */
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;

/**
 * Returns the issuer: that of the public address of the service, or without one, the loopback address that the client calls.
 * No other Host header is believed, since redirects and the addresses in discovery follow from it.
 */
export function issuerOf(ctx: StepContext, publicUrl: string | undefined): Issuer | undefined {
  if (publicUrl !== undefined) return publicIssuer(publicUrl);
  const host = ctx.state.host.toLowerCase();
  return LOOPBACK.test(host) ? { origin: new URL(`http://${host}`).origin, prefix: '' } : undefined;
}

/** Returns the issuer of a public address. */
export function publicIssuer(publicUrl: string): Issuer {
  const { origin, pathname } = new URL(publicUrl);
  return { origin, prefix: withoutSlashes(pathname) };
}
