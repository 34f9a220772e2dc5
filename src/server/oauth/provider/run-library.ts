import { Readable } from 'node:stream';
import compose from 'koa-compose';
import type Provider from 'oidc-provider';
import type { OidcContext } from 'oidc-provider';
import { OAUTH } from '../../../routes/path.js';
import type { StepContext } from '../../context/state.js';
import type { Issuer } from '../issuer.js';

/** A request as the library is to see it. */
export interface LibraryRequest {
  method: string;
  /** The path below that of OAuth. */
  path: string;
  query?: URLSearchParams;
  form?: URLSearchParams;
}

/** The answer of the library, whose header fields are those of the response already. */
export interface LibraryAnswer {
  status: number;
  body: unknown;
  oidc: OidcContext | undefined;
}

/**
 * The description of the authorization server. RFC 8414, section 3. The second path is that of OpenID Connect, where libraries look
 * unless they are told that they use OAuth 2 (RFC 8414, section 5): the document is the same.
 */
export const METADATA = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'] as const;

/** The header fields of a request that the library needs. What it builds from the Host must be what the host of the service has set. */
const PASSED_ON = ['accept', 'authorization', 'cookie', 'origin'];

/** Returns a context of the library for a request: with the address of the issuer, and with the parameters that were let through. */
export function libraryContext(provider: Provider, ctx: StepContext, issuer: Issuer, request: LibraryRequest) {
  const { method, path, query, form } = request;
  const address = new URL(issuer.origin);
  const body = form && Buffer.from(form.toString());
  const search = query && query.size > 0 ? `?${query}` : '';
  const headers: Record<string, string | undefined> = { host: address.host };
  for (const name of PASSED_ON) headers[name] = ctx.get(name) || undefined;
  if (body) {
    headers['content-type'] = 'application/x-www-form-urlencoded';
    headers['content-length'] = String(body.length);
  }
  const { remoteAddress } = ctx.req.socket;
  // The library is given a request of Node, of which Koa reads these.
  const incoming = Object.assign(Readable.from(body ? [body] : []), {
    method,
    headers,
    url: path + search,
    originalUrl: issuer.prefix + OAUTH + path + search,
    socket: { remoteAddress, encrypted: address.protocol === 'https:' },
  });
  const context = provider.createContext(incoming as never, ctx.res);
  context.state = ctx.state;
  return context;
}

const composed = new WeakMap<Provider, (context: object) => Promise<void>>();

/** Lets the library answer a request. */
export async function runLibrary(
  provider: Provider,
  ctx: StepContext,
  issuer: Issuer,
  request: LibraryRequest,
): Promise<LibraryAnswer> {
  const run = composed.get(provider) ?? (compose(provider.middleware) as (context: object) => Promise<void>);
  composed.set(provider, run);
  const context = libraryContext(provider, ctx, issuer, request);
  await run(context);
  const { status, body } = context;
  return { status, body, oidc: (context as { oidc?: OidcContext }).oidc };
}
