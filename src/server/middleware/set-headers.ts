import type { Step } from '../context.js';

/** What keeps browsers from making more of an answer than data. */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
};

/** Puts on every answer how it may be used and kept. */
export const setHeaders: Step = async (ctx, next) => {
  ctx.set(SECURITY_HEADERS);
  ctx.vary('Accept');
  await next();
  const sentToken = ctx.get('Authorization') !== '' || ctx.state.caller !== undefined;
  if (sentToken) ctx.set('Cache-Control', 'no-store');
};
