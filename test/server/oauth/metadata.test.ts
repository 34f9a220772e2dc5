import test from 'ava';
import { sharedServer } from '../../helpers/shared-server.js';
import { originOf } from './flow.js';

const server = sharedServer();

const read = async (name: string) => {
  const response = await fetch(new URL(`/.well-known/${name}`, server.url));
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
