import { HTTP_DATE } from '../routes/api.js';
import type { Route } from '../routes/define-route.js';
import { REQUEST_ID } from '../routes/header-fields.js';
import { type JsonObject, refTo } from './json.js';

const wholeNumber = { type: 'integer', minimum: 0 };

/**
 * The header fields of counted answers of rate-limited paths. Reference, section 8.5, and the IETF draft, whose policies are
 * named after the paths.
 */
const rateLimitHeaders = {
  'X-RateLimit-Limit': { description: 'Calls allowed in a window', schema: wholeNumber },
  'X-RateLimit-Remaining': { description: 'Calls left in the window', schema: wholeNumber },
  'X-RateLimit-Reset': { description: 'When the window resets, in Unix seconds', schema: wholeNumber },
  'X-RateLimit-ResetTime': {
    description: 'When the window resets, as a date',
    schema: { type: 'string', pattern: HTTP_DATE.source },
  },
  RateLimit: {
    description: 'Calls left (`r`) and seconds until the reset (`t`), by the IETF draft',
    schema: { type: 'string', pattern: '^"\\w+";r=\\d+;t=\\d+$' },
  },
  'RateLimit-Policy': {
    description: 'Calls allowed (`q`) in a window of `w` seconds, by the IETF draft',
    schema: { type: 'string', pattern: '^"\\w+";q=\\d+;w=\\d+$' },
  },
};

/** The header fields of answers, as components. */
const headers = {
  'X-Request-Id': {
    description: 'The id of the request, which the log has too: the one that the client sent, or a new one',
    schema: { type: 'string', pattern: REQUEST_ID.source },
  },
  'WWW-Authenticate': {
    description: 'The challenge of RFC 6750: `error`, and the missing `scope`',
    schema: { type: 'string', pattern: '^Bearer ' },
  },
  ETag: {
    description: 'The version of the payload, for If-None-Match: the timestamp of the envelope does not change it',
    schema: { type: 'string', pattern: '^W/"[\\w-]{22}"$' },
  },
  'Retry-After': { description: 'Seconds to wait before another try', schema: wholeNumber },
  ...rateLimitHeaders,
};

export type HeaderName = keyof typeof headers;

/** The header fields as components. A header field that is referred to is required. */
export const headerComponents = Object.fromEntries(
  Object.entries(headers).map(([name, header]) => [name, { ...header, required: true }]),
);

/** The header field of 405, which belongs to no operation and is not a component. */
export const allowHeader = {
  Allow: { description: 'The methods of the path', schema: { type: 'string' }, required: true },
};

/** Returns header fields that an answer always has. */
export function always(...names: HeaderName[]): JsonObject {
  return Object.fromEntries(['X-Request-Id', ...names].map((name) => [name, refTo('headers', name)]));
}

/** Returns header fields that an answer may have. */
export function sometimes(...names: HeaderName[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, { ...headers[name], required: false }]));
}

export const rateLimitHeaderNames = Object.keys(rateLimitHeaders) as HeaderName[];

/** Returns true for routes whose answers clients may keep, and ask for again by their ETag. */
export function hasEtag({ method, isOfClient }: Route): boolean {
  return method === 'GET' && !isOfClient;
}

const NOT_MODIFIED =
  'The answer is still the one of the ETag in `If-None-Match`: use that one. The call is counted like any other.';

/** The responses to a client that has the answer already, as components. */
export const notModifiedComponents = {
  NotModified: { description: NOT_MODIFIED, headers: always('ETag') },
  NotModifiedCounted: { description: NOT_MODIFIED, headers: always('ETag', ...rateLimitHeaderNames) },
};

/** Returns the response of a route to a client that has its answer already. */
export function notModifiedOf(route: Route): Record<string, { $ref: string }> {
  if (!hasEtag(route)) return {};
  return { 304: refTo('responses', route.path.rateLimited ? 'NotModifiedCounted' : 'NotModified') };
}
