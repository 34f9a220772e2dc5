import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import type { Client, Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { permissionNames } from '../../domain/permission.js';
import { OAUTH, PREFIX } from '../../routes/path.js';
import { tokenHash } from '../../store/token.js';
import { prefixOf } from '../request/base-url.js';
import { SESSION_LIFETIME } from '../request/cookies.js';
import { type AdapterParts, adapters } from './adapter.js';
import { OWN_METADATA } from './clients.js';
import { consentPolicy, existingGrant, isPublic } from './consent.js';
import { LIFETIMES } from './lifetimes.js';
import { scopeProblem } from './parameters.js';
import { AUTH_METHODS } from './server-metadata.js';

export type Library = typeof import('oidc-provider');

export interface ProviderParts extends Pick<AdapterParts, 'store' | 'now' | 'options'> {
  cookieNames: Record<'session' | 'interaction' | 'resume', string>;
}

/** Paths below that of OAuth. */
const ROUTES = {
  authorization: '/auth',
  token: '/token',
  device_authorization: '/device',
  revocation: '/revoke',
  introspection: '/introspect',
  // The account page on which a person enters the code of a device.
  code_verification: `/../..${PREFIX}/account/device`,
};

/** Features of OpenID Connect and later RFCs that are on by default. */
const OFF =
  `userinfo resourceIndicators pushedAuthorizationRequests dPoP rpInitiatedLogout devInteractions backchannelLogout
  claimsParameter`.split(/\s+/);

/** Generates a key as JWK. To export a generated key itself hangs for ever when Node.js 20 collects garbage during it. */
function generateKey() {
  const { privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return createPrivateKey(privateKey).export({ format: 'jwk' });
}

/** Configures OAuth 2 without the identity layer of OpenID Connect. */
export function configurationOf(library: Library, issuer: string, parts: ProviderParts): Configuration {
  const { store, options } = parts;
  const { errors } = library;
  const account = `${prefixOf(issuer)}${PREFIX}/account`;
  const refuseCode = () => new errors.InvalidGrant('the code was used already');
  return {
    adapter: adapters({ ...parts, context: () => library.default.ctx, refuseCode }),
    routes: ROUTES,
    scopes: permissionNames,
    claims: {},
    responseTypes: ['code'],
    extraClientMetadata: { properties: OWN_METADATA },
    clientAuthMethods: AUTH_METHODS,
    // No token is ever signed, but the library insists on a key.
    jwks: { keys: [generateKey()] },
    features: {
      ...Object.fromEntries(OFF.map((feature) => [feature, { enabled: false }])),
      revocation: { enabled: true, allowedPolicy: isOwnToken },
      introspection: { enabled: true, allowedPolicy: mayIntrospect },
      deviceFlow: { enabled: true, charset: 'base-20', mask: '****-****', deviceInfo: () => ({}) },
    },
    // These endpoints get no cookie: other sites learn nothing that their own secrets do not open.
    clientBasedCORS: () => true,
    pkce: { required: (_, { requiresPkce }) => requiresPkce === true },
    cookies: {
      names: parts.cookieNames,
      long: { httpOnly: true, sameSite: 'lax', path: '/' },
      short: { httpOnly: true, sameSite: 'lax' },
    },
    extraParams: parameterChecks(errors),
    interactions: {
      policy: consentPolicy(library.interactionPolicy),
      url: (_, { uid, prompt }) =>
        prompt.name === 'login' ? `${account}/sign-in?next=${OAUTH}/auth/${uid}` : `${account}/interaction/${uid}`,
    },
    ttl: {
      AccessToken: options.accessTokenLifetime,
      RefreshToken: (_, __, client) => (isPublic(client) ? options.refreshTokenLifetime : options.grantLifetime),
      AuthorizationCode: LIFETIMES.authorizationCode,
      DeviceCode: LIFETIMES.deviceCode,
      Interaction: LIFETIMES.interaction,
      Session: SESSION_LIFETIME,
      Grant: options.grantLifetime,
      IdToken: options.accessTokenLifetime,
    },
    expiresWithSession: () => false,
    /** The library drops access_type; the row of the code has it. */
    async issueRefreshToken(_, __, { kind, jti }) {
      if (kind === 'DeviceCode') return true;
      const code = await store.codes.find(tokenHash(jti));
      return code !== undefined && JSON.parse(code.payload).accessType === 'offline';
    },
    rotateRefreshToken: ({ oidc }) => isPublic(oidc.client),
    loadExistingGrant: (ctx) => existingGrant(ctx, parts),
    findAccount: (_, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
    renderError: (ctx, out) => {
      ctx.body = out;
    },
  };
}

/** RFC 7009, section 2.1: only the token's client can revoke it. */
function isOwnToken(_: unknown, client: Client, token: { clientId?: string | undefined }): boolean {
  return token.clientId === client.clientId;
}

/** RFC 7662, section 4: a client asks about its own tokens, a resource server about all. */
function mayIntrospect(_: unknown, client: Client, token: { clientId?: string | undefined }): boolean {
  return !isPublic(client) && (client.isResourceServer === true || isOwnToken(_, client, token));
}

/** Checks what the library ignores. */
function parameterChecks({ InvalidRequest, InvalidScope }: Library['errors']) {
  const oneOf =
    (name: string, ...words: string[]) =>
    (_: unknown, value: string | undefined) => {
      if (value !== undefined && !words.includes(value))
        throw new InvalidRequest(`${name} must be ${words.join(' or ')}`);
    };
  const checkAccessType = oneOf('access_type', 'offline', 'online');
  return {
    access_type(ctx: KoaContextWithOIDC, value: string | undefined) {
      const scope = String(ctx.query.scope ?? '');
      const problem = ctx.oidc.route === 'authorization' ? scopeProblem(scope) : undefined;
      if (problem !== undefined) throw new InvalidScope(problem, scope);
      checkAccessType(ctx, value);
    },
    renew_previously_granted: oneOf('renew_previously_granted', 'yes', 'no'),
  };
}
