import type { Principal, Store } from '../../store/store.js';
import { tokenHash } from '../../store/token.js';
import { type AddressOptions, baseUrl } from '../request/base-url.js';
import { routeOf, type Step, type StepContext } from '../state.js';
import { readCursor } from '../streams/read-cursor.js';
import type { Streams } from '../streams/streams.js';
import { gives, presentedToken } from './authenticate.js';

/** The parts of the service that open streams. */
export interface FollowParts {
  store: Store;
  streams: Streams;
  options: AddressOptions & { accessTokenParameter: boolean };
}

/** Opens the stream of the route, for a client that has asked for it; its answer is written as things arrive. */
export function follow(services: FollowParts): Step {
  return async (ctx, next) => {
    const { state } = ctx;
    const { stream, access } = routeOf(state);
    if (state.asksForStream !== true || stream === undefined) return next();
    const holder = await holderOf(ctx, services);
    const { params } = state.parameters ?? {};
    const { principal } = state;
    // The steps before this one have checked the call against the schemas and the access of its route.
    const followed = await stream.follow({ params, principal, store: services.store } as never);
    const beginning = await readCursor(ctx.get('Last-Event-ID'), stream, followed.characterUid, services.store);
    ctx.status = 200;
    if (ctx.method === 'HEAD' || ctx.res.destroyed) {
      state.stream = (response) => response.end();
      return;
    }
    const mayFollow = ({ character_uid: uid, permissions }: Principal) =>
      uid === followed.characterUid && gives(permissions, access);
    const { requestId } = state;
    const options = {
      kind: stream.kind,
      followed,
      holder: { ...holder, mayFollow },
      origin: baseUrl(ctx, services.options.publicUrl),
      ...beginning,
    };
    services.streams.admit(options.holder, ctx.res);
    state.stream = (response) => services.streams.begin(options, response, requestId);
  };
}

async function holderOf(ctx: StepContext, { store, options }: FollowParts) {
  const { principal, clientAddress, isTrusted, now } = ctx.state;
  const token = await presentedToken(ctx, options.accessTokenParameter);
  if (!principal || token === undefined)
    throw new TypeError('A stream needs a token: put this step after authenticate');
  const grant = await store.grants.find(principal.grant_id, Math.floor(now / 1000));
  const accountId = grant?.account_id ?? null;
  return { tokenHash: tokenHash(token), grantId: principal.grant_id, accountId, clientAddress, isTrusted };
}
