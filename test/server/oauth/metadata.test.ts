import test, { type ExecutionContext } from 'ava';
import { withGalaxy } from '../../helpers/cli/run.js';
import { startServer } from '../../helpers/server.js';
import { sharedServer } from '../../helpers/shared-server.js';
import { askFor, originOf, type Peopled, PKCE, people, signInTool, VERIFIER, WEB } from './flow.js';

const server = sharedServer();

const read = async (name: string, url = server.url) => {
  const response = await fetch(new URL(`/.well-known/${name}`, url));
  const json = (await response.json()) as Record<string, unknown>;
  return { status: response.status, headers: response.headers, json };
};

test('the metadata says what there is', async (t) => {
  const { json, headers } = await read('oauth-authorization-server');
  t.is(headers.get('Cache-Control'), 'public, max-age=3600');
  t.false('id_token_signing_alg_values_supported' in json || 'jwks_uri' in json, 'there are no ID tokens');
  t.like(json, {
    issuer: originOf(server),
    authorization_endpoint: `${originOf(server)}/ws/oauth2/auth`,
    introspection_endpoint: `${originOf(server)}/ws/oauth2/introspect`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    revocation_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
  });
  const { json: openid } = await read('openid-configuration');
  t.like(openid, json);
  t.deepEqual(openid.subject_types_supported, ['public']);
  t.deepEqual(openid.id_token_signing_alg_values_supported, ['RS256'], 'its libraries require this');
  t.deepEqual(await (await fetch(String(openid.jwks_uri))).json(), { keys: [] });
});

test('the metadata of the API names its authorization server, and that of another issuer is a 404', async (t) => {
  const { json } = await read('oauth-protected-resource');
  t.like(json, { resource: originOf(server), authorization_servers: [originOf(server)] });
  t.deepEqual(json.bearer_methods_supported, ['header']);
  for (const name of ['oauth-authorization-server/space', 'openid-configuration/ws/oauth2'])
    t.is((await read(name)).status, 404, name);
});

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

  await server.visitor.visit('/account/my-programs');
  await server.visitor.submit({ program: 'Lantern tools', redirects: WEB, kind: 'confidential' });
  const [program] = await server.store.clients.ofAccount(server.account);
  t.is((await ask(server, program?.id ?? '')).get('error'), 'invalid_request', 'so must one that a player registers');
  t.truthy((await ask(server, program?.id ?? '', PKCE)).get('code'));
});
