import test from 'ava';
import { NOW } from '../../helpers/galaxy.js';
import { sharedServer } from '../../helpers/shared-server.js';
import { Visitor } from '../../helpers/visitor.js';
import {
  APP,
  allow,
  askDevice,
  askFor,
  authorizeAddress,
  follow,
  introspect,
  originOf,
  type Peopled,
  people,
  peopleWith,
  post,
  read,
  signInApp,
  signInTool,
  statusWith,
  TOOL,
  WEB,
  withPeople,
} from './flow.js';

let known: Awaited<ReturnType<typeof people>>;
const bare = sharedServer({ rateLimit: 10_000 }, async (server) => {
  known = await people(server);
});

/** The server that tests share, with a browser of its own. */
async function shared(): Promise<Peopled> {
  const visitor = new Visitor(bare.url);
  await visitor.signIn('Hana');
  return { ...bare, ...known, visitor };
}

test('a slash at the end, other parameters, scopes in capitals, with commas or unknown ones are accepted', async (t) => {
  const server = await shared();
  const ignored = { nonce: 'n', response_mode: 'form_post', max_age: '0', claims: '{}' };
  const asked = authorizeAddress(server, { ...TOOL, scope: 'CHARACTER_READ', ...ignored }).replace('/auth?', '/auth/?');
  const code = (await allow(server.visitor, asked)).searchParams.get('code') ?? '';
  const form = { grant_type: 'authorization_code', redirect_uri: WEB, code, whatever: 'x' };
  const answer = await post(server, '/token/', { ...form, client_id: 'tool', client_secret: server.secret });
  t.is(answer.status, 200);
  t.like(answer.json, { token_type: 'Bearer', expires_in: 3600, scope: 'character_read', refresh_token: undefined });
  const scope = 'character_read, character_events,,character_stats';
  t.is((await signInTool(server, { scope })).json.scope, 'character_read character_stats character_events');
  const strange = `openid,character_read <b>&\u202e ${'x'.repeat(90)}`;
  t.like((await signInTool(server, { scope: strange })).json, { scope: 'character_read', id_token: undefined });
  const { json } = await (await askDevice(server, 'allow', 'app', `character_read ${'😀'.repeat(90)}`)).poll();
  t.is(json.scope, 'character_read', 'for a device, too');
  const renewal = { grant_type: 'refresh_token', client_id: 'app', refresh_token: json.refresh_token };
  t.is((await post(server, '/token', { ...renewal, scope: 'character_read wish0' })).json.scope, 'character_read');
});

test('a scope that is unknown, OpenID Connect’s or missing is invalid_scope', async (t) => {
  const server = await shared();
  for (const scope of ['nothing nowhere', 'openid', '']) {
    t.is((await askFor(server, { ...APP, scope })).get('error'), 'invalid_scope');
    t.is((await post(server, '/device', { client_id: 'app', scope })).json.error, 'invalid_scope');
  }
});

test('a state of 8 KB comes back with a code and with each refusal, which is described under two names', async (t) => {
  const server = await shared();
  const state = 'x'.repeat(8192);
  const ask = (more: object, decision = 'allow') =>
    allow(server.visitor, authorizeAddress(server, { ...TOOL, state, prompt: 'consent', ...more }), { decision });
  const allowed = await ask({});
  t.true(allowed.searchParams.has('code'));
  t.is(allowed.searchParams.get('iss'), originOf(server));
  const refused = await ask({}, 'deny');
  t.is(refused.searchParams.get('description'), 'the person did not agree');
  const ofToken = await ask({ response_type: 'token' });
  t.is(ofToken.search, '', 'a refusal of a token is in the fragment');
  for (const [fields, error] of [
    [allowed.searchParams, null],
    [refused.searchParams, 'access_denied'],
    [(await ask({ scope: 'nothing' })).searchParams, 'invalid_scope'],
    [new URLSearchParams(ofToken.hash.slice(1)), 'unsupported_response_type'],
  ] as const) {
    t.deepEqual([fields.get('error'), fields.get('state')], [error, state]);
    t.is(fields.get('description'), fields.get('error_description'));
  }
  t.is((await new Visitor(server.url).open(authorizeAddress(server, { ...TOOL, state }))).status, 303);
});

test('what is no form, or comes before an endpoint is reached, gets a flat error', async (t) => {
  const long = 'a'.repeat(17_000);
  for (const [status, path, body, type] of [
    [415, '/token', 'x', 'text/plain'],
    [400, '/token', '--b\r\n', 'multipart/form-data; boundary=b'],
    [413, '/token', long, 'application/x-www-form-urlencoded'],
    [413, '/token', long, 'multipart/form-data; boundary=b'],
    [414, `/auth?state=${'x'.repeat(12_300)}`],
    [414, `/tokeninfo?state=${'x'.repeat(3000)}`],
    [404, '/authorize'],
    [405, '/token'],
  ] as const) {
    const init = body === undefined ? {} : { method: 'POST', body, headers: { 'Content-Type': type ?? '' } };
    const response = await fetch(`${originOf(bare)}/ws/oauth2${path}`, init);
    t.is(response.status, status, path.slice(0, 20));
    const json = (await response.json()) as { error: string; error_description: string };
    t.is(json.error, 'invalid_request');
    if (path.startsWith('/auth?'))
      t.is(json.error_description, 'The address is longer than 12 KiB. Send a shorter state.');
    if (status === 405) t.is(response.headers.get('Allow'), 'POST, OPTIONS');
  }
  const options = await fetch(`${originOf(bare)}/ws/oauth2/revoke`, { method: 'OPTIONS' });
  t.is(options.headers.get('Allow'), 'GET, POST, OPTIONS');
});

const inXml = peopleWith({ defaultFormat: 'xml' });

test('under --default-format xml, only the token endpoint prefers it', inXml, async (t, server) => {
  await server.store.clients.update('tool', { is_resource_server: 1 });
  const anything = { Accept: '*/*' };
  const unknown = { grant_type: 'x', client_id: 'x' };
  for (const accept of [{}, anything]) t.regex((await post(server, '/token', unknown, accept)).text, /<oauth><error>/);
  t.is((await post(server, '/token', unknown, { Accept: 'application/json' })).json.error, 'invalid_client');
  const asked = { token: server.token, client_id: 'tool', client_secret: server.secret };
  t.like((await post(server, '/introspect', asked, anything)).json, { active: true, sub: '1:1' });
  const device = { client_id: 'svcapi-cli', scope: 'character_read' };
  t.truthy((await post(server, '/device', device, anything)).json.device_code);
  t.is((await post(server, '/device', { ...device, scope: '' }, anything)).json.error, 'invalid_scope');
  const info = `/tokeninfo?access_token=${server.token}`;
  t.like((await (await read(server, info, anything)).json()) as object, { user_id: '1:1' });
  const asXml = await read(server, info, { Accept: 'application/xml' });
  t.regex(await asXml.text(), /<oauth><user_id>1:1<\/user_id>/);
});

test('a refresh token comes only with access_type=offline, by a multipart form too, and in XML to who asks', async (t) => {
  const server = await shared();
  const { answer } = await signInApp(server, server.visitor, { access_type: 'online' });
  t.is(answer.json.refresh_token, undefined);
  t.is((await askFor(server, { ...APP, access_type: 'sometimes' })).get('error'), 'invalid_request');
  const { refresh } = await signInApp(server, server.visitor);
  const { headers, text } = await post(server, '/token', refresh, { Accept: 'application/xml' });
  t.is(headers.get('Content-Type'), 'application/xml; charset=utf-8');
  t.regex(text, /<oauth><access_token>svcapi_[\w-]{43}<\/access_token><expires_in>3600<\/expires_in>/);
  const body = new FormData();
  for (const [name, value] of Object.entries(refresh)) body.set(name, value);
  const response = await fetch(new URL('/ws/oauth2/token', server.url), { method: 'POST', body });
  t.regex(((await response.json()) as { refresh_token: string }).refresh_token, /^svcapi_r_/);
});

test('a program with a secret asks once for each scope, a public one always', withPeople, async (t, server) => {
  const asks = async (parameters: Record<string, string>) => {
    const seen = await server.visitor.open(authorizeAddress(server, parameters));
    const { location = '' } = await follow(server.visitor, seen, { decision: 'deny' });
    return new URL(location).searchParams.get('error') === 'access_denied';
  };
  t.true(await asks(TOOL));
  await askFor(server, TOOL);
  t.false(await asks(TOOL));
  t.true(await asks({ ...TOOL, scope: 'character_read character_events' }));
  t.true(await asks({ ...TOOL, prompt: 'consent' }));
  const silent = { ...TOOL, prompt: 'none', scope: 'character_events' };
  t.is((await askFor(server, silent)).get('error'), 'consent_required');
  await signInApp(server, server.visitor);
  const { location = '' } = await server.visitor.open(authorizeAddress(server, APP));
  t.true((await server.visitor.open(location)).html.includes('Any program can use this name'));
  t.is((await server.store.grants.ofAccount(server.account, server.time.now / 1000)).length, 2);
  const more = { scope: 'character_events', renew_previously_granted: 'yes' };
  t.is((await signInTool(server, { scope: 'character_events' })).json.scope, 'character_events');
  t.is((await signInTool(server, more)).json.scope, 'character_read character_events', 'what was granted before, too');
});

const weekly = peopleWith({ accessTokenLifetime: 7 * 86_400 }, ['1:1', '1:2']);
const guarded = peopleWith({ rateLimit: 1, blacklistAfter: 2 });
const brief = peopleWith({ grantLifetime: 1800 });

test('a person with several characters chooses one each time, and sees for how long', weekly, async (t, server) => {
  for (const character of ['1:2', '1:1']) {
    const { json } = await signInTool(server, { character });
    const principal = await server.store.tokens.principal(json.access_token, server.time.now / 1000);
    t.is(principal?.character_uid, character);
  }
  const { location = '' } = await server.visitor.open(authorizeAddress(server, TOOL));
  t.regex((await server.visitor.open(location)).html, /It may do this for 7 days\..*name="decision"/s);
  t.is((await server.visitor.send({ decision: 'allow', character: '1:3' })).status, 400);
});

test('each endpoint has its own limit, and guesses lead to the blacklist', guarded, async (t, server) => {
  const form = { grant_type: 'refresh_token', refresh_token: 'x', client_id: 'tool' };
  const guess = () => post(server, '/token', { ...form, client_secret: 'wrong' });
  t.is((await guess()).status, 401);
  const limited = await guess();
  t.is(`${limited.status} ${limited.json.error}`, '429 temporarily_unavailable');
  t.is(limited.headers.get('X-RateLimit-Remaining'), '0');
  t.truthy(limited.headers.get('Retry-After'));
  t.is((await post(server, '/revoke', {})).status, 400);
  t.is((await guess()).status, 429);
  t.like(await server.store.blacklist.list(NOW), [{ reason: '2 refused calls of /ws/oauth2/token' }]);
  await t.throwsAsync(post(server, '/token', { ...form, client_secret: server.secret }));
});

test('a token has an info, ends with its grant, and that of the host by revocation, too', brief, async (t, server) => {
  const { store, token } = server;
  await store.clients.update('tool', { is_resource_server: 1 });
  t.like(await introspect(server, (await signInTool(server)).json.access_token), { exp: NOW + 1800 });
  const info = () => read(server, '/tokeninfo', { Authorization: `OAuth ${token}` });
  t.like((await (await info()).json()) as object, { user_id: '1:1', client_id: 'console' });
  t.like(await introspect(server, token), { active: true, sub: '1:1', client_id: 'console' });
  await read(server, `/revoke?token=${token}&client_id=console`);
  server.time.now += 1000;
  const gone = await info();
  t.is(gone.status, 401);
  t.like((await gone.json()) as object, { error: 'invalid_token' });
});

test('tokeninfo names the account for a token of the command line alone', async (t) => {
  const server = await shared();
  const info = async (clientId: string) => {
    const { json } = await (await askDevice(server, 'allow', clientId)).poll();
    t.truthy(json.refresh_token);
    return (await read(server, `/tokeninfo?access_token=${json.access_token}`)).json();
  };
  const rest = { user_id: '1:1', name: 'Hana Veil', scope: 'character_read', expires_in: 3600 };
  t.deepEqual(await info('svcapi-cli'), { ...rest, client_id: 'svcapi-cli', account: 'Hana' });
  t.deepEqual(await info('app'), { ...rest, client_id: 'app' });
});

test('an access token is accepted for a minute after its end, unless it is revoked', withPeople, async (t, server) => {
  const { account, visitor, store, time } = server;
  await store.clients.update('tool', { is_resource_server: 1 });
  const [{ token }, { token: revoked }, { refresh }] = [
    await signInApp(server, visitor),
    await signInApp(server, visitor),
    await signInApp(server, visitor),
  ];
  time.now += 3_659_000;
  t.deepEqual([await statusWith(server, token), await statusWith(server, revoked)], [200, 200]);
  t.deepEqual(await introspect(server, token), { active: false });
  t.is((await read(server, `/tokeninfo?access_token=${token}`)).status, 401);
  // A refresh token takes its grant with it.
  for (const [each, grants] of [
    [revoked, 3],
    [refresh.refresh_token, 2],
    ['svcapi_unknown', 2],
  ] as const) {
    t.is((await read(server, `/revoke/?token=${each}&client_id=app`)).status, 200);
    t.is((await store.grants.ofAccount(account, time.now / 1000)).length, grants);
  }
  t.is(await statusWith(server, revoked), 401);
  time.now += 1000;
  t.is(await statusWith(server, token), 401);
});

const metadata = async (name: string) => {
  const response = await fetch(new URL(`/.well-known/${name}`, bare.url));
  const json = (await response.json()) as Record<string, unknown>;
  return { status: response.status, headers: response.headers, json };
};

test('the metadata says what there is', async (t) => {
  const { json, headers } = await metadata('oauth-authorization-server');
  t.is(headers.get('Cache-Control'), 'public, max-age=3600');
  t.false('id_token_signing_alg_values_supported' in json || 'jwks_uri' in json, 'there are no ID tokens');
  t.like(json, {
    issuer: originOf(bare),
    authorization_endpoint: `${originOf(bare)}/ws/oauth2/auth`,
    introspection_endpoint: `${originOf(bare)}/ws/oauth2/introspect`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    revocation_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
  });
  const { json: openid } = await metadata('openid-configuration');
  t.like(openid, json);
  t.deepEqual(openid.subject_types_supported, ['public']);
  t.deepEqual(openid.id_token_signing_alg_values_supported, ['RS256'], 'its libraries require this');
  t.deepEqual(await (await fetch(String(openid.jwks_uri))).json(), { keys: [] });
});

test('the metadata of the API names its authorization server, and that of another issuer is a 404', async (t) => {
  const { json } = await metadata('oauth-protected-resource');
  t.like(json, { resource: originOf(bare), authorization_servers: [originOf(bare)] });
  t.deepEqual(json.bearer_methods_supported, ['header']);
  for (const name of ['oauth-authorization-server/space', 'openid-configuration/ws/oauth2'])
    t.is((await metadata(name)).status, 404, name);
});
