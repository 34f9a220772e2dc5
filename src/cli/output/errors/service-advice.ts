import type { ServiceError } from '../../../client/errors.js';
import { counted, durationInWords } from '../../../domain/duration.js';
import type { FailureDetails } from '../../../domain/failure.js';
import { isoDate } from '../iso-date.js';

/** Returns the message for an error of the service, with the next step. */
export function serviceAdvice({ code, message, details, rateLimit }: ServiceError): string {
  switch (code) {
    case 'token_missing':
      return 'this needs a token; use svcapi login, or set SVCAPI_TOKEN';
    case 'token_invalid':
      return 'the token is unknown, expired or revoked; use svcapi login with a new one, or set SVCAPI_TOKEN';
    case 'permission_missing':
      return permissionAdvice(details.required_permission, details.available_permissions);
    case 'rate_limit_exceeded':
      return rateLimitAdvice(rateLimit?.reset, details);
    default:
      return message;
  }
}

function permissionAdvice(needed: string | undefined, held: string[] | undefined): string {
  const what = needed === undefined ? 'the permission that this needs' : `the permission ${needed}`;
  const has = held === undefined ? '' : `; it has ${held.length === 0 ? 'none' : held.join(', ')}`;
  return `the token lacks ${what}${has}; ask for a token with it, and use svcapi login`;
}

function rateLimitAdvice(reset: number | undefined, details: FailureDetails): string {
  const { retry_after: retryAfter } = details;
  const time = reset === undefined ? '' : ` at ${isoDate(reset)}`;
  const span = retryAfter === undefined ? '' : `, in ${retryAfter} s`;
  return `too many calls; ${blacklistAdvice(details)}the limit resets${time || (span ? '' : ' later')}${span}: try again then, or use --retry to wait`;
}

function blacklistAdvice({ calls_until_blacklist: left, blacklist_for: seconds }: FailureDetails): string {
  if (left === undefined || seconds === undefined) return '';
  const span = durationInWords(seconds);
  if (left === 0) return `your address is now blacklisted for ${span} and gets no answer; `;
  return `after ${counted(left, 'more refused call')} your address is blacklisted for ${span}; `;
}
