import test from 'ava';
import { NOW } from '../../helpers/galaxy.js';
import { type Server, withServer } from '../../helpers/server.js';
import type { Visitor } from '../../helpers/visitor.js';
import { authorizeAddress, CHALLENGE, originOf, people, post, VERIFIER } from './flow.js';

const pageOf = (server: Server) => `${server.url}/documentation`;

const askAs = (server: Server, more: Record<string, string> = {}) =>
  authorizeAddress(server, {
    ...{ client_id: 'svcapi-page', redirect_uri: pageOf(server) },
    ...{ code_challenge: CHALLENGE, code_challenge_method: 'S256', ...more },
  });

/** Allows what the page asks for, and returns the address that the browser is sent back to. */
async function allow(server: Server, visitor: Visitor): Promise<URL> {
  let { location = '' } = await visitor.open(askAs(server));
  if (!location.startsWith(pageOf(server))) {
    await visitor.visit(location);
    ({ location = '' } = await visitor.send({ decision: 'allow' }));
    ({ location = '' } = await visitor.open(location));
  }
  return new URL(location);
}

async function signIn(server: Server, visitor: Visitor) {
  const back = await allow(server, visitor);
  const form = { grant_type: 'authorization_code', client_id: 'svcapi-page', redirect_uri: pageOf(server) };
  const code = back.searchParams.get('code') ?? '';
  return { back, answer: await post(server, '/token', { ...form, code, code_verifier: VERIFIER }) };
}

test('the documentation page is a client that nobody registers', withServer, async (t, server) => {
  const { visitor } = await people(server);
  const { back, answer } = await signIn(server, visitor);
  t.is(back.origin + back.pathname, pageOf(server));
  t.is(answer.json.scope, 'character_read');
  t.is(answer.json.refresh_token, undefined);
  const headers = { Authorization: `Bearer ${answer.json.access_token}` };
  t.is((await server.call('/character', { headers })).status, 200);
  t.like(await server.store.clients.find('svcapi-page'), { is_public: 1, owner_id: null, created_at: NOW });

  const { location = '' } = await visitor.open(askAs(server));
  t.true(location.startsWith(`${pageOf(server)}?code=`), 'the person is asked once');
});

test('the question says that the browser returns to this site', withServer, async (t, server) => {
  const { visitor } = await people(server);
  await visitor.visit(askAs(server));
  t.true(visitor.html.includes('<dt>You will return to</dt><dd><bdi>this site</bdi>'));
  t.false(visitor.html.includes('Any program can use this name'));
});

test('the documentation page is sent back to under its own address alone', withServer, async (t, server) => {
  const { visitor } = await people(server);
  const { port } = new URL(server.url);
  for (const redirect_uri of [
    `http://127.0.0.1:${Number(port) + 1}/ws/v2.0/documentation`,
    `http://localhost:${port}/ws/v2.0/documentation`,
    `${originOf(server)}/ws/v2.0/documentation/`,
    'https://tools.example/ws/v2.0/documentation',
  ]) {
    const { status, location } = await visitor.open(askAs(server, { redirect_uri }));
    t.is(status, 400, redirect_uri);
    t.is(location, undefined);
  }
});

test('a host that revokes the documentation page ends its sign-ins and their tokens', withServer, async (t, server) => {
  const { visitor } = await people(server);
  const { answer } = await signIn(server, visitor);
  t.true(await server.store.clients.revoke('svcapi-page', NOW));
  const headers = { Authorization: `Bearer ${answer.json.access_token}` };
  t.is((await server.call('/character', { headers })).status, 401);
  t.is((await visitor.open(askAs(server))).status, 400);
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
