import type { EventEmitter } from 'node:events';
import { parse } from 'node:querystring';
import type { Middleware } from 'koa';
import compose from 'koa-compose';
import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC as Context, errors } from 'oidc-provider';
import type { Logger } from 'pino';
import { OAUTH } from '../../routes/path.js';
import { prefixOf } from '../request/base-url.js';
import type { StepContext } from '../state.js';
import { isSecretOf } from './clients.js';
import { configurationOf, type Library, type ProviderParts } from './configuration.js';

export interface OpenProvider {
  issuer: string;
  provider: Provider;
  /** The name of the cookie. */
  sessionCookie: string;
  run: Middleware;
}

export function createProvider(library: Library, issuer: string, parts: ProviderParts, log: Logger): OpenProvider {
  const provider = new library.default(issuer, configurationOf(library, issuer, parts));
  // openid-client sends the secret itself, and the database has only its hash.
  provider.Client.prototype.compareClientSecret = function (actual) {
    return isSecretOf(String(this.clientSecret), actual);
  };
  recordEvents(provider, log);
  return { issuer, provider, sessionCookie: parts.cookieNames.session, run: compose(provider.middleware) };
}

/** Warnings about the oldest Node.js that this program supports, and about forms that it reads before oidc-provider. */
const EXPECTED = /Unsupported runtime|already parsed request body/;

let isQuiet = false;

/** Hides the expected warnings for good: calls overlap. */
export async function loadLibrary(): Promise<Library> {
  const { warn } = console;
  if (!isQuiet) console.warn = (...line) => void (EXPECTED.test(String(line[0])) || warn(...line));
  isQuiet = true;
  return await import('oidc-provider');
}

/** Logs no token, code, secret or program URL. */
function recordEvents(provider: EventEmitter, log: Logger): void {
  const lineOf = ({ state, oidc }: Context) => ({
    requestId: state.requestId,
    address: state.clientAddress,
    client: oidc.entities.Client?.clientId,
    grant: oidc.entities.Grant?.jti,
  });
  provider.on('grant.success', (ctx: Context) => {
    log.info({ ...lineOf(ctx), grantType: String(ctx.oidc.params?.grant_type) }, 'tokens issued');
  });
  provider.on('grant.revoked', (ctx: Context, grant: string) => {
    log.info({ ...lineOf(ctx), grant }, 'grant ended');
  });
  for (const event of ['authorization', 'grant', 'device_authorization', 'revocation', 'introspection']) {
    provider.on(`${event}.error`, (ctx: Context, { message, error_detail }: errors.OIDCProviderError) => {
      // A waiting device polls every five seconds.
      const level = message === 'authorization_pending' ? 'debug' : 'info';
      log[level]({ ...lineOf(ctx), error: message, detail: error_detail }, 'refused');
    });
  }
  provider.on('server_error', (ctx: Context, err: Error) => {
    log.error({ requestId: ctx.state.requestId, err }, 'server_error');
  });
}

/** Runs the library as koa-mount does. It builds URLs from the issuer, not from the Host field. */
export async function runLibrary(
  ctx: StepContext,
  { issuer, run, sessionCookie }: OpenProvider,
  path: string,
  parameters = new URLSearchParams(),
): Promise<void> {
  const { url, request } = ctx;
  const { originalUrl } = request;
  ctx.cookies.secure = issuer.startsWith('https:');
  const isForm = ctx.method === 'POST';
  ctx.url = isForm ? path : `${path}?${parameters}`;
  request.originalUrl = new URL(issuer).origin + ctx.url;
  Object.assign(ctx, { mountPath: prefixOf(issuer) + OAUTH });
  if (isForm) {
    // The library accepts no other type of form.
    ctx.req.headers['content-type'] = 'application/x-www-form-urlencoded';
    Object.assign(request, { body: parse(parameters.toString()) });
  }
  try {
    await run(ctx, async () => {});
  } finally {
    ctx.url = url;
    request.originalUrl = originalUrl;
    keepSessionCookie(ctx, sessionCookie);
  }
}

/** Drops the renewed session cookie: the adapter keeps the session unchanged. */
function keepSessionCookie({ response }: StepContext, name: string): void {
  const cookies = [response.get('Set-Cookie') ?? []].flat();
  const others = cookies.filter((cookie) => !cookie.startsWith(`${name}=`));
  if (others.length === 0) response.remove('Set-Cookie');
  else response.set('Set-Cookie', others);
}
