import type { Step } from '../context.js';

/** What keeps browsers from making more of an answer than data. */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
};

const FIELDS = [...Object.entries(SECURITY_HEADERS).flat(), 'Vary', 'Accept, Origin'];

/** Puts on every answer how it may be used and kept. */
export const setHeaders: Step = (ctx, next) => {
  ctx.state.fields.push(...FIELDS);
  ctx.state.isPrivate = ctx.req.headers.authorization !== undefined;
  return next();
};
