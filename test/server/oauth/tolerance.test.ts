import test from 'ava';
import { NOW } from '../../helpers/galaxy.js';
import { withServer } from '../../helpers/server.js';
import { sharedServer } from '../../helpers/shared-server.js';
import { Visitor } from '../../helpers/visitor.js';
import {
  allow,
  authorizeAddress,
  CHALLENGE,
  follow,
  LOOPBACK,
  originOf,
  people,
  post,
  signInApp,
  WEB,
} from './flow.js';

const app = { client_id: 'app', redirect_uri: LOOPBACK, code_challenge: CHALLENGE, code_challenge_method: 'S256' };
const tool = { client_id: 'tool', redirect_uri: WEB };

const shared = sharedServer();
let sharedPeople: ReturnType<typeof people> | undefined;

test('a slash at the end, other parameters and upper-case scopes are accepted', withServer, async (t, server) => {
  const { visitor, secret } = await people(server);
  const asked = {
    ...tool,
    scope: 'CHARACTER_READ',
    nonce: 'n',
    response_mode: 'form_post',
    max_age: '0',
    claims: '{}',
  };
  const back = await allow(visitor, authorizeAddress(server, asked).replace('/auth?', '/auth/?'));
  const form = { grant_type: 'authorization_code', redirect_uri: WEB, code: back.searchParams.get('code') ?? '' };
  const answer = await post(server, '/token/', { ...form, client_id: 'tool', client_secret: secret, whatever: 'x' });
  t.is(answer.status, 200);
  t.like(answer.json, { token_type: 'Bearer', expires_in: 3600, scope: 'character_read', refresh_token: undefined });
});

test('commas may stand between scopes', withServer, async (t, server) => {
  const { visitor, secret } = await people(server);
  const asked = { ...tool, scope: 'character_read, character_events,,character_stats' };
  const code = (await allow(visitor, authorizeAddress(server, asked))).searchParams.get('code') ?? '';
  const form = { grant_type: 'authorization_code', redirect_uri: WEB, code };
  const answer = await post(server, '/token', { ...form, client_id: 'tool', client_secret: secret });
  t.is(answer.json.scope, 'character_read character_stats character_events');
});

test('a refusal of response_type=token has all its fields in the fragment', withServer, async (t, server) => {
  const { visitor } = await people(server);
  const back = await allow(visitor, authorizeAddress(server, { ...tool, response_type: 'token' }));
  t.is(back.search, '');
  const fields = new URLSearchParams(back.hash.slice(1));
  t.is(fields.get('error'), 'unsupported_response_type');
  t.is(fields.get('description'), fields.get('error_description'));
  t.is(fields.get('state'), 's');
});

test('a state of 8 KB comes back with a code, with a refusal and with an error', withServer, async (t, server) => {
  const state = 'x'.repeat(8192);
  const { visitor } = await people(server);
  const ask = (more: object, decision = 'allow') =>
    allow(visitor, authorizeAddress(server, { ...tool, state, prompt: 'consent', ...more }), { decision });
  const allowed = await ask({});
  t.true(allowed.searchParams.has('code'));
  t.is(allowed.searchParams.get('state'), state);
  t.is((await ask({}, 'deny')).searchParams.get('state'), state);
  t.is((await ask({ scope: 'nothing' })).searchParams.get('state'), state);
  const inFragment = new URLSearchParams((await ask({ response_type: 'token' })).hash.slice(1));
  t.is(inFragment.get('state'), state);
  t.is((await new Visitor(server.url).open(authorizeAddress(server, { ...tool, state }))).status, 303);
});

test('a form can be multipart/form-data', withServer, async (t, server) => {
  const { visitor } = await people(server);
  const { answer } = await signInApp(server, visitor);
  const body = new FormData();
  const fields = { grant_type: 'refresh_token', client_id: 'app', refresh_token: answer.json.refresh_token };
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const response = await fetch(`${originOf(server)}/ws/oauth2/token`, { method: 'POST', body });
  t.is(response.status, 200);
  t.regex(((await response.json()) as { refresh_token: string }).refresh_token, /^svcapi_r_/);
});

for (const [title, body, type, status] of [
  ['a body that is no form', 'x', 'text/plain', 415],
  ['multipart without an end', '--b\r\n', 'multipart/form-data; boundary=b', 400],
  ['more than 16 KiB', 'a'.repeat(17_000), 'application/x-www-form-urlencoded', 413],
  ['more than 16 KiB of multipart', 'a'.repeat(17_000), 'multipart/form-data; boundary=b', 413],
] as const) {
  test(`${title} gets a flat error`, async (t) => {
    const server = await shared();
    const headers = { 'Content-Type': type };
    const response = await fetch(`${originOf(server)}/ws/oauth2/token`, { method: 'POST', body, headers });
    t.is(response.status, status);
    t.like((await response.json()) as object, { error: 'invalid_request' });
  });
}

test('the token endpoint answers XML to who asks for it', withServer, async (t, server) => {
  const { visitor } = await people(server);
  const { answer } = await signInApp(server, visitor);
  const refresh = { grant_type: 'refresh_token', client_id: 'app', refresh_token: answer.json.refresh_token };
  const { headers, text } = await post(server, '/token', refresh, { Accept: 'application/xml' });
  t.is(headers.get('Content-Type'), 'application/xml; charset=utf-8');
  t.regex(text, /<oauth><access_token>svcapi_[\w-]{43}<\/access_token><expires_in>3600<\/expires_in>/);
  const wrong = await post(server, '/token', { ...refresh, refresh_token: 'x' }, { Accept: 'text/xml' });
  t.regex(wrong.text, /<oauth><error>invalid_grant<\/error>/);
});

test(
  'under --default-format xml, a client without Accept gets XML',
  withServer,
  async (t, server) => {
    const { text } = await post(server, '/token', { grant_type: 'x', client_id: 'x' });
    t.regex(text, /<oauth><error>/);
    t.is(
      (await post(server, '/token', { client_id: 'x' }, { Accept: 'application/json' })).json.error,
      'invalid_client',
    );
  },
  { defaultFormat: 'xml' },
);

test(
  'under --default-format xml, only the token endpoint answers XML to who accepts anything',
  withServer,
  async (t, server) => {
    const { secret } = await people(server);
    await server.store.clients.update('tool', { is_resource_server: 1 });
    const anything = { Accept: '*/*' };
    const credentials = { client_id: 'tool', client_secret: secret };
    const introspection = { token: server.token, ...credentials };
    t.like((await post(server, '/introspect', introspection, anything)).json, { active: true, sub: '1:1' });
    const device = { client_id: 'svcapi-cli', scope: 'character_read' };
    t.truthy((await post(server, '/device', device, anything)).json.device_code);
    t.is((await post(server, '/device', { ...device, scope: '' }, anything)).json.error, 'invalid_scope');
    const info = `${originOf(server)}/ws/oauth2/tokeninfo?access_token=${server.token}`;
    t.like((await (await fetch(info, { headers: anything })).json()) as object, { user_id: '1:1' });
    const asXml = await fetch(info, { headers: { Accept: 'application/xml' } });
    t.regex(await asXml.text(), /<oauth><user_id>1:1<\/user_id>/);
    t.regex((await post(server, '/token', { grant_type: 'x', client_id: 'x' }, anything)).text, /<oauth><error>/);
  },
  { defaultFormat: 'xml' },
);

test('a refusal carries its description under two names', withServer, async (t, server) => {
  const { visitor } = await people(server);
  const back = await allow(visitor, authorizeAddress(server, app), { decision: 'deny' });
  t.is(back.searchParams.get('error'), 'access_denied');
  t.is(back.searchParams.get('description'), 'the person did not agree');
  t.is(back.searchParams.get('error_description'), 'the person did not agree');
  t.is(back.searchParams.get('state'), 's');
});

test('unknown scopes are left out, and the answer has the others', withServer, async (t, server) => {
  const { visitor, secret } = await people(server);
  const scope = `openid,character_read <b>&\u202e ${'x'.repeat(90)}`;
  const back = await allow(visitor, authorizeAddress(server, { ...tool, scope }));
  const code = back.searchParams.get('code') ?? '';
  const form = { grant_type: 'authorization_code', redirect_uri: WEB, code, client_id: 'tool', client_secret: secret };
  const answer = await post(server, '/token', form);
  t.is(answer.json.scope, 'character_read');
  t.is(answer.json.id_token, undefined);
});

test('a device gets its known scopes', withServer, async (t, server) => {
  const { visitor } = await people(server);
  const asked = await post(server, '/device', { client_id: 'app', scope: `character_read ${'😀'.repeat(90)}` });
  await visitor.visit('/account/device');
  await visitor.send({ user_code: asked.json.user_code });
  await visitor.send({ decision: 'allow' });
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
  const poll = { grant_type, client_id: 'app', device_code: asked.json.device_code };
  const { json } = await post(server, '/token', poll);
  t.is(json.scope, 'character_read');
  const renewal = { grant_type: 'refresh_token', client_id: 'app', refresh_token: json.refresh_token };
  const renewed = await post(server, '/token', { ...renewal, scope: 'character_read wish0' });
  t.is(renewed.json.scope, 'character_read');
});

for (const [title, scope] of [
  ['unknown', 'nothing nowhere'],
  ['OpenID Connect’s', 'openid'],
  ['missing', ''],
] as const) {
  test(`a scope that is ${title} is invalid_scope`, async (t) => {
    const server = await shared();
    sharedPeople ??= people(server);
    const { visitor } = await sharedPeople;
    const back = await allow(visitor, authorizeAddress(server, { ...app, scope }));
    t.is(back.searchParams.get('error'), 'invalid_scope');
    t.is((await post(server, '/device', { client_id: 'app', scope })).json.error, 'invalid_scope');
  });
}

test('revocation by GET ends an access token, and a refresh token with its grant', withServer, async (t, server) => {
  const { account, visitor } = await people(server);
  const { answer } = await signInApp(server, visitor);
  const revoke = (token: string) => fetch(`${originOf(server)}/ws/oauth2/revoke/?token=${token}&client_id=app`);
  t.is((await revoke(answer.json.access_token)).status, 200);
  const now = server.time.now / 1000;
  t.is(await server.store.tokens.principal(answer.json.access_token, now), undefined);
  t.is((await server.store.grants.ofAccount(account, now)).length, 1);
  const next = await signInApp(server, visitor);
  t.is((await revoke(next.answer.json.refresh_token)).status, 200);
  t.is((await server.store.grants.ofAccount(account, now)).length, 1);
  t.is((await revoke('svcapi_unknown')).status, 200);
});

test('a refresh token comes with access_type=offline alone', withServer, async (t, server) => {
  const { visitor } = await people(server);
  t.is((await signInApp(server, visitor, { access_type: 'online' })).answer.json.refresh_token, undefined);
  const back = await allow(visitor, authorizeAddress(server, { ...app, access_type: 'sometimes' }));
  t.is(back.searchParams.get('error'), 'invalid_request');
});

test(
  'a person is asked once by a program with a secret, and again when it asks for more',
  withServer,
  async (t, server) => {
    const { visitor } = await people(server);
    const asks = async (parameters: Record<string, string>) => {
      const seen = await follow(visitor, await visitor.open(authorizeAddress(server, parameters)), {
        decision: 'deny',
      });
      return new URL(seen.location ?? '').searchParams.get('error') === 'access_denied';
    };
    t.true(await asks(tool));
    await allow(visitor, authorizeAddress(server, tool));
    t.false(await asks(tool));
    t.true(await asks({ ...tool, scope: 'character_read character_events' }));
    t.true(await asks({ ...tool, prompt: 'consent' }));
    const silent = { ...tool, prompt: 'none', scope: 'character_events' };
    t.is((await allow(visitor, authorizeAddress(server, silent))).searchParams.get('error'), 'consent_required');
  },
);

test('a public program on the device itself asks each time', withServer, async (t, server) => {
  const { account, visitor } = await people(server);
  await signInApp(server, visitor);
  const seen = await visitor.open((await visitor.open(authorizeAddress(server, app))).location ?? '');
  t.true(seen.html.includes('Any program can use this name'));
  t.is((await server.store.grants.ofAccount(account, server.time.now / 1000)).length, 1);
});

test('renew_previously_granted=yes asks for what was granted before, too', withServer, async (t, server) => {
  const { visitor, secret } = await people(server);
  const scopeOf = async (parameters: Record<string, string>) => {
    const back = await allow(visitor, authorizeAddress(server, { ...tool, ...parameters }));
    const form = { grant_type: 'authorization_code', redirect_uri: WEB, code: back.searchParams.get('code') ?? '' };
    return (await post(server, '/token', { ...form, client_id: 'tool', client_secret: secret })).json.scope;
  };
  t.is(await scopeOf({ scope: 'character_read' }), 'character_read');
  t.is(await scopeOf({ scope: 'character_events' }), 'character_events');
  t.is(
    await scopeOf({ scope: 'character_events', renew_previously_granted: 'yes' }),
    'character_read character_events',
  );
});

test('a person with several characters chooses one each time', withServer, async (t, server) => {
  const { visitor, secret } = await people(server, ['1:1', '1:2']);
  for (const character of ['1:2', '1:1']) {
    const answer = { decision: 'allow', character };
    const back = await allow(visitor, authorizeAddress(server, tool), answer);
    const form = { grant_type: 'authorization_code', redirect_uri: WEB, code: back.searchParams.get('code') ?? '' };
    const { json } = await post(server, '/token', { ...form, client_id: 'tool', client_secret: secret });
    const principal = await server.store.tokens.principal(json.access_token, server.time.now / 1000);
    t.is(principal?.character_uid, character);
  }
  await follow(visitor, await visitor.open(authorizeAddress(server, tool)), {});
  t.is((await visitor.send({ decision: 'allow', character: '1:3' })).status, 400);
});

test(
  'each endpoint has a rate limit of its own, with a flat error',
  withServer,
  async (t, server) => {
    t.is((await post(server, '/token', {})).status, 400);
    const limited = await post(server, '/token', {});
    t.is(limited.status, 429);
    t.is(limited.json.error, 'temporarily_unavailable');
    t.is(limited.headers.get('X-RateLimit-Remaining'), '0');
    t.truthy(limited.headers.get('Retry-After'));
    t.is((await post(server, '/revoke', {})).status, 400);
  },
  { rateLimit: 1 },
);

const basic = (id: string, secret: string) => ({ Authorization: `Basic ${btoa(`${id}:${secret}`)}` });

test(
  'each call of a program counts for its address, whatever it sends',
  withServer,
  async (t, server) => {
    const { secret } = await people(server);
    const form = { grant_type: 'refresh_token', refresh_token: 'x' };
    await server.store.clients.create({ id: 'console-of-host', name: 'Without a secret' }, NOW);
    const remaining = async (fields: Record<string, string>, headers?: Record<string, string>) =>
      Number((await post(server, '/token', { ...form, ...fields }, headers)).headers.get('X-RateLimit-Remaining'));
    const tries: [fields: Record<string, string>, headers?: Record<string, string>][] = [
      [{ client_id: 'tool' }],
      [{ client_id: 'tool', client_secret: 'wrong' }],
      [{}, basic('tool', 'wrong')],
      [{}, basic('tool', '%')],
      [{}, { Authorization: 'Basic !' }],
      [{ client_id: 'app', client_secret: secret }],
      [{ client_id: 'console-of-host', client_secret: '0'.repeat(64) }],
      [{ client_id: 'nobody', client_secret: secret }],
      [{ client_id: 'to\0ol', client_secret: secret }],
      [{}, { 'Content-Type': 'text/plain', ...basic('tool', secret) }],
    ];
    for (const [at, [fields, headers]] of tries.entries()) t.is(await remaining(fields, headers), 99 - at);
    await server.store.clients.revoke('tool', NOW);
    t.is(await remaining({ client_id: 'tool', client_secret: secret }), 99 - tries.length);
  },
  { rateLimit: 100 },
);

test(
  'guesses of a secret are limited by address, which is blacklisted in the end',
  withServer,
  async (t, server) => {
    const { secret } = await people(server);
    const form = { grant_type: 'refresh_token', refresh_token: 'x', client_id: 'tool' };
    const guess = async () => (await post(server, '/token', { ...form, client_secret: 'wrong' })).status;
    t.deepEqual([await guess(), await guess(), await guess()], [401, 429, 429]);
    t.like(await server.store.blacklist.list(NOW), [{ reason: '2 refused calls of /ws/oauth2/token' }]);
    await t.throwsAsync(post(server, '/token', { ...form, client_secret: secret }));
  },
  { rateLimit: 1, blacklistAfter: 2 },
);

test('what is refused before an endpoint is reached has a flat error, too', async (t) => {
  const server = await shared();
  const long = await fetch(`${originOf(server)}/ws/oauth2/auth?state=${'x'.repeat(12_300)}`);
  t.is(long.status, 414);
  t.like((await long.json()) as object, {
    error: 'invalid_request',
    error_description: 'The address is longer than 12 KiB. Send a shorter state.',
  });
  const other = await fetch(`${originOf(server)}/ws/oauth2/tokeninfo?state=${'x'.repeat(3000)}`);
  t.is(other.status, 414);
  const unknown = await fetch(`${originOf(server)}/ws/oauth2/authorize`);
  t.is(unknown.status, 404);
  t.like((await unknown.json()) as object, { error: 'invalid_request' });
});

test('another method is refused, and OPTIONS lists the right ones', async (t) => {
  const server = await shared();
  const wrong = await fetch(`${originOf(server)}/ws/oauth2/token`);
  t.is(wrong.status, 405);
  t.is(wrong.headers.get('Allow'), 'POST, OPTIONS');
  t.like((await wrong.json()) as object, { error: 'invalid_request' });
  const options = await fetch(`${originOf(server)}/ws/oauth2/revoke`, { method: 'OPTIONS' });
  t.is(options.headers.get('Allow'), 'GET, POST, OPTIONS');
});

test('a web page of another origin can exchange a code', async (t) => {
  const server = await shared();
  const response = await post(
    server,
    '/token',
    { client_id: 'app', grant_type: 'x' },
    { Origin: 'https://tools.example' },
  );
  t.is(response.headers.get('Access-Control-Allow-Origin'), '*');
});

test('a token of the host has an info, and ends by revocation, too', withServer, async (t, server) => {
  const { secret } = await people(server);
  await server.store.clients.update('tool', { is_resource_server: 1 });
  const header = { Authorization: `OAuth ${server.token}` };
  const info = await fetch(`${originOf(server)}/ws/oauth2/tokeninfo`, { headers: header });
  t.like((await info.json()) as object, { user_id: '1:1', client_id: 'console' });
  const asked = { token: server.token, client_id: 'tool', client_secret: secret };
  t.like((await post(server, '/introspect', asked)).json, { active: true, sub: '1:1', client_id: 'console' });
  await fetch(`${originOf(server)}/ws/oauth2/revoke?token=${server.token}&client_id=console`);
  server.time.now += 1000;
  const gone = await fetch(`${originOf(server)}/ws/oauth2/tokeninfo`, { headers: header });
  t.is(gone.status, 401);
  t.like((await gone.json()) as object, { error: 'invalid_token' });
});
