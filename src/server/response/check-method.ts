import { Failure } from '../../domain/failure.js';
import type { StepContext } from '../state.js';

/**
 * Returns true for a request with one of the methods of its path, and answers OPTIONS.
 *
 * @throws {Failure} `method_not_allowed` for any other method
 */
export function checkMethod(ctx: StepContext, methods: readonly string[]): boolean {
  if (methods.includes(ctx.method)) return true;
  const allow = [...methods, 'OPTIONS'];
  if (ctx.method !== 'OPTIONS') throw new Failure('method_not_allowed', undefined, { allow });
  ctx.state.fields.Allow = allow.join(', ');
  ctx.status = 204;
  return false;
}

/** Redirects to a relative address, which is right behind any proxy. */
export function redirect(ctx: StepContext, location: string): void {
  ctx.state.fields.Location = location;
  ctx.body = null;
  ctx.status = 303;
}
