import type { Issuer } from './issuer.js';

/** The place that a person's answer goes to. */
export interface RedirectTarget {
  /** The place in words: `https://tools.example`, or `a program on this device`. */
  destination: string;
  /** The source expression that lets a form lead there by a redirect. Content Security Policy, `form-action`. */
  formTarget: string;
}

/** Returns the place that a redirect address leads to. */
export function redirectTarget(redirectUri: string, issuer: Issuer): RedirectTarget {
  const { protocol, origin } = new URL(redirectUri);
  if (origin === issuer.origin) return { destination: 'a page of this service', formTarget: origin };
  if (protocol === 'https:') return { destination: origin, formTarget: origin };
  if (protocol === 'http:') return { destination: 'a program on this device', formTarget: origin };
  return { destination: `the program on this device that opens ${protocol} addresses`, formTarget: protocol };
}
