import { type ErrorCode, failures } from '../domain/failure.js';
import type { Route } from '../routes/define-route.js';

/** What can happen to any request, whatever it asks for. */
export const ofAnyRequest: ErrorCode[] = [
  'malformed_request',
  'request_timeout',
  'uri_too_long',
  'header_fields_too_large',
  'internal_error',
  'unavailable',
];

/** What a request is answered with that reaches no route: calls of a path count whatever their method is. */
export const ofNoRoute: ErrorCode[] = ['rate_limit_exceeded', 'route_not_found', 'method_not_allowed', ...ofAnyRequest];

/** Every way in which a call of a route can fail: its own, and what the rest of its declaration implies. */
export function failuresOf({ access, path, method, takesIdempotencyKey, invalidInput, fails }: Route): ErrorCode[] {
  const implied: [boolean, ...ErrorCode[]][] = [
    // Whatever becomes of its other parameters, `format` can be invalid.
    [true, 'invalid_parameter', invalidInput, 'not_acceptable'],
    [path.rateLimited, 'rate_limit_exceeded'],
    [access !== 'public', 'token_missing', 'token_invalid'],
    [access !== 'public' && access !== 'token', 'permission_missing'],
    [takesIdempotencyKey, 'idempotency_key_reused'],
    [method !== 'GET', 'payload_too_large', 'unsupported_media_type'],
  ];
  const codes = new Set([...ofAnyRequest, ...implied.flatMap(([holds, ...each]) => (holds ? each : [])), ...fails]);
  // In the order of the table.
  return (Object.keys(failures) as ErrorCode[]).filter((code) => codes.has(code));
}

/** Failures by the status that they are answered with. */
export function byStatus(codes: readonly ErrorCode[]): [status: number, codes: ErrorCode[]][] {
  const statuses = [...new Set(codes.map((code) => failures[code].status))].sort((a, b) => a - b);
  return statuses.map((status) => [status, codes.filter((code) => failures[code].status === status)]);
}
