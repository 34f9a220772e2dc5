import test, { type ExecutionContext } from 'ava';
import { withGalaxy } from '../../helpers/cli/run.js';
import { withService } from '../../helpers/cli/service.js';
import type { Server } from '../../helpers/server.js';
import type { Visitor } from '../../helpers/visitor.js';
import { allow, authorizeAddress, CHALLENGE, people, post, signInApp, VERIFIER, WEB } from './flow.js';

/** A service, its people, and the commands of its host. */
async function hosted(t: ExecutionContext) {
  const { path, run } = await withGalaxy(t);
  const { server } = await withService(t, { database: path });
  return { server, run, ...(await people(server)) };
}

const challenge = { code_challenge: CHALLENGE, code_challenge_method: 'S256' };

/** Asks for a code, and returns the parameters of the answer. */
async function ask(server: Server, visitor: Visitor, client_id: string, more: Record<string, string> = {}) {
  const seen = await visitor.open(authorizeAddress(server, { client_id, redirect_uri: WEB, ...more }));
  return seen.location?.startsWith(WEB)
    ? new URL(seen.location).searchParams
    : (await allow(visitor, seen.location ?? '')).searchParams;
}

test('a program that the host registers must send a code challenge, unless the host exempts it', async (t) => {
  const { server, run, visitor } = await hosted(t);
  const secret = (await run(['client', 'create', 'site', '--redirect-uri', WEB])).stdout.trim();
  const refusal = await ask(server, visitor, 'site');
  t.is(refusal.get('error'), 'invalid_request');
  t.regex(refusal.get('error_description') ?? '', /PKCE/);

  const exchange = async (answer: URLSearchParams, more: Record<string, string> = {}) => {
    const form = { grant_type: 'authorization_code', client_id: 'site', client_secret: secret, redirect_uri: WEB };
    return (await post(server, '/token', { ...form, code: answer.get('code') ?? '', ...more })).status;
  };
  t.is(await exchange(await ask(server, visitor, 'site', challenge), { code_verifier: VERIFIER }), 200);

  t.is((await run(['client', 'change', 'site', '--no-pkce'])).code, 0);
  t.is(await exchange(await ask(server, visitor, 'site')), 200);
  t.is((await run(['client', 'change', 'site', '--pkce'])).code, 0);
  t.is((await ask(server, visitor, 'site')).get('error'), 'invalid_request');
  await run(['client', 'create', 'exempt', '--redirect-uri', WEB, '--no-pkce']);
  t.truthy((await ask(server, visitor, 'exempt')).get('code'));
});

test('a program that a player registers must send a code challenge', async (t) => {
  const { server, visitor, account } = await hosted(t);
  await visitor.visit('/account/my-programs');
  await visitor.submit({ program: 'Lantern tools', redirects: WEB, kind: 'confidential' });
  const [program] = await server.store.clients.ofAccount(account);
  t.is((await ask(server, visitor, program?.id ?? '')).get('error'), 'invalid_request');
  t.truthy((await ask(server, visitor, program?.id ?? '', challenge)).get('code'));
});

test('a program learns about its own tokens, and a resource server about all', async (t) => {
  const { server, run, visitor, secret } = await hosted(t);
  const { answer } = await signInApp(server, visitor);
  const introspect = async (token: string, client_id: string, client_secret: string) =>
    (await post(server, '/introspect', { token, client_id, client_secret })).json;
  const ofAll = [answer.json.access_token, answer.json.refresh_token, server.token];
  for (const token of ofAll) t.deepEqual(await introspect(token, 'tool', secret), { active: false });

  const code = (await ask(server, visitor, 'tool')).get('code') ?? '';
  const form = { grant_type: 'authorization_code', client_id: 'tool', client_secret: secret, redirect_uri: WEB, code };
  const own = (await post(server, '/token', form)).json.access_token;
  t.like(await introspect(own, 'tool', secret), { active: true, client_id: 'tool' });

  t.is((await run(['client', 'change', 'tool', '--resource-server'])).code, 0);
  for (const token of ofAll) t.like(await introspect(token, 'tool', secret), { active: true, sub: '1:1' });
  t.is((await run(['client', 'change', 'tool', '--no-resource-server'])).code, 0);
  for (const token of ofAll) t.deepEqual(await introspect(token, 'tool', secret), { active: false });
  const shop = (await run(['client', 'create', 'shop', '--resource-server'])).stdout.trim();
  t.like(await introspect(own, 'shop', shop), { active: true, client_id: 'tool' });
});
