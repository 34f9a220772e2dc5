import { permissionNames } from '../../domain/permission.js';

/** The fields of RFC 8414 that are true of this service: the library adds those of OpenID Connect. */
const FIELDS =
  `issuer authorization_endpoint token_endpoint device_authorization_endpoint revocation_endpoint introspection_endpoint
  response_types_supported grant_types_supported token_endpoint_auth_methods_supported code_challenge_methods_supported
  authorization_response_iss_parameter_supported`.split(/\s+/);

/** Returns the description of the authorization server. RFC 8414. */
export function metadataDocument(body: object, documentation: string): object {
  const known = Object.entries(body).filter(([name]) => FIELDS.includes(name));
  return {
    ...Object.fromEntries(known),
    scopes_supported: permissionNames,
    response_modes_supported: ['query'],
    service_documentation: documentation,
  };
}
