/** The exit codes of the command line, by what they stand for. */
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

/**
 * Every way in which a request can fail, as one table.
 *
 * The error middleware takes the status from here, the command line its exit code, and the documents the message.
 * `status` is the HTTP status (reference, section 7, and RFC 9110), `exit` the reason behind the exit code of the command line, and
 * `message` what is said where the place that failed has nothing more exact to say. `closes` marks failures after
 * which the connection cannot be trusted to hold the start of another request.
 */
export const failures = {
  invalid_parameter: {
    status: 400,
    exit: 'usage',
    message: 'A parameter is missing or invalid: see the index of routes.',
  },
  malformed_request: { status: 400, exit: 'usage', message: 'This is not a valid HTTP request.', closes: true },
  rate_limit_exceeded: {
    status: 400,
    exit: 'rate_limited',
    message: 'Too many calls: wait for the reset, then go on.',
  },
  token_missing: {
    status: 401,
    exit: 'token',
    message: 'This route needs a token: send “Authorization: Bearer TOKEN”.',
  },
  token_invalid: { status: 401, exit: 'token', message: 'The token is unknown, expired or revoked: get a new one.' },
  permission_missing: {
    status: 401,
    exit: 'permission',
    message: 'The token lacks the permission that this route needs.',
  },
  not_found: {
    status: 404,
    exit: 'not_found',
    message: 'There is no such entity, or it is not visible to this token.',
  },
  route_not_found: {
    status: 404,
    exit: 'not_found',
    message: 'There is no such route: GET /ws/v2.0/ lists them all.',
  },
  method_not_allowed: {
    status: 405,
    exit: 'usage',
    message: 'This route does not know that method: see the Allow header.',
  },
  not_acceptable: { status: 406, exit: 'usage', message: 'Accept application/json, application/xml or text/xml.' },
  request_timeout: { status: 408, exit: 'unreachable', message: 'The request did not arrive in time.', closes: true },
  not_enough_uses: { status: 409, exit: 'other', message: 'The datacard has too few unassigned uses.' },
  idempotency_key_reused: {
    status: 409,
    exit: 'usage',
    message: 'This Idempotency-Key belongs to another request: use a new key.',
  },
  payload_too_large: { status: 413, exit: 'usage', message: 'The body is larger than 16 KiB.', closes: true },
  uri_too_long: { status: 414, exit: 'usage', message: 'The address is longer than 2 KiB.', closes: true },
  unsupported_media_type: {
    status: 415,
    exit: 'usage',
    message: 'Send application/x-www-form-urlencoded or application/json, without a Content-Encoding.',
    closes: true,
  },
  header_fields_too_large: {
    status: 431,
    exit: 'usage',
    message: 'The header fields are too many or too large.',
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
    message: 'The service failed at this request: its log has the cause.',
  },
  unavailable: {
    status: 503,
    exit: 'server',
    message: 'The service is busy or its database is away: try again shortly.',
  },
} as const satisfies Record<string, FailureDefinition>;

/** One row of the table of failures. */
export interface FailureDefinition {
  status: number;
  exit: ExitReason;
  message: string;
  closes?: true;
}

/** A stable name of a failure, for programs: `error` on the wire. */
export type ErrorCode = keyof typeof failures;

/** What some failures carry beside their message; each is shown to the caller. */
export interface FailureDetails {
  /** The parameter at fault. */
  parameter?: string;
  /** The permission that the route needs. */
  required_permission?: string;
  /** The permissions that the token holds. */
  available_permissions?: string[];
  /** Whole seconds until another try makes sense. */
  retry_after?: number;
  /** The methods that a route knows: becomes the Allow header. */
  allow?: string[];
}

/**
 * A failure that the caller is told about: nothing of `cause` leaves the service.
 *
 * It has no stack: it is an answer like others, made as often as callers like, and a stack costs more than all the rest.
 */
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

/** The failure of one parameter, with a message that says what it should be. */
export function invalidParameter(parameter: string, message: string): Failure {
  return new Failure('invalid_parameter', message, { parameter });
}
