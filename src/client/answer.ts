import type { IncomingHttpHeaders } from 'node:http';
import type { FailureDetails } from '../domain/failure.js';
import { ServiceError, WrongAnswer } from './errors.js';
import type { TransportAnswer } from './transport.js';
import type { EnvelopeOf, RateLimitHeaders } from './types.js';
import { isRecord, parseJson, type UnknownRecord } from './unknown-record.js';
import { scalarsInXml } from './xml-scalars.js';

/**
 * Parses the envelope of an answer. The payload is not checked, because that would load all schemas of the service.
 *
 * @throws {WrongAnswer} if the text is not an envelope
 */
export function parseEnvelope<Payload>(text: string): EnvelopeOf<Payload> {
  const envelope = parseJson(text);
  if (envelope === undefined) throw new WrongAnswer('is not JSON');
  if (!isRecord(envelope) || !isRecord(envelope.svcapi)) throw new WrongAnswer('is not an envelope of the service');
  return envelope as unknown as EnvelopeOf<Payload>;
}

/** Converts an answer to an error, also one of another shape, such as that of a proxy. */
export function errorOf({ status, headers, head, text }: TransportAnswer): Error {
  if (status >= 300 && status < 400) {
    return new WrongAnswer(`sends elsewhere (${headers.location ?? 'without an address'}), which is not followed`);
  }
  const answer = { head, text, rateLimit: rateLimitOf(headers) };
  const payload = /^\s*\{/.test(text) ? errorInJson(text) : scalarsInXml(text);
  if (typeof payload?.error !== 'string') {
    return new ServiceError(status, `http_${status}`, `the server answers with status ${status}`, {}, answer);
  }
  const message = typeof payload.error_message === 'string' ? payload.error_message : payload.error;
  return new ServiceError(status, payload.error, message, detailsOf(payload, headers), answer);
}

function errorInJson(text: string): UnknownRecord | undefined {
  const envelope = parseJson(text);
  return isRecord(envelope) && isRecord(envelope.svcapi) ? envelope.svcapi : undefined;
}

/** Returns the details of an error that have the right type, and leaves out the others. */
function detailsOf(payload: UnknownRecord, headers: IncomingHttpHeaders): FailureDetails {
  const { parameter, required_permission, available_permissions } = payload;
  const retryAfter = wholeNumber(payload.retry_after ?? headers['retry-after']);
  const untilBlacklist = wholeNumber(payload.calls_until_blacklist);
  const blacklistFor = wholeNumber(payload.blacklist_for);
  return {
    ...(typeof parameter === 'string' && { parameter }),
    ...(typeof required_permission === 'string' && { required_permission }),
    ...(available_permissions !== undefined && { available_permissions: stringsIn(available_permissions) }),
    ...(retryAfter !== undefined && { retry_after: retryAfter }),
    ...(untilBlacklist !== undefined && { calls_until_blacklist: untilBlacklist }),
    ...(blacklistFor !== undefined && { blacklist_for: blacklistFor }),
  };
}

function stringsIn(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string');
}

/** Returns the rate-limit status of an answer, or undefined if it has none. */
export function rateLimitOf(headers: IncomingHttpHeaders): RateLimitHeaders | undefined {
  const limit = wholeNumber(headers['x-ratelimit-limit']);
  const remaining = wholeNumber(headers['x-ratelimit-remaining']);
  const reset = wholeNumber(headers['x-ratelimit-reset']);
  return limit === undefined || remaining === undefined || reset === undefined
    ? undefined
    : { limit, remaining, reset };
}

function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}
