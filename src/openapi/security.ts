import { permissions } from '../domain/permission.js';

export const SECURITY_SCHEME = 'token';

/** The scopes of a token: permissions, with what each allows. */
const scopes = Object.fromEntries(
  Object.entries(permissions).map(([name, { description, inherits }]) => [
    name,
    description.replaceAll('<br />', ' ') + (inherits === '' ? '' : ` Includes \`${inherits}\`.`),
  ]),
);

/**
 * How calls are authorised: a bearer token, whose scopes are permissions. It is no `oauth2` scheme, since that has to name the
 * addresses of a flow, and tokens are given out by the host.
 */
export const securitySchemes = {
  [SECURITY_SCHEME]: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A token stands for a client that acts for a character, with some of these permissions; the host of the service ' +
      'gives it out. `Authorization: OAuth TOKEN`, as older clients send it, is understood too.\n\n' +
      Object.entries(scopes)
        .map(([name, about]) => `- \`${name}\`: ${about}`)
        .join('\n'),
    'x-scopes': scopes,
  },
};
