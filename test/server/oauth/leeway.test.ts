import test from 'ava';
import { withServer } from '../../helpers/server.js';
import { originOf, people, post, signInApp } from './flow.js';

test('an access token is accepted for a minute after its end, unless it was revoked', withServer, async (t, server) => {
  const { visitor, secret } = await people(server);
  await server.store.clients.update('tool', { is_resource_server: 1 });
  const [token, revoked] = [await signInApp(server, visitor), await signInApp(server, visitor)].map(
    ({ answer }) => answer.json.access_token as string,
  ) as [string, string];
  const statusWith = async (each: string) =>
    (await server.call('/character', { headers: { Authorization: `Bearer ${each}` } })).status;
  server.time.now += 3_659_000;
  t.is(await statusWith(token), 200);
  t.is(await statusWith(revoked), 200);
  const asked = { token, client_id: 'tool', client_secret: secret };
  t.deepEqual((await post(server, '/introspect', asked)).json, { active: false });
  t.is((await fetch(`${originOf(server)}/ws/oauth2/tokeninfo?access_token=${token}`)).status, 401);
  await fetch(`${originOf(server)}/ws/oauth2/revoke?token=${revoked}&client_id=app`);
  t.is(await statusWith(revoked), 401);
  server.time.now += 1000;
  t.is(await statusWith(token), 401);
});
