import { permissionNames } from '../../domain/permission.js';
import { OAUTH } from '../../routes/path.js';
import { DEVICE_CODE } from './clients.js';

const SECRET_METHODS = ['client_secret_basic', 'client_secret_post'] as const;
export const AUTH_METHODS = ['none', ...SECRET_METHODS] as const;

export type Metadata = (issuer: string, documentation: string) => object;

/** RFC 8414, section 2. */
const authorizationServer: Metadata = (issuer, documentation) => {
  const base = issuer + OAUTH;
  return {
    issuer,
    authorization_endpoint: `${base}/auth`,
    token_endpoint: `${base}/token`,
    device_authorization_endpoint: `${base}/device`,
    revocation_endpoint: `${base}/revoke`,
    introspection_endpoint: `${base}/introspect`,
    scopes_supported: permissionNames,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token', DEVICE_CODE],
    token_endpoint_auth_methods_supported: AUTH_METHODS,
    revocation_endpoint_auth_methods_supported: AUTH_METHODS,
    introspection_endpoint_auth_methods_supported: SECRET_METHODS,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    service_documentation: documentation,
  };
};

/** Adds the fields without which OpenID Connect libraries refuse the document. No token is ever signed. */
const openIdProvider: Metadata = (issuer, documentation) => ({
  ...authorizationServer(issuer, documentation),
  jwks_uri: issuer + KEYS,
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
});

/** RFC 9728, section 2. */
const protectedResource: Metadata = (issuer, documentation) => ({
  resource: issuer,
  authorization_servers: [issuer],
  scopes_supported: permissionNames,
  bearer_methods_supported: ['header'],
  resource_documentation: documentation,
});

const KEYS = `${OAUTH}/jwks`;

/** Libraries read that of OpenID Connect unless they are told to use OAuth 2. */
export const documents: Readonly<Record<string, Metadata>> = {
  '/.well-known/oauth-authorization-server': authorizationServer,
  '/.well-known/openid-configuration': openIdProvider,
  '/.well-known/oauth-protected-resource': protectedResource,
  [KEYS]: () => ({ keys: [] }),
};
