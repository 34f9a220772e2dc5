import type { Step, StepContext } from '../context/state.js';

/** Header fields that keep browsers from treating an answer as anything but data. */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
};

/** The fields of a request that decide about an answer of a route, and about a document. RFC 9110, section 12.5.5. */
export const vary = { answer: 'Accept, Authorization, Origin', document: 'Accept, Origin' };

/** Sets the fields of every answer that govern its use and caching. */
export const setHeaders: Step = (ctx, next) => {
  Object.assign(ctx.state.fields, SECURITY_HEADERS);
  ctx.state.isPrivate = ctx.req.headers.authorization !== undefined || hasTokenInAddress(ctx);
  return next();
};

/** Returns true if the address of a request has a token, whether the service reads it there or not. RFC 6750, section 2.3. */
export function hasTokenInAddress({ search, query }: StepContext): boolean {
  return search !== '' && query.access_token !== undefined;
}
