import type { Route } from '../routes/define-route.js';
import { always, rateLimitHeaderNames } from './headers.js';
import { refTo } from './json.js';

/** Returns true for routes whose answers clients may keep, and ask for again by their ETag. */
export function hasEtag({ method, isOfClient }: Route): boolean {
  return method === 'GET' && !isOfClient;
}

const description =
  'The answer is still the one of the ETag in `If-None-Match`: use that one. The call is counted like any other.';

/** The responses to a client that has the answer already, as components. */
export const notModifiedComponents = {
  NotModified: { description, headers: always('ETag') },
  NotModifiedCounted: { description, headers: always('ETag', ...rateLimitHeaderNames) },
};

/** Returns the response of a route to a client that has its answer already. */
export function notModifiedOf(route: Route): Record<string, { $ref: string }> {
  if (!hasEtag(route)) return {};
  return { 304: refTo('responses', route.path.rateLimited ? 'NotModifiedCounted' : 'NotModified') };
}
