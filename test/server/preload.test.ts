import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { host, stop, tokenIn } from '../helpers/cli/hosted.js';
import { temporaryFolder } from '../helpers/folder.js';
import { form, type Server } from '../helpers/server.js';
import { Visitor } from '../helpers/visitor.js';
import { askFor, EXCHANGE, PKCE, post } from './oauth/flow.js';

const TELL_LOADED = fileURLToPath(new URL('../helpers/cli/tell-loaded-later.cjs', import.meta.url));

const PASSWORD = 'a password of the demo';

test('no first request loads a module', async (t) => {
  const folder = temporaryFolder();
  const secret = join(folder, 'secret');
  writeFileSync(secret, 'secret-of-the-provider');
  // Nobody listens at the provider.
  const provider = { issuer: 'http://127.0.0.1:1', 'client-id': 'x', 'client-secret-file': secret };
  const argv = ['--database', join(folder, 'x.db'), '--demo-size', '0.01'];
  for (const [name, value] of Object.entries(provider)) argv.push(`--oidc-${name}`, value);
  const hosted = await host(t, argv, /login --url/, { NODE_OPTIONS: `--require=${TELL_LOADED}` });
  const told = text(hosted.child.stderr as NodeJS.ReadableStream);
  const { url } = hosted;
  const server = { url: `${url}/ws/v2.0` } as Server;
  const refused: string[] = [];
  const call = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(new URL(path, url), init);
    if (!response.ok) refused.push(path);
    await response.body?.cancel();
  };
  const bearer = { Authorization: `Bearer ${tokenIn(hosted)}` };
  for (const path of ['/livez', '/readyz', '/ws/v2.0/api/time', '/ws/v2.0/documentation', '/ws/v2.0/openapi.json'])
    await call(path);
  for (const path of ['character', 'character.xml', 'events/personal', 'datacard/14:1', 'entity/20:1', 'nothing'])
    await call(`/ws/v2.0/${path}`, { headers: bearer });
  await call('/ws/v2.0/events/personal', { headers: { ...bearer, Accept: 'text/event-stream' } });
  const assignment = form({ production_entity_uid: '4:1', uses: 1 });
  await call('/ws/v2.0/datacard/14:1', { ...assignment, headers: { ...bearer, 'Idempotency-Key': 'one' } });
  await call('/ws/v2.0/api/time', form({ cgt: 'Year 1 Day 1' }));
  await call('/.well-known/oauth-authorization-server');
  await call('/ws/oauth2/device', form({ client_id: 'svcapi-cli', scope: 'character_read' }));

  const visitor = new Visitor(server.url);
  await visitor.visit(/\S+\/account\/invitation\S*/.exec(hosted.printed.join('\n'))?.[0] ?? '');
  await visitor.submit({ password: PASSWORD, repeated: PASSWORD });
  const other = new Visitor(server.url);
  await other.visit('/account/sign-in');
  await other.send({}, { form: other.forms().findIndex((each) => each.includes('account/provider"')) });
  await other.signIn('Hana Veil', PASSWORD);
  for (const page of ['', '/my-programs', '/tokens', '/sessions', '/password', '/device'])
    await visitor.visit(`/account${page}`);
  const client = { client_id: 'demo-program', redirect_uri: 'http://127.0.0.1:49152/' };
  const asked = await askFor({ ...server, visitor }, { ...client, ...PKCE, access_type: 'offline' });
  const exchange = { ...EXCHANGE, ...client, code: asked.get('code') ?? '' };
  const { refresh_token, access_token: token } = (await post(server, '/token', exchange)).json;
  t.is((await post(server, '/token', { ...client, grant_type: 'refresh_token', refresh_token })).status, 200);
  t.is((await post(server, '/revoke', { ...client, token })).status, 200);

  t.is(await stop(hosted, 'SIGTERM'), 0);
  t.deepEqual(refused, ['/ws/v2.0/nothing']);
  const later: string[] = JSON.parse(/^loaded later: (.*)$/m.exec(await told)?.[1] ?? '');
  // The judge of a new password takes 24 MB, which most services never need.
  t.deepEqual(
    later.filter((name) => !name.includes('/judge-password')),
    [],
  );
});
