import { Failure } from '../../domain/failure.js';
import { holds, type Permission } from '../../domain/permission.js';
import type { Access } from '../../routes/define-route.js';
import type { Principal, Store } from '../../store/store.js';
import { bearerToken, hasTokenInAddress } from '../request/bearer-token.js';
import { parseBody } from '../request/body.js';
import { routeOf, type Step, type StepContext } from '../state.js';

/** Seconds for which a token is accepted after its end. The library of the original service depends on this. */
const LEEWAY = 60;

/** RFC 6750, section 2, and reference, section 5. `isParameter` also accepts the `access_token` parameter. */
export function authenticate({ tokens }: Store, isParameter: boolean): Step {
  return async (ctx, next) => {
    const { access } = routeOf(ctx.state);
    if (access === 'public') return next();
    const token = await presentedToken(ctx, isParameter);
    if (token === undefined) throw new Failure('token_missing', advice(ctx, isParameter));
    const { now, clientAddress } = ctx.state;
    const principal = await tokens.principal(token, Math.floor(now / 1000) - LEEWAY, clientAddress);
    if (!principal) throw new Failure('token_invalid');
    ctx.state.principal = principal;
    authorize(principal, access);
    return next();
  };
}

function authorize({ permissions }: Principal, access: Access): void {
  if (gives(permissions, access)) return;
  throw new Failure('permission_missing', `The token lacks ${access}. Ask the player to grant it.`, {
    required_permission: access,
    available_permissions: [...permissions],
  });
}

export function gives(held: readonly Permission[], access: Access): boolean {
  return access === 'public' || access === 'token' || holds(held, access);
}

export async function presentedToken(ctx: StepContext, isParameter: boolean): Promise<string | undefined> {
  return bearerToken(ctx) ?? (isParameter ? fromParameter(ctx) : undefined);
}

/** Returns the message for a token that is sent in another way. */
function advice(ctx: StepContext, isParameter: boolean): string | undefined {
  if (ctx.get('Authorization') !== '')
    return 'Authorization does not hold a Bearer token. Send it as “Authorization: Bearer TOKEN”.';
  if (isParameter || !hasTokenInAddress(ctx)) return undefined;
  return 'This service does not read access_token in the address. Send the token as “Authorization: Bearer TOKEN”.';
}

async function fromParameter(ctx: StepContext): Promise<string | undefined> {
  const token = ctx.query.access_token ?? (await fromForm(ctx));
  return typeof token === 'string' ? token : undefined;
}

async function fromForm(ctx: StepContext): Promise<unknown> {
  return ctx.request.is('urlencoded') === 'urlencoded' ? (await parseBody(ctx)).access_token : undefined;
}
