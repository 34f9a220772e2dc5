import { permissions } from '../domain/permission.js';

export const SECURITY_SCHEME = 'token';

/** The scopes of a token: permissions, each with its description. */
const scopes = Object.fromEntries(
  Object.entries(permissions).map(([name, { description, inherits }]) => [
    name,
    description.replaceAll('<br />', ' ') + (inherits === '' ? '' : ` Includes \`${inherits}\`.`),
  ]),
);

/**
 * The security scheme: a bearer token, whose scopes are permissions. An `oauth2` scheme would have to name the addresses of a
 * flow, but the host of the service issues the tokens.
 */
export const securitySchemes = {
  [SECURITY_SCHEME]: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A token stands for a client that acts for a character with some of these permissions. The host of the service ' +
      'issues it. `Authorization: OAuth TOKEN`, which older clients send, is accepted too.\n\n' +
      Object.entries(scopes)
        .map(([name, about]) => `- \`${name}\`: ${about}`)
        .join('\n'),
    'x-scopes': scopes,
  },
};
