import test from 'ava';
import { tokenHash } from '../../../src/store/token.js';
import { withServer } from '../../helpers/server.js';
import { allow, authorizeAddress, people, post, signInApp, WEB } from './flow.js';

/** Changes of what oidc-provider does by itself. */

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
