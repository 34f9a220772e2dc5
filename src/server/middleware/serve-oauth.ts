import type { Logger } from 'pino';
import { Failure } from '../../domain/failure.js';
import { OAUTH } from '../../routes/path.js';
import type { FormatName } from '../context/format.js';
import type { Step, StepContext } from '../context/state.js';
import { PAGE } from '../documents/page-documents.js';
import { answerOAuth, sendOAuthError } from '../oauth/answer-oauth.js';
import { provenClient } from '../oauth/client-secret.js';
import { type Endpoint, endpoints, type OAuthCall, pathPattern } from '../oauth/endpoints.js';
import { addressOf } from '../oauth/issuer.js';
import type { OAuth } from '../oauth/oauth.js';
import { OAuthError, toOAuthError } from '../oauth/oauth-error.js';
import { documents, type Metadata } from '../oauth/server-metadata.js';
import { type CallCounting, countCall } from '../rate-limit/count-call.js';
import type { AddressOptions } from '../request/base-url.js';
import { answerFailures } from '../response/answer-failure.js';
import { checkMethod } from '../response/check-method.js';

const patterns = new Map<string, RegExp>([
  ...endpoints.map((endpoint) => [endpoint.path, pathPattern(endpoint)] as const),
  // The path of the issuer comes last: RFC 8414, section 3.1.
  ...Object.keys(documents).map((path) => [path, new RegExp(`^${path.replaceAll('.', '\\.')}(?=/|$)`)] as const),
  // Unknown paths get errors of the same shape.
  ['other', new RegExp(`^${OAUTH}/`, 'i')],
]);

/**
 * Finds the endpoint of OAuth that a request is for, and answers its failures in the shape of the RFCs, also those of the steps
 * between this one and `serveOAuth`.
 */
export function answerOAuthErrors(log: Logger, defaultFormat: FormatName): Step {
  const answer = answerFailures(log, (ctx, failure) => sendOAuthError(ctx, defaultFormat, toOAuthError(failure)));
  return (ctx, next) => {
    const [path] = [...patterns].find(([, pattern]) => pattern.test(ctx.path)) ?? [];
    if (path === undefined) return next();
    ctx.state.endpoint = path;
    return answer(ctx, next);
  };
}

/** The calls that a client with a secret has for each one of an address: its server calls for all who use it. */
const CLIENT_CALLS = 10;

type OAuthParts = CallCounting &
  OAuthCall['services'] & { oauth: OAuth; options: AddressOptions & { defaultFormat: FormatName } };

/** Serves OAuth 2 below `/ws/oauth2`, and its metadata. */
export function serveOAuth(services: OAuthParts): Step {
  const { stats, oauth, options, store } = services;
  const ofClients = { ...services, limiter: services.limiter.times(CLIENT_CALLS) };
  const byPath = new Map(endpoints.map((endpoint) => [endpoint.path, endpoint]));

  return async (ctx, next) => {
    const { endpoint: path = '' } = ctx.state;
    const endpoint = byPath.get(path);
    const metadata = documents[path];
    if (!endpoint && !metadata) return next();
    ctx.state.stats = stats.of(endpoint ? OAUTH + path : path);
    try {
      await (metadata ? describe(ctx, path, metadata) : serve(ctx, endpoint as Endpoint));
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      sendOAuthError(ctx, options.defaultFormat, error);
    }
  };

  async function serve(ctx: StepContext, endpoint: Endpoint): Promise<void> {
    await count(ctx, endpoint);
    const { GET, POST } = endpoint;
    if (!checkMethod(ctx, [...(GET ? ['GET'] : []), ...(POST ? ['POST'] : [])])) return;
    const open = (await oauth.open(ctx)) ?? refuseHost();
    await (ctx.method === 'GET' ? GET : POST)?.({ ctx, services, open });
    answerOAuth(ctx, options.defaultFormat);
  }

  /** Counts a call for its address; for a client that proves who it is, which is never blacklisted, by its id. */
  async function count(ctx: StepContext, { path, countsClients }: Endpoint): Promise<void> {
    const counted = { path: OAUTH + path, name: `oauth${path.replace(/\W+/g, '-').replace(/-$/, '')}` };
    let client: string | undefined;
    try {
      if (countsClients && ctx.method === 'POST') client = await provenClient(ctx, store);
    } finally {
      if (client === undefined) await countCall(counted, ctx.state, services);
    }
    if (client === undefined) return;
    await countCall(counted, { ...ctx.state, clientAddress: `client ${client}`, isTrusted: true }, ofClients);
  }

  function describe(ctx: StepContext, path: string, metadata: Metadata): void {
    if (!checkMethod(ctx, ['GET'])) return;
    const issuer = oauth.issuerOf(ctx) ?? refuseHost();
    if (!['', issuer.prefix].includes(ctx.path.slice(path.length))) throw new Failure('route_not_found');
    ctx.body = metadata(issuer, addressOf(issuer) + PAGE);
    ctx.set('Cache-Control', 'public, max-age=3600');
  }

  function refuseHost(): never {
    const text = options.publicUrl === undefined ? 'the host of this service must set --public-url' : '';
    throw new OAuthError('invalid_request', `this service is called by an address that is not its own: ${text}`);
  }
}
