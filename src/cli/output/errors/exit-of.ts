import type { ServiceError } from '../../../client/errors.js';
import { type ErrorCode, type ExitReason, failures } from '../../../domain/failure.js';

/** Returns the meaning of the exit code for an error of the service. */
export function exitOf({ code, status }: ServiceError): ExitReason {
  if (Object.hasOwn(failures, code)) return failures[code as ErrorCode].exit;
  if (status >= 500) return 'server';
  if (status === 401) return 'token';
  return status === 404 ? 'not_found' : 'other';
}
