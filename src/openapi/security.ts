import { permissions } from '../domain/permission.js';
import type { Route } from '../routes/define-route.js';
import { OAUTH, PREFIX } from '../routes/path.js';

const scopes = Object.fromEntries(
  Object.entries(permissions).map(([name, { description, inherits }]) => [
    name,
    description.replaceAll('<br />', ' ') + (inherits === '' ? '' : ` Includes \`${inherits}\`.`),
  ]),
);

/** Builds a bearer scheme and OAuth 2 flows, both with permissions as scopes. */
export function buildSecuritySchemes(baseUrl: string) {
  const at = (path: string) => `${baseUrl}${OAUTH}/${path}`;
  const endpoints = { tokenUrl: at('token'), refreshUrl: at('token') };
  return {
    token: {
      type: 'http',
      scheme: 'bearer',
      description:
        'A token stands for a client that acts for a character with some of these permissions. A program gets it by `oauth2`, ' +
        `a player makes one at \`${PREFIX}/account/tokens\`, and the host of the service issues others. ` +
        '`Authorization: OAuth TOKEN`, which older clients send, is accepted too.\n\n' +
        Object.entries(scopes)
          .map(([name, about]) => `- \`${name}\`: ${about}`)
          .join('\n'),
      'x-scopes': scopes,
    },
    oauth2: {
      type: 'oauth2',
      description:
        `A player registers a program at \`${PREFIX}/account/my-programs\`, or the host does. A program with a browser uses \`authorizationCode\`, ` +
        'with PKCE (`S256`). Native programs may use any port of a registered loopback ' +
        'address. `access_type=offline` asks for a refresh token.\n\n' +
        `A program without a browser uses the device flow (RFC 8628): \`POST ${OAUTH}/device\` with \`client_id\` and \`scope\`, then ` +
        `\`POST ${OAUTH}/token\` with \`grant_type=urn:ietf:params:oauth:grant-type:device_code\`. \`x-deviceAuthorization\` describes it ` +
        'as OpenAPI 3.2 does.',
      flows: {
        authorizationCode: { authorizationUrl: at('auth'), ...endpoints, scopes },
        'x-deviceAuthorization': { deviceAuthorizationUrl: at('device'), ...endpoints, scopes },
      },
      'x-oauth2MetadataUrl': `${baseUrl}/.well-known/oauth-authorization-server`,
    },
  };
}

/** Accepts either scheme. A bearer scheme declares no scopes in OpenAPI. */
export function securityOf(access: Route['access']): Record<string, string[]>[] {
  if (access === 'public') return [];
  return [{ token: [] }, { oauth2: access === 'token' ? [] : [access] }];
}
