import { generateKeyPairSync } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import Library, { type KoaContextWithOIDC } from 'oidc-provider';
import type { IdentityProviderOptions } from '../../../src/server/accounts/openid-connect/identity-provider.js';
import { listen } from '../cli/strange-server.js';
import type { Scope } from '../scope.js';

/** The provider of a community: oidc-provider on a port of its own, which signs in whoever its test names. */
export interface HonestProvider {
  /** The settings of a service that uses it. */
  options: IdentityProviderOptions;
  /** The subject of the person at the browser; undefined for somebody who cancels. */
  person: string | undefined;
  /** The paths that were asked for. */
  paths: string[];
}

/** What the provider tells about everybody, and the service must not keep. */
export const TOLD = { name: 'Real Name Of Hana', email: 'hana@mail.example' };

const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });

/** Starts a provider, which ends with the test. */
export async function honestProvider(
  t: Scope,
  { method = 'client_secret_basic', ...options }: Partial<IdentityProviderOptions> & { method?: string } = {},
): Promise<HonestProvider> {
  const server = http.createServer((request, response) => void answer(request, response));
  const issuer = await listen(t, server);
  const client = { clientId: 'galaxy', clientSecret: 'of-the-galaxy:7%+&' };
  const provider = new Library(issuer, configuration(client, method));
  const handle = provider.callback();
  const self: HonestProvider = {
    options: { issuer: `${issuer}/`, ...client, name: 'Discord', create: false, ...options },
    person: 'subject-of-hana',
    paths: [],
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    self.paths.push(new URL(request.url ?? '/', issuer).pathname);
    if (!request.url?.startsWith('/interaction/')) return handle(request, response);
    const result =
      self.person === undefined ? { error: 'access_denied' } : { login: { accountId: self.person }, consent: {} };
    response.writeHead(303, { Location: await provider.interactionResult(request, response, result) }).end();
  }
  return self;
}

function configuration({ clientId, clientSecret }: { clientId: string; clientSecret: string }, method: string): object {
  return {
    clients: [
      {
        ...{ client_id: clientId, client_secret: clientSecret, token_endpoint_auth_method: method },
        // Any: tests do not know their port before.
        redirect_uris: ['http://127.0.0.1/ws/v2.0/account/provider/callback'],
        application_type: 'native',
      },
    ],
    clientAuthMethods: [method],
    jwks: { keys: [{ ...key, use: 'sig', alg: 'RS256' }] },
    claims: { openid: ['sub', 'name', 'email'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: KoaContextWithOIDC, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: KoaContextWithOIDC, id: string) => ({ accountId: id, claims: () => ({ sub: id, ...TOLD }) }),
    // Each sign-in is of the person whom the test names at that time.
    expiresWithSession: () => false,
    ttl: { Session: 1, Grant: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60, Interaction: 600 },
    async loadExistingGrant({ oidc: { provider, client, account } }: KoaContextWithOIDC) {
      const grant = new provider.Grant({ clientId: client?.clientId, accountId: account?.accountId });
      grant.addOIDCScope('openid');
      await grant.save();
      return grant;
    },
  };
}
