import { z } from 'zod';
import { type ErrorCode, failures } from '../domain/failure.js';
import { PREFIX } from './path.js';
import { field, unixSeconds } from './payload.js';

/** Reference, section 9.2. */
export const VERSION = '2.0';

/** Reference, section 2.1. */
export function envelope<Payload extends z.ZodType>(resource: string, payload: Payload) {
  return z.strictObject({
    version: field(z.literal(VERSION), 'The version of the API'),
    timestamp: field(unixSeconds, 'The time of the answer, in Unix seconds'),
    resource: field(z.literal(resource), 'The kind of the answer'),
    request: field(z.string(), 'The path of the request', `${PREFIX}/api/time`),
    svcapi: field(payload, 'The answer itself'),
  });
}

/** Wire contract, “Errors”. */
export const errorShape = z.strictObject({
  error_code: field(z.int().min(400).max(599), 'The HTTP status', failures.not_found.status),
  error_message: field(z.string(), 'The problem and what to do about it, for people', failures.not_found.message),
  error: field(z.enum(Object.keys(failures) as ErrorCode[]), 'The error code, for programs', 'not_found'),
  parameter: field(z.string().optional(), 'The parameter at fault', 'item_count'),
  required_permission: field(z.string().optional(), 'The permission that the route needs', 'character_read'),
  available_permissions: field(z.array(z.string()).optional(), 'The permissions that the token holds', [
    'character_auth',
  ]),
  retry_after: field(z.int().min(0).optional(), 'Seconds to wait before the next try', 1800),
  calls_until_blacklist: field(
    z.int().min(0).optional(),
    'Refused calls in the same window until the client address is blacklisted; 0 when it is now',
    99,
  ),
  blacklist_for: field(z.int().min(1).optional(), 'Seconds for which the client address is then blacklisted', 3600),
});
