import { Failure } from '../../domain/failure.js';
import { OAUTH } from '../../routes/path.js';
import { PAGE } from '../documents/documents.js';
import { answerOAuth, OAuthError, toOAuthError } from '../oauth/answer-oauth.js';
import { type Endpoint, endpoints, type OAuthCall, pathPattern } from '../oauth/endpoints.js';
import type { OAuth } from '../oauth/oauth.js';
import { documents, type Metadata } from '../oauth/server-metadata.js';
import { type AddressOptions, issuerOf, prefixOf } from '../request/base-url.js';
import type { FormatName, StepContext } from '../state.js';
import { checkMethod, nowhere, type ResourceEntry } from './find-route.js';
import { type CallCounting, countCall } from './limit-calls.js';

/** Characters: some programs send a `state` of 8 KB. */
const MAX_AUTHORIZATION_TARGET = 12 * 1024;

type OAuthParts = CallCounting &
  OAuthCall['services'] & { oauth: OAuth; options: AddressOptions & { defaultFormat: FormatName } };

export function oauthResources(services: OAuthParts): ResourceEntry[] {
  const { oauth, options } = services;
  const writeFailure = (ctx: StepContext, failure: Failure) =>
    answerOAuth(ctx, options.defaultFormat, toOAuthError(failure));
  const entry = (
    pattern: string | RegExp,
    name: string,
    answer: (ctx: StepContext) => Promise<void>,
  ): ResourceEntry => {
    const serve = (ctx: StepContext) =>
      answer(ctx).catch((error: unknown) => {
        if (!(error instanceof OAuthError)) throw error;
        answerOAuth(ctx, options.defaultFormat, error);
      });
    const isAuthorization = name === `${OAUTH}/auth`;
    return [pattern, { name, writeFailure, serve, ...(isAuthorization && { maxTarget: MAX_AUTHORIZATION_TARGET }) }];
  };
  return [
    ...endpoints.map((endpoint) => entry(pathPattern(endpoint), OAUTH + endpoint.path, (ctx) => serve(ctx, endpoint))),
    // The path of the issuer comes last: RFC 8414, section 3.1.
    ...Object.entries(documents).map(([path, metadata]) =>
      entry(new RegExp(`^${path.replaceAll('.', '\\.')}(?=/|$)`), path, (ctx) => describe(ctx, path, metadata)),
    ),
    [new RegExp(`^${OAUTH}/`, 'i'), { ...nowhere, writeFailure }],
  ];

  async function serve(ctx: StepContext, endpoint: Endpoint): Promise<void> {
    const { path, GET, POST } = endpoint;
    const name = `oauth${path.replace(/\W+/g, '-').replace(/-$/, '')}`;
    await countCall({ path: OAUTH + path, name }, ctx.state, services);
    if (!checkMethod(ctx, [...(GET ? ['GET'] : []), ...(POST ? ['POST'] : [])])) return;
    const open = (await oauth.open(ctx)) ?? refuseHost();
    await (ctx.method === 'GET' ? GET : POST)?.({ ctx, services, open });
    answerOAuth(ctx, options.defaultFormat);
  }

  async function describe(ctx: StepContext, path: string, metadata: Metadata): Promise<void> {
    if (!checkMethod(ctx, ['GET', 'HEAD'])) return;
    const issuer = issuerOf(ctx, options.publicUrl) ?? refuseHost();
    if (!['', prefixOf(issuer)].includes(ctx.path.slice(path.length))) throw new Failure('route_not_found');
    ctx.body = metadata(issuer, issuer + PAGE);
    ctx.set('Cache-Control', 'public, max-age=3600');
  }

  function refuseHost(): never {
    const text = 'OAuth works at localhost only until the host of this service has set --public-url';
    throw new OAuthError('invalid_request', text);
  }
}
