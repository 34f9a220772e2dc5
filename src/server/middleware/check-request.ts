import type { IncomingMessage } from 'node:http';
import { Failure } from '../../domain/failure.js';
import { isHost } from '../request/base-url.js';
import type { Lifecycle, Step, StepContext } from '../state.js';
import { NO_TARGET } from './find-route.js';

const MAX_TARGET = 2048;

const MAX_HEADER_FIELDS = 100;

/** Bytes of the target, unless it may be longer, and of the header fields together. */
const MAX_HEADER_SIZE = 8 * 1024;

/** Node uses the first of several such fields, or joins them, where a proxy may do otherwise. */
const SINGLE_FIELDS = ['Authorization', 'Idempotency-Key'];

export function checkRequest(lifecycle: Lifecycle, maxRequests: number): Step {
  return async (ctx, next) => {
    if (ctx.state.resource.isHealth) return next();
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
    ctx.state.place = place;
    try {
      check(ctx);
      await next();
    } finally {
      place.leave();
    }
  };
}

function check({ method, originalUrl, url, req, state }: StepContext): void {
  const { headers, rawHeaders } = req;
  const { maxTarget = MAX_TARGET } = state.resource;
  if (originalUrl.length > maxTarget) {
    const message = `The address is longer than ${maxTarget / 1024} KiB. Send a shorter state.`;
    throw new Failure('uri_too_long', maxTarget > MAX_TARGET ? message : undefined);
  }
  // Node drops fields above its own limit without an error: that limit is therefore above this one.
  const target = originalUrl.length > MAX_TARGET ? 0 : originalUrl.length;
  const size = rawHeaders.reduce((sum, text) => sum + text.length, target);
  if (rawHeaders.length / 2 > MAX_HEADER_FIELDS || size > MAX_HEADER_SIZE) {
    throw new Failure('header_fields_too_large');
  }
  if (url === NO_TARGET && (originalUrl !== NO_TARGET || method !== 'OPTIONS')) {
    throw new Failure('malformed_request', 'The target of the request must be a path.');
  }
  // RFC 9112, section 3.2. Only the raw fields show a second one.
  const hosts = countFields(req, 'host');
  if (hosts > 1 || (req.httpVersion === '1.1' && !headers.host)) {
    throw new Failure('malformed_request', 'The request must have one Host header.');
  }
  const named = headers.host === state.host ? [state.host] : [headers.host, state.host];
  if (!named.every((host = '') => host === '' || isHost(host))) {
    throw new Failure('malformed_request', 'Host must be a host name or an IP address, with or without a port.');
  }
  for (const name of SINGLE_FIELDS) {
    if (headers[name.toLowerCase()] !== undefined && countFields(req, name.toLowerCase()) > 1)
      throw new Failure('malformed_request', `The request has several ${name} headers. Send one.`);
  }
  // Node decodes no other transfer coding than chunked. RFC 9112, section 6.1.
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    throw new Failure('malformed_request', 'Transfer-Encoding must be chunked.');
  }
}

function countFields({ rawHeaders }: IncomingMessage, name: string): number {
  return rawHeaders.filter((text, at) => at % 2 === 0 && text.length === name.length && text.toLowerCase() === name)
    .length;
}
