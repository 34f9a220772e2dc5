import { commandLine } from '../../domain/oauth-client.js';
import { DEVICE_POLL_INTERVAL } from '../../model/account.js';
import { OAUTH } from '../../routes/path.js';
import type { Store } from '../../store/store.js';
import { tokenHash } from '../../store/token.js';
import { bearerToken } from '../request/bearer-token.js';
import type { StepContext } from '../state.js';
import { withPrefix } from './adapter.js';
import { OAuthError } from './answer-oauth.js';
import { type OpenProvider, runLibrary } from './library.js';
import { formOf, parametersOf, scopeProblem } from './parameters.js';

export interface OAuthCall {
  ctx: StepContext;
  services: { store: Store };
  open: OpenProvider;
}

export type Handle = (call: OAuthCall) => Promise<void>;

/** The path is below `/ws/oauth2`. */
export interface Endpoint {
  path: string;
  GET?: Handle;
  POST?: Handle;
}

const authorize: Handle = ({ ctx, open }) => runLibrary(ctx, open, '/auth', parametersOf('/auth', ctx.query));

const resume: Handle = ({ ctx, open }) => runLibrary(ctx, open, ctx.path.slice(OAUTH.length));

const exchange: Handle = async ({ ctx, open, services }) => {
  const form = await formOf('/token', ctx);
  const code = form.get('device_code');
  if (code !== null && (await pollsTooEarly(services.store, tokenHash(code), seconds(ctx))))
    throw new OAuthError('slow_down', 'wait five seconds longer between two requests');
  await runLibrary(ctx, open, '/token', form);
  const { access_token, refresh_token, ...body } = ctx.body as Record<string, string>;
  if (access_token === undefined) return;
  ctx.body = {
    access_token: withPrefix('access', access_token),
    ...body,
    ...(refresh_token !== undefined && { refresh_token: withPrefix('refresh', refresh_token) }),
  };
};

/** Returns true if a device polls before its interval is over, while nobody has decided. */
async function pollsTooEarly({ codes }: Store, hash: string, now: number): Promise<boolean> {
  const code = await codes.find(hash);
  const isWaiting = code?.kind === 'device' && code.user_code_hash !== null && code.expires_at > now;
  return isWaiting && !(await codes.poll(hash, now));
}

/** RFC 8628, section 3.2. */
const authorizeDevice: Handle = async ({ ctx, open }) => {
  const form = await formOf('/device', ctx);
  const problem = scopeProblem(form.get('scope') ?? '');
  if (problem !== undefined) throw new OAuthError('invalid_scope', problem);
  await runLibrary(ctx, open, '/device', form);
  if (ctx.status === 200) ctx.body = { ...(ctx.body as object), interval: DEVICE_POLL_INTERVAL };
};

const revoke: Handle = async ({ ctx, open }) => runLibrary(ctx, open, '/revoke', await formOf('/revoke', ctx));

/** Revokes by GET, for existing clients: a refresh token with its grant, another one with its grant's tokens. */
const revokeByAddress: Handle = async ({ ctx, services: { store } }) => {
  const { token, client_id: clientId } = ctx.query;
  if (typeof token !== 'string' || typeof clientId !== 'string')
    throw new OAuthError('invalid_request', 'token and client_id must be given, once each');
  ctx.body = '';
  const found = await store.tokens.find(tokenHash(token), seconds(ctx));
  if (found?.client_id !== clientId) return;
  if (found.kind === 'refresh') await store.grants.end(found.grant_id, seconds(ctx));
  else await store.tokens.revokeOfGrant(found.grant_id, seconds(ctx));
};

/** Names the character as `sub`: nobody else needs to know the account. */
const introspect: Handle = async ({ ctx, open, services }) => {
  const form = await formOf('/introspect', ctx);
  if (!form.has('client_id') && ctx.get('Authorization') === '') {
    ctx.set('WWW-Authenticate', 'Basic realm="svcapi"');
    throw new OAuthError('invalid_client', 'the client must prove who it is by its secret', 401);
  }
  await runLibrary(ctx, open, '/introspect', form);
  const body = ctx.body as { active?: boolean };
  if (!body.active) return;
  const token = await services.store.tokens.find(tokenHash(form.get('token') ?? ''), seconds(ctx));
  ctx.body = token ? { ...body, sub: token.character_uid, exp: token.expires_at } : { active: false };
};

/** Returns whom a token acts for. Only here, `character_auth` is sufficient for that. */
const describeToken: Handle = async ({ ctx, services: { store } }) => {
  const token = bearerToken(ctx) ?? ctx.query.access_token;
  ctx.state.isPrivate = true;
  const now = seconds(ctx);
  const principal =
    typeof token === 'string' ? await store.tokens.principal(token, now, ctx.state.clientAddress) : undefined;
  if (!principal) {
    ctx.set('WWW-Authenticate', 'Bearer realm="svcapi", error="invalid_token"');
    throw new OAuthError('invalid_token', 'the token is missing, unknown, expired or revoked', 401);
  }
  ctx.state.principal = principal;
  const { character_uid, client_id, grant_id, permissions, expires_at } = principal;
  const character = await store.characters.find(character_uid);
  // Other programs do not learn the account.
  const grant = client_id === commandLine.id ? await store.grants.find(grant_id, now) : undefined;
  const account = grant?.account_id ? await store.accounts.find(grant.account_id) : undefined;
  ctx.body = {
    user_id: character_uid,
    name: character?.name ?? '',
    client_id,
    scope: permissions.join(' '),
    expires_in: expires_at - now,
    ...(account && { account: account.name }),
  };
};

function seconds({ state: { now } }: StepContext): number {
  return Math.floor(now / 1000);
}

/** Matches any case and a trailing slash. */
export function pathPattern({ path }: Endpoint): RegExp {
  return new RegExp(`^${OAUTH}${path.replace('{uid}', '[\\w-]{1,100}')}/?$`, 'i');
}

/** Each path has a separate rate limit. */
export const endpoints: readonly Endpoint[] = [
  { path: '/auth', GET: authorize },
  { path: '/auth/{uid}', GET: resume },
  { path: '/token', POST: exchange },
  { path: '/device', POST: authorizeDevice },
  { path: '/revoke', GET: revokeByAddress, POST: revoke },
  { path: '/introspect', POST: introspect },
  { path: '/tokeninfo', GET: describeToken },
];
