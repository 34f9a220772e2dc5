import { Failure } from '../../domain/failure.js';
import { OAUTH } from '../../routes/path.js';
import type { Step, StepContext } from '../context.js';
import { PAGE } from '../documents/page-documents.js';
import { answerOAuth, answerOAuthError } from '../oauth/answer-oauth.js';
import { type Endpoint, endpoints } from '../oauth/endpoints.js';
import { metadataDocument } from '../oauth/metadata-document.js';
import type { OpenProvider } from '../oauth/oauth.js';
import { OAuthError } from '../oauth/oauth-error.js';
import { METADATA, runLibrary } from '../oauth/provider/run-library.js';
import { countCall } from '../rate-limit/count-call.js';
import type { Services } from '../services.js';

/** Answers failures of requests of OAuth, also those of the steps before it, in the shape of its RFCs. */
export function answerOAuthErrors(services: Services): Step {
  const answerErrors: Step = async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      answerOAuthError(ctx, services, error);
    }
  };
  return (ctx, next) => (isOAuthPath(ctx.path) ? answerErrors(ctx, next) : next());
}

const OAUTH_PATH = new RegExp(`^${OAUTH}/`, 'i');

function isOAuthPath(path: string): boolean {
  return path === METADATA || OAUTH_PATH.test(path);
}

/** Serves OAuth 2 below `/ws/oauth2`. */
export function serveOAuth(services: Services): Step {
  const { stats, oauth } = services;
  const mounted = endpoints.map((endpoint) => {
    const path = { path: OAUTH + endpoint.path, name: `oauth${endpoint.path.replace(/\W+/g, '-').replace(/-$/, '')}` };
    return {
      endpoint,
      path,
      stats: stats.of(path.path),
      pattern: new RegExp(`^${OAUTH}${endpoint.path.replace('{uid}', '[\\w-]{1,100}')}/?$`, 'i'),
    };
  });
  const metadata = stats.of(METADATA);

  return (ctx, next) => (isOAuthPath(ctx.path) ? serve(ctx, next) : next());

  async function serve(ctx: StepContext, next: () => Promise<void>): Promise<void> {
    const found = mounted.find(({ pattern }) => pattern.test(ctx.path));
    if (!found && ctx.path !== METADATA) return next();
    ctx.state.stats = found?.stats ?? metadata;
    ctx.state.endpoint = found?.endpoint.path ?? METADATA;
    if (!found) return describe(ctx, services);
    await countCall(found.path, ctx.state, services);
    const handle = methodOf(ctx, found.endpoint);
    if (!handle) return;
    const open = await openProvider(ctx, services);
    answerOAuth(ctx, services, await handle({ ctx, services, open }));
  }

  async function openProvider(ctx: StepContext, { options }: Services): Promise<OpenProvider> {
    const open = await oauth.open(ctx);
    if (open) return open;
    const text = options.publicUrl === undefined ? 'the host of this service must set --public-url' : '';
    throw new OAuthError('invalid_request', `this service is called by an address that is not its own: ${text}`);
  }

  async function describe(ctx: StepContext, { options }: Services): Promise<void> {
    if (!methodOf(ctx, { path: METADATA, GET: async () => ({ status: 200, body: '', oidc: undefined }) })) return;
    const open = await openProvider(ctx, services);
    const { status, body } = await runLibrary(open.provider, ctx, open.issuer, { method: 'GET', path: METADATA });
    const documentation = (options.publicUrl ?? open.issuer.origin) + PAGE;
    ctx.body = status === 200 ? metadataDocument(body as object, documentation) : body;
    ctx.status = status;
  }
}

/** Returns the handler of the request's method, or answers OPTIONS. */
function methodOf(ctx: StepContext, endpoint: Endpoint) {
  const allow = [...(endpoint.GET ? ['GET'] : []), ...(endpoint.POST ? ['POST'] : []), 'OPTIONS'];
  if (ctx.method === 'OPTIONS') {
    ctx.set('Allow', allow.join(', '));
    ctx.status = 204;
    return undefined;
  }
  const handle = ctx.method === 'GET' ? endpoint.GET : ctx.method === 'POST' ? endpoint.POST : undefined;
  if (!handle) throw new Failure('method_not_allowed', undefined, { allow });
  return handle;
}
