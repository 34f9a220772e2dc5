import type { Route } from '../../routes/define-route.js';
import { checkMethod } from '../response/check-method.js';
import type { Step } from '../state.js';

/** Selects the route of the request's method. HEAD is GET without the body, and OPTIONS lists the methods. */
export function selectMethod(routes: readonly Route[]): Step {
  const methods: string[] = routes.map(({ method }) => method);
  if (methods.includes('GET')) methods.push('HEAD');
  return (ctx, next) => {
    if (!checkMethod(ctx, methods)) return undefined;
    const method = ctx.method === 'HEAD' ? 'GET' : ctx.method;
    ctx.state.route = routes.find((route) => route.method === method) as Route;
    return next();
  };
}
