import { Failure } from '../../../domain/failure.js';
import { holds } from '../../../domain/permission.js';
import { routeOf, type Step } from '../../context.js';

/** Rejects a token that lacks the permission of the route, granted or inherited. Reference, section 5. */
export const authorize: Step = (ctx, next) => {
  const { access } = routeOf(ctx.state);
  if (access === 'public' || access === 'token') return next();
  const held = ctx.state.principal?.permissions ?? [];
  if (holds(held, access)) return next();
  throw new Failure('permission_missing', `The token lacks ${access}. Ask the character to grant it.`, {
    required_permission: access,
    available_permissions: [...held],
  });
};
