import { Failure } from '../../../domain/failure.js';
import { holds, type Permission } from '../../../domain/permission.js';
import type { Access } from '../../../routes/define-route.js';
import { routeOf, type Step } from '../../context/state.js';

/** Rejects a token that lacks the permission of the route. Reference, section 5. */
export const authorize: Step = (ctx, next) => {
  const { access } = routeOf(ctx.state);
  const held = ctx.state.principal?.permissions ?? [];
  if (gives(held, access)) return next();
  throw new Failure('permission_missing', `The token lacks ${access}. Ask the player to grant it.`, {
    required_permission: access,
    available_permissions: [...held],
  });
};

/** Returns true if permissions, granted or inherited, give the access that a route asks for. */
export function gives(held: readonly Permission[], access: Access): boolean {
  return access === 'public' || access === 'token' || holds(held, access);
}
