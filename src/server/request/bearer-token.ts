import type { StepContext } from '../state.js';

/** `Bearer` is the standard's scheme, and older clients send `OAuth`. */
const SCHEME = /^(?:Bearer|OAuth) +(\S+) *$/i;

export function bearerToken(ctx: StepContext): string | undefined {
  return SCHEME.exec(ctx.get('Authorization'))?.[1];
}

/** Returns true for a token in the URL, whether the service reads it there or not. RFC 6750, section 2.3. */
export function hasTokenInAddress({ search, query }: StepContext): boolean {
  return search !== '' && query.access_token !== undefined;
}
