import type { StepContext } from '../state.js';

/** The Authorization schemes: `Bearer` is the standard's, and older clients send `OAuth`. */
const SCHEME = /^(?:Bearer|OAuth) +(\S+) *$/i;

/** Returns the token of the header field `Authorization`. RFC 6750, section 2.1. */
export function bearerToken(ctx: StepContext): string | undefined {
  return SCHEME.exec(ctx.get('Authorization'))?.[1];
}

/** Returns true if the address of a request has a token, whether the service reads it there or not. RFC 6750, section 2.3. */
export function hasTokenInAddress({ search, query }: StepContext): boolean {
  return search !== '' && query.access_token !== undefined;
}
