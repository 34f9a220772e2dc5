import type { IncomingHttpHeaders } from 'node:http';
import type { FailureDetails } from '../domain/failure.js';
import { ServiceError, WrongAnswer } from './errors.js';
import type { TransportAnswer } from './transport.js';
import type { EnvelopeOf, RateLimitHeaders } from './types.js';
import { isRecord, parseJson, type UnknownRecord } from './unknown-record.js';
import { scalarsInXml } from './xml-scalars.js';

/**
 * The envelope of an answer. What is in the payload is not looked at: that would take all schemas of the service, and
 * tells a program nothing that it could not see itself.
 *
 * @throws {WrongAnswer} when it is none
 */
export function parseEnvelope<Payload>(text: string): EnvelopeOf<Payload> {
  const envelope = parseJson(text);
  if (envelope === undefined) throw new WrongAnswer('is not JSON');
  if (!isRecord(envelope) || !isRecord(envelope.svcapi)) throw new WrongAnswer('is not an envelope of the service');
  return envelope as unknown as EnvelopeOf<Payload>;
}

/** The error that an answer tells of: in the shape of the service, or whatever a proxy in between says. */
export function errorOf({ status, headers, text }: TransportAnswer): Error {
  if (status >= 300 && status < 400) {
    return new WrongAnswer(`sends elsewhere (${headers.location ?? 'without an address'}), which is not followed`);
  }
  const answer = { text, rateLimit: rateLimitOf(headers) };
  const told = /^\s*\{/.test(text) ? errorInJson(text) : scalarsInXml(text);
  if (typeof told?.error !== 'string') {
    return new ServiceError(status, `http_${status}`, `the server answers with status ${status}`, {}, answer);
  }
  const message = typeof told.error_message === 'string' ? told.error_message : told.error;
  return new ServiceError(status, told.error, message, detailsOf(told, headers), answer);
}

function errorInJson(text: string): UnknownRecord | undefined {
  const envelope = parseJson(text);
  return isRecord(envelope) && isRecord(envelope.svcapi) ? envelope.svcapi : undefined;
}

/** What of the details is as it should be; the rest is left out, so that nobody stumbles over it. */
function detailsOf(told: UnknownRecord, headers: IncomingHttpHeaders): FailureDetails {
  const { parameter, required_permission, available_permissions } = told;
  const retryAfter = wholeNumber(told.retry_after ?? headers['retry-after']);
  return {
    ...(typeof parameter === 'string' && { parameter }),
    ...(typeof required_permission === 'string' && { required_permission }),
    ...(available_permissions !== undefined && { available_permissions: stringsIn(available_permissions) }),
    ...(retryAfter !== undefined && { retry_after: retryAfter }),
  };
}

function stringsIn(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string');
}

/** Where the caller stands with the path of a call, where its answer says so. */
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
