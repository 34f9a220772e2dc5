import type { Step } from '../context.js';

/** Puts on every answer what keeps browsers from making more of it than data. */
export const setHeaders: Step = async (ctx, next) => {
  ctx.set('X-Content-Type-Options', 'nosniff');
  ctx.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  ctx.set('Referrer-Policy', 'no-referrer');
  ctx.vary('Accept');
  await next();
  const sentToken = ctx.get('Authorization') !== '' || ctx.state.caller !== undefined;
  if (sentToken) ctx.set('Cache-Control', 'no-store');
};
