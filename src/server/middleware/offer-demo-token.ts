import { isLoopback } from '../../domain/loopback.js';
import type { Step } from '../context/state.js';
import { PAGE } from '../documents/page-documents.js';
import { checkMethod } from '../response/check-method.js';
import { READING } from './serve-documents.js';

/**
 * Gives the token of a demo galaxy to its page. It comes before the step that allows other origins, so that no page of another
 * origin can read the token, and checks the host, so that no name which an attacker points to this machine can, either.
 */
export function offerDemoToken(token: string): Step {
  return (ctx, next) => {
    if (ctx.path !== `${PAGE}/demo-token` || !isLoopback(ctx.hostname)) return next();
    if (!checkMethod(ctx, READING)) return undefined;
    Object.assign(ctx.state.fields, { 'Cache-Control': 'no-store', 'Cross-Origin-Resource-Policy': 'same-origin' });
    ctx.status = 200;
    ctx.type = 'text/plain; charset=utf-8';
    ctx.body = token;
    return undefined;
  };
}
