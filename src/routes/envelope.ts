import { z } from 'zod';
import { type ErrorCode, type FailureDetails, failures } from '../domain/failure.js';
import { unixSeconds } from './payload.js';

/** The version of the API, which stands in every envelope. Reference, section 9.2. */
export const VERSION = '2.0';

/** Wraps the schema of a payload in that of the envelope. Reference, section 2.1. */
export function envelope<Payload extends z.ZodType>(resource: string, payload: Payload) {
  return z.strictObject({
    version: z.literal(VERSION),
    timestamp: unixSeconds,
    resource: z.literal(resource),
    request: z.string().describe('The path of the request'),
    svcapi: payload,
  });
}

const details = {
  parameter: z.string().optional().describe('The parameter at fault'),
  required_permission: z.string().optional().describe('The permission that the route needs'),
  available_permissions: z.array(z.string()).optional().describe('The permissions that the token holds'),
  retry_after: z.int().min(0).optional().describe('Seconds to wait before the next try'),
  calls_until_blacklist: z
    .int()
    .min(0)
    .optional()
    .describe('Refused calls in the same window until the client address is blacklisted; 0 when it is now'),
  blacklist_for: z.int().min(1).optional().describe('Seconds for which the client address is then blacklisted'),
} satisfies Record<keyof Omit<FailureDetails, 'allow'>, z.ZodType>;

const statuses = [...new Set(Object.values(failures).map(({ status }) => status))];

/** The payload of an error. Wire contract, “Errors”. */
export const errorShape = z.strictObject({
  error_code: z.literal(statuses).describe('The HTTP status'),
  error_message: z.string().describe('The problem and what to do about it, for people'),
  error: z.enum(Object.keys(failures) as ErrorCode[]).describe('The error code, for programs'),
  ...details,
});

/** The details that an error code can carry; the others carry none. */
const detailsOf: Partial<Record<ErrorCode, (keyof typeof details)[]>> = {
  invalid_parameter: ['parameter'],
  rate_limit_exceeded: ['retry_after', 'calls_until_blacklist', 'blacklist_for'],
  permission_missing: ['required_permission', 'available_permissions'],
  invalid_time: ['parameter'],
  unavailable: ['retry_after'],
};

/** Returns the payload of the errors of one code. */
export function errorShapeOf(code: ErrorCode) {
  const { error_code, error_message, error } = errorShape.shape;
  return z.strictObject({
    error_code: z.literal(failures[code].status).describe(error_code.description ?? ''),
    error_message,
    error: z.literal(code).describe(error.description ?? ''),
    ...Object.fromEntries((detailsOf[code] ?? []).map((name) => [name, details[name]])),
  });
}
