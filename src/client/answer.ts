import type { FailureDetails } from '../domain/failure.js';
import { metadataOf, ServiceError, WrongAnswer, wholeNumber } from './errors.js';
import type { AnswerHead, TransportAnswer } from './transport/transport.js';
import type { EnvelopeOf } from './types.js';

export type UnknownRecord = Record<string, unknown>;

export function isRecord(value: unknown): value is UnknownRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns undefined for a text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses an envelope. The payload is not checked, because that would load all schemas of the service. */
export function parseEnvelope<Payload>(answer: TransportAnswer): EnvelopeOf<Payload> {
  const envelope = parseJson(answer.text);
  if (envelope === undefined) throw new WrongAnswer('is not JSON', answer);
  if (!isRecord(envelope) || !isRecord(envelope.svcapi)) {
    throw new WrongAnswer('is not an envelope of the service', answer);
  }
  return envelope as unknown as EnvelopeOf<Payload>;
}

/** Converts any answer to an error, also that of a proxy. @param now Unix milliseconds */
export function errorOf(answer: TransportAnswer, now: number): ServiceError | WrongAnswer {
  const { status, headers, text } = answer;
  if (status >= 300 && status < 400) {
    const target = headers.location ?? 'without an address';
    return new WrongAnswer(`sends elsewhere (${target}), which is not followed`, answer);
  }
  const envelope = parseJson(text);
  const payload = isRecord(envelope) && isRecord(envelope.svcapi) ? envelope.svcapi : errorInXml(text);
  const details = detailsOf(payload, retryAfterOf(headers, now));
  const more = { details, retryAt: retryAtOf(answer, details, now) };
  if (typeof payload.error !== 'string') {
    return new ServiceError(`http_${status}`, `the server answers with status ${status}`, answer, more);
  }
  const message = typeof payload.error_message === 'string' ? payload.error_message : payload.error;
  return new ServiceError(payload.error, message, answer, more);
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Reads the texts of the elements by name. */
function errorInXml(xml: string): UnknownRecord {
  const texts = [...xml.matchAll(/<(\w+)>([^<]*)</g)].map(([, name = '', text = '']): [string, string] => [
    name,
    text.replace(/&(\w+);/g, (whole, entity) => ENTITIES[entity] ?? whole),
  ]);
  const permissions = texts.filter(([name]) => name === 'available_permissions').map(([, text]) => text);
  return { ...Object.fromEntries(texts), ...(permissions.length > 0 && { available_permissions: permissions }) };
}

function detailsOf(payload: UnknownRecord, retryAfterHeader: number | undefined): FailureDetails {
  const { parameter, required_permission, available_permissions } = payload;
  const details = {
    parameter: typeof parameter === 'string' ? parameter : undefined,
    required_permission: typeof required_permission === 'string' ? required_permission : undefined,
    available_permissions: Array.isArray(available_permissions)
      ? available_permissions.filter((each) => typeof each === 'string')
      : undefined,
    retry_after: wholeNumber(payload.retry_after) ?? retryAfterHeader,
    calls_until_blacklist: wholeNumber(payload.calls_until_blacklist),
    blacklist_for: wholeNumber(payload.blacklist_for),
  };
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined));
}

/** Reads seconds, or converts a date to seconds. RFC 9110, section 10.2.3. */
function retryAfterOf({ 'retry-after': text }: AnswerHead['headers'], now: number): number | undefined {
  const date = text === undefined ? Number.NaN : Date.parse(text);
  return wholeNumber(text) ?? (Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000)));
}

/** Prefers the time of the service, since the clocks may differ. */
function retryAtOf(answer: TransportAnswer, { retry_after: seconds }: FailureDetails, now: number): Date | undefined {
  if (seconds === undefined) return undefined;
  const { rateLimit } = metadataOf(answer);
  return new Date(rateLimit?.remaining === 0 ? rateLimit.reset * 1000 : now + seconds * 1000);
}
