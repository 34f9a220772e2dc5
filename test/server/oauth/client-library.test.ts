import test from 'ava';
import * as oauth from 'openid-client';
import type { Server } from '../../helpers/server.js';
import { allow, LOOPBACK, originOf, statusWith, WEB, withPeople } from './flow.js';

const discover = (server: Server, client: string, authentication: oauth.ClientAuth, algorithm: 'oauth2' | 'oidc') =>
  oauth.discovery(new URL(originOf(server)), client, undefined, authentication, {
    ...{ algorithm, execute: [oauth.allowInsecureRequests] },
  });

for (const [title, authenticate, algorithm] of [
  ['Basic', oauth.ClientSecretBasic, 'oauth2'],
  ['the body, by the discovery of OpenID Connect, which is its default', oauth.ClientSecretPost, 'oidc'],
] as const) {
  test(`openid-client: code, refresh and revocation with a secret in ${title}`, withPeople, async (t, server) => {
    const { secret, visitor } = server;
    const config = await discover(server, 'tool', authenticate(secret), algorithm);
    const [verifier, state] = [oauth.randomPKCECodeVerifier(), oauth.randomState()];
    const address = oauth.buildAuthorizationUrl(config, {
      ...{ redirect_uri: WEB, scope: 'character_read character_events', state, access_type: 'offline' },
      ...{ code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
    });
    const back = await allow(visitor, address);
    t.is(back.origin + back.pathname, WEB);
    t.is(back.searchParams.get('iss'), originOf(server));
    const tokens = await oauth.authorizationCodeGrant(config, back, {
      pkceCodeVerifier: verifier,
      expectedState: state,
    });
    t.is(tokens.token_type, 'bearer');
    t.is(tokens.expires_in, 3600);
    t.is(tokens.scope, 'character_read character_events');
    t.is(await statusWith(server, tokens.access_token), 200);
    t.is(await statusWith(server, tokens.refresh_token ?? ''), 401);

    const renewed = await oauth.refreshTokenGrant(config, tokens.refresh_token ?? '');
    t.is(renewed.refresh_token, tokens.refresh_token, 'a program with a secret keeps its refresh token');
    t.is(renewed.scope, tokens.scope);
    t.is(await statusWith(server, renewed.access_token), 200);

    t.like(await oauth.tokenIntrospection(config, renewed.access_token), {
      ...{ active: true, client_id: 'tool', sub: '1:1', scope: 'character_read character_events' },
    });
    await oauth.tokenRevocation(config, renewed.refresh_token ?? '');
    t.deepEqual(await oauth.tokenIntrospection(config, renewed.access_token), { active: false });
    await t.throwsAsync(oauth.refreshTokenGrant(config, tokens.refresh_token ?? ''));
  });
}

test('openid-client: a public program on a loopback port', withPeople, async (t, server) => {
  const { visitor } = server;
  const config = await discover(server, 'app', oauth.None(), 'oauth2');
  const verifier = oauth.randomPKCECodeVerifier();
  const address = oauth.buildAuthorizationUrl(config, {
    ...{ redirect_uri: LOOPBACK, scope: 'CHARACTER_AUTH', access_type: 'offline' },
    ...{ code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
  });
  const back = await allow(visitor, address);
  const tokens = await oauth.authorizationCodeGrant(config, back, { pkceCodeVerifier: verifier });
  t.is(tokens.scope, 'character_auth');
  const renewed = await oauth.refreshTokenGrant(config, tokens.refresh_token ?? '');
  t.not(renewed.refresh_token, tokens.refresh_token, 'its refresh tokens rotate');
  t.regex(renewed.refresh_token ?? '', /^svcapi_r_/);
});
