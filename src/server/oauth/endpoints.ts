import { OAUTH } from '../../routes/path.js';
import type { Store } from '../../store/store.js';
import type { StepContext } from '../context/state.js';
import { deviceAnswer, pollTooEarly } from './device.js';
import type { OpenProvider } from './oauth.js';
import { OAuthError } from './oauth-error.js';
import { areStorable, EMPTY_STATE, type EndpointPath, parametersOf, scopeProblem } from './parameters.js';
import { type LibraryAnswer, runLibrary } from './provider/run-library.js';
import { readForm } from './read-form.js';
import { revokeToken } from './revoke-token.js';
import { tokenInfo } from './token-info.js';

/** A request to an endpoint of OAuth. */
export interface OAuthCall {
  ctx: StepContext;
  services: { store: Store };
  open: OpenProvider;
}

export type Handle = (call: OAuthCall) => Promise<LibraryAnswer>;

/** An endpoint: its path below `/ws/oauth2`, and its methods. */
export interface Endpoint {
  path: string;
  GET?: Handle;
  POST?: Handle;
  /** True to count the calls of a client that proves who it is by its id, whatever its address. */
  countsClients?: boolean;
}

const answer = (body: unknown): LibraryAnswer => ({ status: 200, body, oidc: undefined });

/** Lets the library answer a form. */
const form =
  (
    path: EndpointPath,
    check: (parameters: URLSearchParams, call: OAuthCall) => Promise<void> | void = () => {},
  ): Handle =>
  async (call) => {
    const { ctx, open } = call;
    const parameters = parametersOf(path, await readForm(ctx));
    if (!areStorable(parameters)) throw new OAuthError('invalid_request', 'a parameter has control characters');
    await check(parameters, call);
    return runLibrary(open.provider, ctx, open.issuer, { method: 'POST', path, form: parameters });
  };

const authorize: Handle = async ({ ctx, open }) => {
  const query = parametersOf('/auth', ctx.query);
  if (!areStorable(query)) throw new OAuthError('invalid_request', 'a parameter has control characters');
  if (ctx.query.state === '') query.set('state', EMPTY_STATE);
  return runLibrary(open.provider, ctx, open.issuer, { method: 'GET', path: '/auth', query });
};

/** Goes on with an authorization after a person has signed in or agreed. */
const resume: Handle = async ({ ctx, open }) => {
  const path = ctx.path.slice(OAUTH.length).replace(/\/$/, '');
  return runLibrary(open.provider, ctx, open.issuer, { method: 'GET', path });
};

const authorizeDevice: Handle = async (call) => {
  const checked = form('/device', (parameters) => {
    const problem = scopeProblem(parameters.get('scope') ?? '');
    if (problem !== undefined) throw new OAuthError('invalid_scope', problem);
  });
  const result = await checked(call);
  if (result.status !== 200) return result;
  return { ...result, body: deviceAnswer(result.body as object, call.open.issuer) };
};

const exchange = form('/token', async (parameters, { ctx, services }) => {
  const code = parameters.get('device_code');
  if (code !== null && (await pollTooEarly(services.store, code, ctx.state.now))) {
    throw new OAuthError('slow_down', 'wait five seconds longer between two requests');
  }
});

/** Describes a token. Its `sub` is the character, since nobody else needs to know the account. */
const introspect: Handle = async (call) => {
  const result = await form('/introspect')(call);
  const character = result.oidc?.entities.Grant?.character;
  if (character === undefined || !(result.body as { active?: boolean }).active) return result;
  const { iss, ...body } = result.body as Record<string, unknown>;
  return { ...result, body: { ...body, sub: character, iss } };
};

const revokeByAddress: Handle = async ({ ctx, services }) => {
  const { token, client_id: clientId } = ctx.query;
  if (typeof token !== 'string' || typeof clientId !== 'string') {
    throw new OAuthError('invalid_request', 'token and client_id must be given, once each');
  }
  await revokeToken(services.store, { token, clientId, now: Math.floor(ctx.state.now / 1000) });
  return answer('');
};

const describeToken: Handle = async ({ ctx, services }) => answer(await tokenInfo(ctx, services.store));

/** Returns the pattern of the path of an endpoint, in any case and with a slash at its end. */
export function pathPattern({ path }: Endpoint): RegExp {
  return new RegExp(`^${OAUTH}${path.replace('{uid}', '[\\w-]{1,100}')}/?$`, 'i');
}

/** All endpoints. Each path has a rate limit of its own. */
export const endpoints: readonly Endpoint[] = [
  { path: '/auth', GET: authorize },
  { path: '/auth/{uid}', GET: resume },
  { path: '/token', POST: exchange, countsClients: true },
  { path: '/device', POST: authorizeDevice },
  { path: '/revoke', GET: revokeByAddress, POST: form('/revoke') },
  { path: '/introspect', POST: introspect },
  { path: '/tokeninfo', GET: describeToken },
];
