import test from 'ava';
import { tokenHash } from '../../../src/store/token.js';
import { withServer } from '../../helpers/server.js';
import { allow, authorizeAddress, people, post, signInApp, WEB } from './flow.js';

/** Changes of what oidc-provider does by itself. */

test('tokens have the prefixes of this service', withServer, async (t, server) => {
  const { visitor } = await people(server);
  const { answer } = await signInApp(server, visitor);
  t.regex(answer.json.access_token, /^svcapi_[\w-]{43}$/);
  t.regex(answer.json.refresh_token, /^svcapi_r_[\w-]{43}$/);
});

test('a code carries whether a refresh token was asked for', withServer, async (t, server) => {
  const { visitor } = await people(server);
  t.truthy((await signInApp(server, visitor, { access_type: 'offline' })).answer.json.refresh_token);
  t.is((await signInApp(server, visitor, { access_type: 'online' })).answer.json.refresh_token, undefined);
});

test('a grant carries its character', withServer, async (t, server) => {
  const { visitor, secret } = await people(server);
  const { answer } = await signInApp(server, visitor);
  await server.store.clients.update('tool', { is_resource_server: 1 });
  const asked = { token: answer.json.access_token, client_id: 'tool', client_secret: secret };
  t.is((await post(server, '/introspect', asked)).json.sub, '1:1');
});

test('the secret of a client is compared by its hash', withServer, async (t, server) => {
  const { visitor, secret } = await people(server);
  for (const [client_secret, status] of [
    [secret, 200],
    [tokenHash(secret), 401],
    [`${secret}x`, 401],
  ] as const) {
    const back = await allow(visitor, authorizeAddress(server, { client_id: 'tool', redirect_uri: WEB }));
    const form = { grant_type: 'authorization_code', redirect_uri: WEB, code: back.searchParams.get('code') ?? '' };
    t.is((await post(server, '/token', { ...form, client_id: 'tool', client_secret })).status, status);
  }
});

test('a session keeps its cookie when an authorization goes on', withServer, async (t, server) => {
  const { visitor } = await people(server);
  const before = visitor.cookies.get('svcapi_session');
  await signInApp(server, visitor);
  t.is(visitor.cookies.get('svcapi_session'), before);
  t.is((await visitor.open('/account')).status, 200);
});
