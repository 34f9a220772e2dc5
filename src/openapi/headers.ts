import { HTTP_DATE } from '../routes/api.js';
import { REQUEST_ID } from '../routes/header-fields.js';
import { type JsonObject, refTo } from './json.js';

const wholeNumber = { type: 'integer', minimum: 0 };

/** On every answer of a rate-limited path that was counted. Reference, section 8.5, and the IETF draft. */
const rateLimitHeaders = {
  'X-RateLimit-Limit': { description: 'Calls allowed in a window', schema: wholeNumber },
  'X-RateLimit-Remaining': { description: 'Calls left in the window', schema: wholeNumber },
  'X-RateLimit-Reset': { description: 'When the window resets, in Unix seconds', schema: wholeNumber },
  'X-RateLimit-ResetTime': {
    description: 'When the window resets, as a date',
    schema: { type: 'string', pattern: HTTP_DATE.source },
  },
  RateLimit: {
    description: 'Calls left (`r`) and seconds until the reset (`t`), as the IETF draft has it',
    schema: { type: 'string', pattern: '^"default";r=\\d+;t=\\d+$' },
  },
  'RateLimit-Policy': {
    description: 'Calls allowed (`q`) in a window of so many seconds (`w`), as the IETF draft has it',
    schema: { type: 'string', pattern: '^"default";q=\\d+;w=\\d+$' },
  },
};

/** The header fields of answers, as components. */
const headers = {
  'X-Request-Id': {
    description: 'Names the request, as the log does: the caller’s own name for it, if it sent one',
    schema: { type: 'string', pattern: REQUEST_ID.source },
  },
  'WWW-Authenticate': {
    description: 'How to be let in (RFC 6750): `error`, and the `scope` that is missing',
    schema: { type: 'string', pattern: '^Bearer ' },
  },
  'Retry-After': { description: 'Whole seconds until another try makes sense', schema: wholeNumber },
  ...rateLimitHeaders,
};

export type HeaderName = keyof typeof headers;

/** Every header field, each of which stands wherever it is referred to. */
export const headerComponents = Object.fromEntries(
  Object.entries(headers).map(([name, header]) => [name, { ...header, required: true }]),
);

/** On an answer that belongs to no operation, which components are not for. */
export const allowHeader = {
  Allow: { description: 'The methods that the path knows', schema: { type: 'string' }, required: true },
};

/** Header fields that an answer has for certain. */
export function always(...names: HeaderName[]): JsonObject {
  return Object.fromEntries(['X-Request-Id', ...names].map((name) => [name, refTo('headers', name)]));
}

/** Header fields that an answer may have. */
export function sometimes(...names: HeaderName[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, { ...headers[name], required: false }]));
}

export const rateLimitHeaderNames = Object.keys(rateLimitHeaders) as HeaderName[];
