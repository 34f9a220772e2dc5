import type { IncomingMessage } from 'node:http';
import { Failure } from '../../domain/failure.js';
import type { Lifecycle, Place, Step, StepContext } from '../state.js';
import { NO_TARGET } from './find-route.js';

/** Maximum length of the target, in characters. */
const MAX_TARGET = 2048;

const MAX_HEADER_FIELDS = 100;

/** Maximum size of the target, unless it may be longer, and of the names and values of the header fields together, in bytes. */
const MAX_HEADER_SIZE = 8 * 1024;

/** Fields that decide about the request: Node uses the first of several, or joins them, where a proxy may do otherwise. */
const SINGLE_FIELDS = ['authorization', 'idempotency-key'] as const;

/** Refuses requests beyond the maximum in flight, and those that are too large or malformed, before they cost anything. */
export function checkRequest(lifecycle: Lifecycle, maxRequests: number): Step {
  return async (ctx, next) => {
    if (ctx.state.resource.isHealth) return next();
    const place = takePlace(lifecycle, maxRequests);
    ctx.state.place = place;
    try {
      check(ctx);
      await next();
    } finally {
      place.leave();
    }
  };
}

/** @throws {Failure} `unavailable` if no place is free */
function takePlace(lifecycle: Lifecycle, maxRequests: number): Place {
  let isInFlight = false;
  const place = {
    take() {
      if (lifecycle.inFlight >= maxRequests) throw new Failure('unavailable', undefined, { retry_after: 1 });
      lifecycle.inFlight += 1;
      isInFlight = true;
    },
    leave() {
      if (isInFlight) lifecycle.inFlight -= 1;
      isInFlight = false;
    },
  };
  place.take();
  return place;
}

function check({ originalUrl, url, req, state }: StepContext): void {
  const { maxTarget = MAX_TARGET } = state.resource;
  if (originalUrl.length > maxTarget) {
    const message = `The address is longer than ${maxTarget / 1024} KiB. Send a shorter state.`;
    throw new Failure('uri_too_long', maxTarget > MAX_TARGET ? message : undefined);
  }
  // Above its own limit, Node drops fields without an error: that limit is therefore above this one.
  const isLong = originalUrl.length > MAX_TARGET;
  if (req.rawHeaders.length / 2 > MAX_HEADER_FIELDS || headerSize(isLong ? '' : originalUrl, req) > MAX_HEADER_SIZE) {
    throw new Failure('header_fields_too_large');
  }
  if (url === NO_TARGET && originalUrl !== NO_TARGET) {
    throw new Failure('malformed_request', 'The target of the request must be a path.');
  }
  // RFC 9112, section 3.2.
  if (!hasOneHost(req)) throw new Failure('malformed_request', 'The request must have one Host header.');
  for (const name of SINGLE_FIELDS) {
    if (req.headers[name] !== undefined && countFields(req, name) > 1) throw repeated(name);
  }
  // Node decodes no other transfer coding than chunked. RFC 9112, section 6.1.
  const coding = req.headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    throw new Failure('malformed_request', 'Transfer-Encoding must be chunked.');
  }
}

/** Returns the size of the target and the fields, without the characters between them. */
function headerSize(target: string, { rawHeaders }: IncomingMessage): number {
  let size = target.length;
  for (const text of rawHeaders) size += text.length;
  return size;
}

/** Returns true for a request with one Host field. Only the raw fields show a second one. */
function hasOneHost(request: IncomingMessage): boolean {
  const hosts = countFields(request, 'host');
  return request.httpVersion === '1.1' ? hosts === 1 && request.headers.host !== '' : hosts <= 1;
}

/** Counts the fields of a name, which is in lower case. */
function countFields({ rawHeaders }: IncomingMessage, name: string): number {
  let fields = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const each = rawHeaders[at] as string;
    if (each.length === name.length && each.toLowerCase() === name) fields += 1;
  }
  return fields;
}

function repeated(name: string): Failure {
  const title = name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
  return new Failure('malformed_request', `The request has several ${title} headers. Send one.`);
}
