import { Failure, invalidParameter } from '../../domain/failure.js';
import type { RouteStream } from '../../routes/define-stream.js';
import type { Principal, Store } from '../../store/store.js';
import { tokenHash } from '../../store/token.js';
import { type AddressOptions, baseUrl } from '../request/base-url.js';
import { routeOf, type StepContext } from '../state.js';
import type { Streams } from '../streams/streams.js';
import { gives, presentedToken } from './authenticate.js';

export interface FollowParts {
  store: Store;
  streams: Streams;
  options: AddressOptions & { accessTokenParameter: boolean };
}

export async function follow(ctx: StepContext, { store, streams, options }: FollowParts): Promise<void> {
  const { state } = ctx;
  const { principal, clientAddress, isTrusted, now, requestId } = state;
  const { stream, access } = routeOf(state);
  const token = await presentedToken(ctx, options.accessTokenParameter);
  if (!stream || !principal || token === undefined) {
    throw new TypeError('A stream needs a token: put this step after authenticate');
  }
  const { grant_id: grantId, expires_at: expiresAt } = principal;
  const seconds = Math.floor(now / 1000);
  // A stream has no leeway: it would end at once, and its client would reconnect.
  if (expiresAt <= seconds) throw new Failure('token_invalid');
  const grant = await store.grants.find(grantId, seconds);
  // Earlier steps have checked the call against the schemas and the access of its route.
  const followed = await stream.follow({ params: state.parameters?.params, principal, store } as never);
  const beginning = await readCursor(ctx.get('Last-Event-ID'), stream, followed.characterUid, store);
  ctx.status = 200;
  if (ctx.method === 'HEAD' || ctx.res.destroyed) {
    state.stream = (response) => response.end();
    return;
  }
  const mayFollow = ({ character_uid: uid, permissions }: Principal) =>
    uid === followed.characterUid && gives(permissions, access);
  const accountId = grant?.account_id ?? null;
  const holder = { tokenHash: tokenHash(token), grantId, accountId, clientAddress, isTrusted, mayFollow };
  const opened = { kind: stream.kind, followed, holder, origin: baseUrl(ctx, options.publicUrl), ...beginning };
  streams.admit(holder, ctx.res);
  state.stream = (response) => streams.begin(opened, response, requestId);
}

/** Finds the cursor after Last-Event-ID, or at the last arrival. @throws {Failure} `invalid_parameter` for an unknown id */
async function readCursor(id: string, stream: RouteStream, characterUid: string, { arrivals }: Store) {
  const { first, last } = await arrivals.span();
  if (id === '') return { cursor: last, isReset: false };
  const given = /^@\d{1,15}$/.test(id) ? Number(id.slice(1)) : undefined;
  const number = given === undefined ? stream.numberOf(id) : undefined;
  if (given === undefined && number === undefined) {
    throw invalidParameter('Last-Event-ID', `Last-Event-ID: It must be ${stream.id}, or an id that a stream has sent.`);
  }
  const cursor = number === undefined ? given : await arrivals.placeOf(stream.kind, number, characterUid);
  // A cursor after the last arrival is from another database, such as that before a backup was restored.
  if (cursor === undefined || cursor > last) return { cursor: last, isReset: true };
  return cursor < first - 1 ? { cursor: first - 1, isReset: true } : { cursor, isReset: false };
}
