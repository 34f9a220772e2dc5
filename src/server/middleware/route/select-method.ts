import { Failure } from '../../../domain/failure.js';
import type { Route } from '../../../routes/define-route.js';
import type { Step } from '../../context.js';

/** Selects the route of the request's method. HEAD is GET without the body, and OPTIONS lists the methods. */
export function selectMethod(routes: Route[]): Step {
  const methods = routes.map((route) => route.method);
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
  return (ctx, next) => {
    if (ctx.method === 'OPTIONS') {
      ctx.set('Allow', allow.join(', '));
      ctx.status = 204;
      return;
    }
    const method = ctx.method === 'HEAD' ? 'GET' : ctx.method;
    const route = routes.find((candidate) => candidate.method === method);
    if (!route) throw new Failure('method_not_allowed', undefined, { allow });
    ctx.state.route = route;
    return next();
  };
}
