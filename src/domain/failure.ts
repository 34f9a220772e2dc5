export const exitCodes = {
  ok: 0,
  other: 1,
  usage: 2,
  server: 3,
  token: 4,
  permission: 5,
  not_found: 6,
  rate_limited: 7,
  partly: 8,
  unreachable: 9,
} as const;

export type ExitReason = keyof typeof exitCodes;

/** Every failure by its error code. After one that `closes`, the start of the next request on the connection cannot be found. */
export const failures = {
  invalid_parameter: {
    status: 400,
    exit: 'usage',
    message: 'A parameter is missing or invalid. The index, GET /ws/v2.0/, lists the parameters of each route.',
  },
  malformed_request: { status: 400, exit: 'usage', message: 'This is not a valid HTTP request.', closes: true },
  rate_limit_exceeded: {
    status: 400,
    exit: 'rate_limited',
    message: 'Too many calls. Wait for the reset before the next call.',
  },
  token_missing: {
    status: 401,
    exit: 'token',
    message: 'This route needs a token. Send it as “Authorization: Bearer TOKEN”.',
  },
  token_invalid: { status: 401, exit: 'token', message: 'The token is unknown, expired or revoked. Get a new one.' },
  permission_missing: {
    status: 401,
    exit: 'permission',
    message: 'The token lacks the permission that this route needs. Ask the player to grant it.',
  },
  not_found: {
    status: 404,
    exit: 'not_found',
    message: 'There is no such entity, or it is not visible to this token.',
  },
  route_not_found: {
    status: 404,
    exit: 'not_found',
    message: 'There is no such route. GET /ws/v2.0/ lists all routes.',
  },
  method_not_allowed: {
    status: 405,
    exit: 'usage',
    message: 'This path does not have that method. The Allow header lists those it has.',
  },
  not_acceptable: { status: 406, exit: 'usage', message: 'Accept application/json, application/xml or text/xml.' },
  request_timeout: {
    status: 408,
    exit: 'unreachable',
    message: 'The request did not arrive in time. Send it again.',
    closes: true,
  },
  not_enough_uses: {
    status: 409,
    exit: 'other',
    message: 'The datacard has too few unassigned uses. Assign fewer, or revoke some first.',
  },
  idempotency_key_reused: {
    status: 409,
    exit: 'usage',
    message: 'This Idempotency-Key was used for another request. Use a new key.',
  },
  payload_too_large: {
    status: 413,
    exit: 'usage',
    message: 'The body is larger than 16 KiB. Send less.',
    closes: true,
  },
  uri_too_long: { status: 414, exit: 'usage', message: 'The address is longer than 2 KiB. Shorten it.', closes: true },
  unsupported_media_type: {
    status: 415,
    exit: 'usage',
    message: 'Send application/x-www-form-urlencoded or application/json, without a Content-Encoding.',
    closes: true,
  },
  too_many_streams: {
    status: 429,
    exit: 'rate_limited',
    message: 'This token, account or address has reached its limit of open streams. Close one first.',
  },
  header_fields_too_large: {
    status: 431,
    exit: 'usage',
    message: 'The request has more than 100 header fields, or more than 8 KiB of them. Send fewer.',
    closes: true,
  },
  invalid_time: {
    status: 500,
    exit: 'usage',
    message: 'Send cgt, such as “Year 12 Day 3”, or time, in Unix seconds.',
  },
  internal_error: {
    status: 500,
    exit: 'server',
    message: 'The service failed to answer this request. Its log has the cause, under the X-Request-Id of this answer.',
  },
  unavailable: {
    status: 503,
    exit: 'server',
    message: 'The service is overloaded or its database is unavailable: try again shortly.',
  },
} as const satisfies Record<string, FailureDefinition>;

export interface FailureDefinition {
  status: number;
  exit: ExitReason;
  message: string;
  closes?: true;
}

/** The value of `error` on the wire. */
export type ErrorCode = keyof typeof failures;

export interface FailureDetails {
  parameter?: string;
  required_permission?: string;
  available_permissions?: string[];
  /** Seconds. */
  retry_after?: number;
  /** Refused calls left in this window before the client address is blacklisted; 0 when it is now. */
  calls_until_blacklist?: number;
  /** Seconds. */
  blacklist_for?: number;
  allow?: string[];
}

/** A failure that becomes an answer. Only the log gets its `cause`. It has no stack trace, which would cost more than the answer. */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly details: FailureDetails;

  constructor(
    code: ErrorCode,
    message: string = failures[code].message,
    details: FailureDetails = {},
    cause?: unknown,
  ) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message, cause === undefined ? undefined : { cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'Failure';
    this.code = code;
    this.details = details;
  }

  get definition(): FailureDefinition {
    return failures[this.code];
  }
}

export function invalidParameter(parameter: string, message: string): Failure {
  return new Failure('invalid_parameter', message, { parameter });
}

export function unavailable(details: { retry_after: number; cause?: unknown }): Failure {
  const { cause, retry_after } = details;
  return new Failure('unavailable', failures.unavailable.message, { retry_after }, cause);
}
