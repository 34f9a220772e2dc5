import cors from '@koa/cors';
import type { Step } from '../state.js';

/** Any origin is safe: calls need no cookie, and no other page reads the pages of the accounts, which do. */
export function allowOrigins(origins: readonly string[]): Step {
  const allow = cors(corsOptions(origins)) as Step;
  return (ctx, next) =>
    ctx.req.headers.origin === undefined || ctx.state.resource.isOwnOrigin ? next() : allow(ctx, next);
}

function corsOptions(origins: readonly string[]): cors.Options {
  return {
    origin: (ctx) => {
      if (origins.includes('*')) return '*';
      const origin = ctx.get('Origin');
      return origins.includes(origin) ? origin : '';
    },
    // Without allowHeaders, a preflight allows the header fields that it asks for: tracing adds its own to every call.
    allowMethods: ['GET', 'HEAD', 'POST', 'DELETE'],
    exposeHeaders: [
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
      'X-RateLimit-ResetTime',
      'RateLimit',
      'RateLimit-Policy',
      'Retry-After',
      'ETag',
      'WWW-Authenticate',
      'X-Request-Id',
    ],
    maxAge: 600,
  };
}
