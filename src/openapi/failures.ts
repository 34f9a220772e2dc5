import { type ErrorCode, failures } from '../domain/failure.js';
import type { Route } from '../routes/define-route.js';

/** The failures that any request can have. */
export const ofAnyRequest: ErrorCode[] = [
  'malformed_request',
  'request_timeout',
  'uri_too_long',
  'header_fields_too_large',
  'internal_error',
  'unavailable',
];

/** The failures that the declarations of many routes imply: of formats, of tokens, of bodies and of rate limits. */
export const commonFailures: ErrorCode[] = [
  ...ofAnyRequest,
  'invalid_parameter',
  'not_acceptable',
  'rate_limit_exceeded',
  'token_missing',
  'token_invalid',
  'permission_missing',
  'payload_too_large',
  'unsupported_media_type',
];

/** The failures of requests that reach no route. Calls of a path count whatever their method is. */
export const ofNoRoute: ErrorCode[] = ['rate_limit_exceeded', 'route_not_found', 'method_not_allowed', ...ofAnyRequest];

/** Returns all failures of a route: those that it declares, and those that its declaration implies. */
export function failuresOf({
  access,
  path,
  method,
  takesIdempotencyKey,
  invalidInput,
  stream,
  fails,
}: Route): ErrorCode[] {
  const implied: [boolean, ...ErrorCode[]][] = [
    // Every route has the parameter `format`, which can be invalid.
    [true, 'invalid_parameter', invalidInput, 'not_acceptable'],
    [path.rateLimited, 'rate_limit_exceeded'],
    [access !== 'public', 'token_missing', 'token_invalid'],
    [access !== 'public' && access !== 'token', 'permission_missing'],
    [takesIdempotencyKey, 'idempotency_key_reused'],
    [stream !== undefined, 'too_many_streams'],
    [method !== 'GET', 'payload_too_large', 'unsupported_media_type'],
  ];
  const codes = new Set([...ofAnyRequest, ...implied.flatMap(([holds, ...each]) => (holds ? each : [])), ...fails]);
  // In the order of the table.
  return (Object.keys(failures) as ErrorCode[]).filter((code) => codes.has(code));
}

/** Groups failures by their HTTP status, in ascending order. */
export function byStatus(codes: readonly ErrorCode[]): [status: number, codes: ErrorCode[]][] {
  const statuses = [...new Set(codes.map((code) => failures[code].status))].sort((a, b) => a - b);
  return statuses.map((status) => [status, codes.filter((code) => failures[code].status === status)]);
}
