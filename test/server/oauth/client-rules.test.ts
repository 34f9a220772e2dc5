import test, { type ExecutionContext } from 'ava';
import { withGalaxy } from '../../helpers/cli/run.js';
import { startServer } from '../../helpers/server.js';
import { askFor, introspect, type Peopled, PKCE, people, signInApp, signInTool, VERIFIER, WEB } from './flow.js';

/** A service, its people, and the commands of its host. */
async function hosted(t: ExecutionContext) {
  const { path, run } = await withGalaxy(t);
  const server = await startServer({ database: path });
  t.teardown(() => server.close());
  return { ...server, run, ...(await people(server)) };
}

/** Asks for a code, and returns the parameters of the answer. */
const ask = (server: Peopled, client_id: string, more = {}) =>
  askFor(server, { client_id, redirect_uri: WEB, ...more });

test('a program that the host registers must send a code challenge, unless the host exempts it', async (t) => {
  const server = await hosted(t);
  const { run } = server;
  const client_secret = (await run(['client', 'create', 'site', '--redirect-uri', WEB])).stdout.trim();
  const refusal = await ask(server, 'site');
  t.is(refusal.get('error'), 'invalid_request');
  t.regex(refusal.get('error_description') ?? '', /PKCE/);

  const site = { client_id: 'site' };
  const exchange = async (asked: object, more = {}) =>
    (await signInTool(server, { ...site, ...asked }, { ...site, client_secret, ...more })).status;
  t.is(await exchange(PKCE, { code_verifier: VERIFIER }), 200);
  t.is((await run(['client', 'change', 'site', '--no-pkce'])).code, 0);
  t.is(await exchange({}), 200);
  t.is((await run(['client', 'change', 'site', '--pkce'])).code, 0);
  t.is((await ask(server, 'site')).get('error'), 'invalid_request');
  await run(['client', 'create', 'exempt', '--redirect-uri', WEB, '--no-pkce']);
  t.truthy((await ask(server, 'exempt')).get('code'));
});

test('a program that a player registers must send a code challenge', async (t) => {
  const server = await hosted(t);
  await server.visitor.visit('/account/my-programs');
  await server.visitor.submit({ program: 'Lantern tools', redirects: WEB, kind: 'confidential' });
  const [program] = await server.store.clients.ofAccount(server.account);
  t.is((await ask(server, program?.id ?? '')).get('error'), 'invalid_request');
  t.truthy((await ask(server, program?.id ?? '', PKCE)).get('code'));
});

test('a program learns about its own tokens, and a resource server about all', async (t) => {
  const server = await hosted(t);
  const { run } = server;
  const { token, refresh } = await signInApp(server, server.visitor);
  const ofAll = [token, refresh.refresh_token, server.token];
  for (const each of ofAll) t.deepEqual(await introspect(server, each), { active: false });
  const own = (await signInTool(server)).json.access_token;
  t.like(await introspect(server, own), { active: true, client_id: 'tool' });

  const client_secret = (await run(['client', 'create', 'shop', '--resource-server'])).stdout.trim();
  const shop = { client_id: 'shop', client_secret };
  for (const each of ofAll) t.like(await introspect(server, each, shop), { active: true, sub: '1:1' });
  t.like(await introspect(server, own, shop), { active: true, client_id: 'tool' });
});
