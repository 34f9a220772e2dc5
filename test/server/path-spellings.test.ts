import test from 'ava';
import { routes } from '../../src/routes/index.js';
import { PREFIX } from '../../src/routes/path.js';
import { pages } from '../../src/server/accounts/pages/index.js';
import { withServer } from '../helpers/server.js';
import type { Seen } from '../helpers/visitor.js';
import { authorizeAddress, CHALLENGE, LOOPBACK, people } from './oauth/flow.js';

/** Every path of the service, with 1 for its parameters. */
const paths = [
  ...routes.filter(({ stream }) => stream === undefined).map(({ path }) => PREFIX + path.path),
  ...pages.map(({ path }) => PREFIX + path),
  ...['auth', 'token', 'device', 'revoke', 'introspect', 'tokeninfo'].map((endpoint) => `/ws/oauth2/${endpoint}`),
  '/.well-known/oauth-authorization-server/ws/oauth2',
  ...['/documentation', '/openapi.json'].map((path) => PREFIX + path),
  ...['/livez', '/readyz'],
].map((path) => path.replace(/\[.*?\]/g, '').replace(/\{\w+\}/g, '1'));

const spellings: readonly [name: string, respell: (path: string) => string][] = [
  ['upper case', (path) => path.toUpperCase()],
  ['a doubled slash', (path) => path.replace(/\/(?=[^/]+$)/, '//')],
  ['a doubled slash at its start', (path) => `/${path}`],
  ['an encoded letter', (path) => path.replace(/[a-z](?=[^/]*$)/, encodeLetter)],
];

const encodeLetter = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`;

const PKCE = { code_challenge: CHALLENGE, code_challenge_method: 'S256' };

const comparable = ({ status, headers, location }: Seen) => ({
  status,
  type: headers.get('Content-Type'),
  location: location?.replace(/[\w-]{20,}/g, 'id'),
});

for (const [name, respell] of spellings) {
  test(`a path with ${name} behaves as its plain form or is a 404`, withServer, async (t, server) => {
    const { visitor } = await people(server);
    const { origin, search } = new URL(authorizeAddress(server, { client_id: 'app', redirect_uri: LOOPBACK, ...PKCE }));
    for (const path of new Set(paths)) {
      const [plain, other] = [path, respell(path)].map((each) => origin + each + search) as [string, string];
      // The other one comes first: a step that misses it would leave its work to the plain one.
      const [seen, expected] = [await visitor.open(other), await visitor.open(plain)].map(comparable);
      if (seen?.status === 404) t.pass();
      else t.deepEqual(seen, expected, other);
    }
  });
}
