import type { Logger } from 'pino';
import { OAUTH } from '../../routes/path.js';
import type { FormatName } from '../context/format.js';
import type { Step, StepContext } from '../context/state.js';
import { PAGE } from '../documents/page-documents.js';
import { answerOAuth, sendOAuthError, toOAuthError } from '../oauth/answer-oauth.js';
import { type Endpoint, endpoints, type Handle, type OAuthCall, pathPattern } from '../oauth/endpoints.js';
import { metadataDocument } from '../oauth/metadata-document.js';
import type { OAuth, OpenProvider } from '../oauth/oauth.js';
import { OAuthError } from '../oauth/oauth-error.js';
import { provenClient } from '../oauth/proven-client.js';
import { METADATA, runLibrary } from '../oauth/provider/run-library.js';
import { type CallCounting, type CountedPath, countCall } from '../rate-limit/count-call.js';
import type { AddressOptions } from '../request/base-url.js';
import { answerFailures } from '../response/answer-failure.js';
import { checkMethod } from '../response/check-method.js';

/** Answers failures of requests of OAuth, also those of the steps before it, in the shape of its RFCs. */
export function answerOAuthErrors(log: Logger, defaultFormat: FormatName): Step {
  const answer = answerFailures(log, (ctx, failure) => sendOAuthError(ctx, defaultFormat, toOAuthError(failure)));
  return (ctx, next) => (isOAuthPath(ctx.path) ? answer(ctx, next) : next());
}

const OAUTH_PATH = new RegExp(`^${OAUTH}/`, 'i');

function isOAuthPath(path: string): boolean {
  return isMetadata(path) || OAUTH_PATH.test(path);
}

function isMetadata(path: string): boolean {
  return METADATA.some((each) => each === path);
}

/** The calls that a client with a secret has for each one of an address: its server calls for all who use it. */
const CLIENT_CALLS = 10;

type OAuthParts = CallCounting &
  OAuthCall['services'] & { oauth: OAuth; options: AddressOptions & { defaultFormat: FormatName } };

/** Serves OAuth 2 below `/ws/oauth2`. */
export function serveOAuth(services: OAuthParts): Step {
  const { stats, oauth, options, store } = services;
  const ofClients = { ...services, limiter: services.limiter.times(CLIENT_CALLS) };
  const mounted = endpoints.map((endpoint) => {
    const path = { path: OAUTH + endpoint.path, name: `oauth${endpoint.path.replace(/\W+/g, '-').replace(/-$/, '')}` };
    return {
      endpoint,
      path,
      stats: stats.of(path.path),
      pattern: pathPattern(endpoint),
    };
  });
  const metadata = stats.of(METADATA[0]);

  return async (ctx, next) => {
    if (!isOAuthPath(ctx.path)) return next();
    const found = mounted.find(({ pattern }) => pattern.test(ctx.path));
    if (!found && !isMetadata(ctx.path)) return next();
    ctx.state.stats = found?.stats ?? metadata;
    ctx.state.endpoint = found?.endpoint.path ?? METADATA[0];
    try {
      await (found ? serve(ctx, found) : describe(ctx));
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      oauth.stats.countRefused(ctx.state, error.error);
      sendOAuthError(ctx, options.defaultFormat, error);
    }
  };

  async function serve(ctx: StepContext, { endpoint, path }: (typeof mounted)[number]): Promise<void> {
    await count(ctx, endpoint, path);
    if (!checkMethod(ctx, methodsOf(endpoint))) return;
    const open = await openProvider(ctx);
    const handle = endpoint[ctx.method as 'GET' | 'POST'] as Handle;
    answerOAuth(ctx, options.defaultFormat, await handle({ ctx, services, open }));
  }

  /** Counts a call for its address; for a client that proves who it is, which is never blacklisted, by its id. */
  async function count(ctx: StepContext, { countsClients }: Endpoint, path: CountedPath): Promise<void> {
    let client: string | undefined;
    try {
      if (countsClients && ctx.method === 'POST') client = await provenClient(ctx, store);
    } finally {
      if (client === undefined) await countCall(path, ctx.state, services);
    }
    if (client === undefined) return;
    await countCall(path, { ...ctx.state, clientAddress: `client ${client}`, isTrusted: true }, ofClients);
  }

  async function describe(ctx: StepContext): Promise<void> {
    if (!checkMethod(ctx, ['GET'])) return;
    const open = await openProvider(ctx);
    const { status, body } = await runLibrary(open.provider, ctx, open.issuer, { method: 'GET', path: METADATA[0] });
    const documentation = (options.publicUrl ?? open.issuer.origin) + PAGE;
    ctx.body = status === 200 ? metadataDocument(body as object, documentation) : body;
    ctx.status = status;
  }

  async function openProvider(ctx: StepContext): Promise<OpenProvider> {
    const open = await oauth.open(ctx);
    if (open) return open;
    const text = options.publicUrl === undefined ? 'the host of this service must set --public-url' : '';
    throw new OAuthError('invalid_request', `this service is called by an address that is not its own: ${text}`);
  }
}

function methodsOf({ GET, POST }: Endpoint): string[] {
  return [...(GET ? ['GET'] : []), ...(POST ? ['POST'] : [])];
}
