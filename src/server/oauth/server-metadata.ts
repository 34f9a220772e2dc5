import { permissionNames } from '../../domain/permission.js';
import { OAUTH } from '../../routes/path.js';
import { DEVICE_CODE } from './adapter/client-adapter.js';
import { addressOf, type Issuer } from './issuer.js';

/**
 * The paths of the metadata (RFC 8414, section 3). The second one is that of OpenID Connect, where libraries look unless they
 * are told that they use OAuth 2 (RFC 8414, section 5): the document is the same.
 */
export const METADATA = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'] as const;

/** The ways in which programs prove who they are. */
export const AUTH_METHODS = ['none', 'client_secret_basic', 'client_secret_post'];

/** Returns the description of the authorization server. RFC 8414, section 2. */
export function metadataOf(issuer: Issuer, documentation: string): object {
  const base = addressOf(issuer) + OAUTH;
  return {
    issuer: issuer.origin,
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
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    service_documentation: documentation,
  };
}
