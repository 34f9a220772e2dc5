import test from 'ava';
import { routes } from '../../src/routes/index.js';
import { PREFIX } from '../../src/routes/path.js';
import { pages } from '../../src/server/accounts/pages/index.js';
import { withServer } from '../helpers/server.js';
import type { Seen } from '../helpers/visitor.js';
import { authorizeAddress, LOOPBACK, PKCE, people } from './oauth/flow.js';

/** Every path of the service, with 1 for its parameters. */
const paths = [
  ...routes.filter(({ stream }) => stream === undefined).map(({ path }) => PREFIX + path.path),
  ...pages.map(({ path }) => PREFIX + path),
  ...['auth', 'token', 'device', 'revoke', 'introspect', 'tokeninfo'].map((endpoint) => `/ws/oauth2/${endpoint}`),
  '/.well-known/oauth-authorization-server/ws/oauth2',
  ...['/documentation', '/openapi.json'].map((path) => PREFIX + path),
  ...['/livez', '/readyz'],
].map((path) => path.replace(/\[.*?\]/g, '').replace(/\{\w+\}/g, '1'));

/** Upper case, a doubled slash, one at the start, an encoded letter. */
const spellings: readonly ((path: string) => string)[] = [
  (path) => path.toUpperCase(),
  (path) => path.replace(/\/(?=[^/]+$)/, '//'),
  (path) => `/${path}`,
  (path) => path.replace(/[a-z](?=[^/]*$)/, encodeLetter),
];

const encodeLetter = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`;

const comparable = ({ status, headers, location }: Seen) => ({
  status,
  type: headers.get('Content-Type'),
  location: location?.replace(/[\w-]{20,}/g, 'id'),
});

test('a path in another spelling behaves as its plain form or is a 404', withServer, async (t, server) => {
  const { visitor } = await people(server);
  const { origin, search } = new URL(authorizeAddress(server, { client_id: 'app', redirect_uri: LOOPBACK, ...PKCE }));
  for (const respell of spellings) {
    for (const path of new Set(paths)) {
      const other = origin + respell(path) + search;
      // The other one comes first: a step that misses it would leave its work to the plain one.
      const seen = comparable(await visitor.open(other));
      if (seen.status !== 404) t.deepEqual(seen, comparable(await visitor.open(origin + path + search)), other);
    }
  }
});
