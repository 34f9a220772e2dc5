import test from 'ava';
import { NOW } from '../../helpers/galaxy.js';
import { type Server, withServer } from '../../helpers/server.js';
import { authorizeAddress, CHALLENGE, people, post } from './flow.js';

const askAs = (server: Server, more: Record<string, string> = {}) =>
  authorizeAddress(server, {
    ...{ redirect_uri: `${server.url}/documentation`, code_challenge: CHALLENGE, code_challenge_method: 'S256' },
    ...more,
  });

test('no client has the reserved id of a page', withServer, async (t, server) => {
  const { visitor } = await people(server);
  const redirect_uris = JSON.stringify([`${server.url}/documentation`]);
  await server.store.clients.create({ id: 'svcapi-page', name: 'Page', is_public: 1, redirect_uris }, NOW);
  t.is((await visitor.open(askAs(server, { client_id: 'svcapi-page' }))).status, 400);
});

test('the command line is a client that nobody registers, and is not sent back to', withServer, async (t, server) => {
  const { visitor } = await people(server);
  const client = { client_id: 'svcapi-cli' };
  t.is((await visitor.open(askAs(server, client))).status, 400);
  const { json: asked } = await post(server, '/device', { ...client, scope: 'character_read' });
  await visitor.visit(asked.verification_uri_complete.replace(server.url, ''));
  await visitor.send({ user_code: asked.user_code });
  await visitor.send({ decision: 'allow' });
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
  const { status, json } = await post(server, '/token', { grant_type, ...client, device_code: asked.device_code });
  t.is(status, 200);
  t.truthy(json.refresh_token);
});
