import type { Failure } from '../../domain/failure.js';

/** RFC 6749, section 5.2. */
export class OAuthError extends Error {
  readonly error: string;
  readonly status: number;

  constructor(error: string, description: string, status = 400) {
    super(description);
    this.name = 'OAuthError';
    this.error = error;
    this.status = status;
  }
}

export function toOAuthError({ code, message, definition: { status } }: Failure): OAuthError {
  if (code === 'rate_limit_exceeded') return new OAuthError('temporarily_unavailable', message, 429);
  const error = status === 503 ? 'temporarily_unavailable' : status >= 500 ? 'server_error' : 'invalid_request';
  return new OAuthError(error, message, status);
}
