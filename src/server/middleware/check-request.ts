import { Failure } from '../../domain/failure.js';
import type { Step } from '../context.js';

const MAX_URL = 2048;
const MAX_HEADER_FIELDS = 100;

/** Refuses what is too large, or no request at all, before it costs anything. */
export const checkRequest: Step = (ctx, next) => {
  if (ctx.url.length > MAX_URL) throw new Failure('uri_too_long');
  // Node counts fields only to drop the surplus silently, so its own limit stays above this one.
  if (ctx.req.rawHeaders.length / 2 > MAX_HEADER_FIELDS) throw new Failure('header_fields_too_large');
  if (ctx.req.httpVersion === '1.1' && ctx.get('Host') === '') {
    throw new Failure('malformed_request', 'A request needs a Host header.');
  }
  return next();
};
