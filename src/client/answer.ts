import type { FailureDetails } from '../domain/failure.js';
import { metadataOf, retryAfterOf, wholeNumber } from './answer-metadata.js';
import { ServiceError, WrongAnswer } from './errors.js';
import type { TransportAnswer } from './transport/transport.js';
import type { EnvelopeOf } from './types.js';
import { isRecord, parseJson, type UnknownRecord } from './unknown-record.js';
import { scalarsInXml } from './xml-scalars.js';

/**
 * Parses the envelope of an answer. The payload is not checked, because that would load all schemas of the service.
 *
 * @throws {WrongAnswer} if the text is not an envelope
 */
export function parseEnvelope<Payload>(answer: TransportAnswer): EnvelopeOf<Payload> {
  const envelope = parseJson(answer.text);
  if (envelope === undefined) throw new WrongAnswer('is not JSON', answer);
  if (!isRecord(envelope) || !isRecord(envelope.svcapi)) {
    throw new WrongAnswer('is not an envelope of the service', answer);
  }
  // Its other fields are not checked either.
  return envelope as unknown as EnvelopeOf<Payload>;
}

/**
 * Converts an answer to an error, also one of another shape, such as that of a proxy.
 *
 * @param now Unix milliseconds
 */
export function errorOf(answer: TransportAnswer, now: number): ServiceError | WrongAnswer {
  const { status, headers, text } = answer;
  if (status >= 300 && status < 400) {
    return new WrongAnswer(
      `sends elsewhere (${headers.location ?? 'without an address'}), which is not followed`,
      answer,
    );
  }
  const payload = (/^\s*\{/.test(text) ? errorInJson(text) : scalarsInXml(text)) ?? {};
  const details = detailsOf(payload, retryAfterOf(headers, now));
  const more = { details, retryAt: retryAtOf(answer, details, now) };
  if (typeof payload.error !== 'string') {
    return new ServiceError(`http_${status}`, `the server answers with status ${status}`, answer, more);
  }
  const message = typeof payload.error_message === 'string' ? payload.error_message : payload.error;
  return new ServiceError(payload.error, message, answer, more);
}

function errorInJson(text: string): UnknownRecord | undefined {
  const envelope = parseJson(text);
  return isRecord(envelope) && isRecord(envelope.svcapi) ? envelope.svcapi : undefined;
}

/** Returns the details of an error that have the right type, and leaves out the others. */
function detailsOf(payload: UnknownRecord, retryAfterHeader: number | undefined): FailureDetails {
  const { parameter, required_permission, available_permissions } = payload;
  const retryAfter = wholeNumber(payload.retry_after) ?? retryAfterHeader;
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

/** Returns the time of the next try: that of the service where it names one, since the clocks may differ. */
function retryAtOf(answer: TransportAnswer, { retry_after: seconds }: FailureDetails, now: number): Date | undefined {
  if (seconds === undefined) return undefined;
  const { rateLimit } = metadataOf(answer);
  return new Date(rateLimit?.remaining === 0 ? rateLimit.reset * 1000 : now + seconds * 1000);
}
