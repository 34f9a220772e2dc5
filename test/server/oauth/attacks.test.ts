import test from 'ava';
import type { GrantedToken } from '../../../src/store/store.js';
import { tokenHash } from '../../../src/store/token.js';
import { NOW } from '../../helpers/galaxy.js';
import { plainCall } from '../../helpers/plain.js';
import { statusesOf } from '../../helpers/server.js';
import { sharedServer } from '../../helpers/shared-server.js';
import { accountFor, PASSWORD, Visitor } from '../../helpers/visitor.js';
import {
  APP,
  askDevice,
  askFor,
  authorizeAddress,
  EXCHANGE,
  introspect,
  LOOPBACK,
  originOf,
  PKCE,
  people,
  peopleWith,
  post,
  read,
  signInApp,
  signInTool,
  statusWith,
  TOOL,
  VERIFIER,
  WEB,
  withPeople,
} from './flow.js';

let shared: Visitor;
const server = sharedServer({}, async (server) => {
  shared = (await people(server)).visitor;
});

test('nobody is redirected to an address that is not registered, or by a program that is none', async (t) => {
  const unregistered: Record<string, string[]> = {
    tool: [
      ...['https://evil.example/', `${WEB}/more`, `${WEB}?a=b`, `${WEB}/`, 'https://tools.example:8443/signed-in'],
      ...['https://a.tools.example/signed-in', 'https://tools.example/Signed-In', 'http://tools.example/signed-in'],
      'https://tools.example@evil.example/signed-in',
    ],
    app: [
      ...['http://127.0.0.1:49152/other', 'http://10.0.0.1:49152/signed-in', 'urn:ietf:wg:oauth:2.0:oob'],
      'javascript:alert(1)',
    ],
    ...{ nobody: [WEB], console: [WEB], 'svcapi-cli': [WEB] },
  };
  for (const [client_id, addresses] of Object.entries(unregistered)) {
    for (const redirect_uri of addresses) {
      const seen = await shared.open(authorizeAddress(server, { client_id, redirect_uri, ...PKCE }));
      t.deepEqual([seen.status, seen.location], [400, undefined], `${client_id} ${redirect_uri}`);
    }
  }
  const page = await fetch(authorizeAddress(server, { client_id: 'nobody' }), { headers: { Accept: 'text/html' } });
  t.is(page.status, 400);
  t.true((await page.text()).includes('<h1>'));
  t.regex(page.headers.get('Content-Security-Policy') ?? '', /frame-ancestors 'none'/);
});

test('a code that is used twice ends the grant, also at once', withPeople, async (t, server) => {
  const { form, answer, token, refresh } = await signInApp(server, server.visitor);
  t.is(answer.status, 200);
  t.is(await statusWith(server, token), 200);
  t.like(await post(server, '/token', form), { status: 400, json: { error: 'invalid_grant' } });
  server.time.now += 2000;
  t.is(await statusWith(server, token), 401);
  t.is((await post(server, '/token', refresh)).json.error, 'invalid_grant');
  const code = (await askFor(server, APP)).get('code') ?? '';
  const answers = await Promise.all(Array.from({ length: 6 }, () => post(server, '/token', { ...EXCHANGE, code })));
  const given = answers.filter(({ status }) => status === 200);
  t.true(given.length <= 1);
  t.true(answers.every(({ status, json }) => status === 200 || json.error === 'invalid_grant'));
  for (const { json } of given) t.is(await statusWith(server, json.access_token), 401);
});

test('a code ends after a minute, and is of its program and its redirect address', withPeople, async (t, server) => {
  const exchange = async (changes = {}, wait = 0) => (await signInTool(server, {}, changes, wait)).json.error;
  t.is(await exchange(), undefined);
  t.is(await exchange({ client_id: 'other-tool' }), 'invalid_grant');
  t.is(await exchange({ redirect_uri: 'https://tools.example/other' }), 'invalid_grant');
  t.is(await exchange({}, 61_000), 'invalid_grant');
});

test('PKCE: missing, wrong and downgraded', withPeople, async (t, server) => {
  t.is((await askFor(server, { client_id: 'app', redirect_uri: LOOPBACK })).get('error'), 'invalid_request');
  const plain = { ...APP, code_challenge: VERIFIER, code_challenge_method: 'plain' };
  t.is((await askFor(server, plain)).get('error'), 'invalid_request');
  for (const code_verifier of ['b'.repeat(43), '']) {
    const code = (await askFor(server, APP)).get('code') ?? '';
    t.is((await post(server, '/token', { ...EXCHANGE, code, code_verifier })).json.error, 'invalid_grant');
  }
  t.is((await signInTool(server, PKCE)).json.error, 'invalid_grant', 'also with a secret, once it has begun with it');
});

test('a program must send a code challenge, unless the host exempts it', withPeople, async (t, server) => {
  const { account, store, visitor } = server;
  await visitor.visit('/account/my-programs');
  await visitor.submit({ program: 'Lantern tools', redirects: WEB, kind: 'confidential' });
  const [program] = await store.clients.ofAccount(account);
  await store.clients.update('tool', { requires_pkce: 1 });
  for (const client_id of ['tool', program?.id ?? '']) {
    const refusal = await askFor(server, { client_id, redirect_uri: WEB });
    t.is(refusal.get('error'), 'invalid_request');
    t.regex(refusal.get('error_description') ?? '', /PKCE/);
    t.truthy((await askFor(server, { client_id, redirect_uri: WEB, ...PKCE })).get('code'));
  }
  t.is((await signInTool(server, PKCE, { code_verifier: VERIFIER })).status, 200);
  await store.clients.update('tool', { requires_pkce: 0 });
  t.is((await signInTool(server)).status, 200);
});

test('a refresh token that comes again after a minute ends the grant', withPeople, async (t, server) => {
  const { refresh } = await signInApp(server, server.visitor);
  const other = { ...refresh, client_id: 'tool', client_secret: server.secret };
  t.is((await post(server, '/token', other)).json.error, 'invalid_grant', 'of another program');
  const together = await Promise.all(Array.from({ length: 8 }, () => post(server, '/token', refresh)));
  t.deepEqual(statusesOf(together), Array(8).fill(200));
  server.time.now += 60_000;
  const last = await post(server, '/token', refresh);
  t.is(last.status, 200);
  server.time.now += 1000;
  t.is((await post(server, '/token', refresh)).json.error, 'invalid_grant');
  server.time.now += 1000;
  t.is(await statusWith(server, last.json.access_token), 401);
  const next = { ...refresh, refresh_token: last.json.refresh_token };
  t.is((await post(server, '/token', next)).json.error, 'invalid_grant');
});

test('a refresh can ask for less, and never for more', withPeople, async (t, server) => {
  const { refresh } = await signInApp(server, server.visitor, { scope: 'character_read character_events' });
  const wider = await post(server, '/token', { ...refresh, scope: 'character_read character_credits' });
  t.is(wider.json.error, 'invalid_scope');
  const narrow = await post(server, '/token', { ...refresh, scope: 'CHARACTER_EVENTS' });
  t.is(narrow.json.scope, 'character_events');
  const principal = await server.store.tokens.principal(narrow.json.access_token, server.time.now / 1000);
  t.deepEqual(principal?.permissions, ['character_events']);
});

test('a consent of another site or session is refused, and not framed', withPeople, async (t, server) => {
  const { visitor, account } = server;
  await visitor.open((await visitor.open(authorizeAddress(server, APP))).location ?? '');
  const foreign = await visitor.send({ decision: 'allow' }, { headers: { 'Sec-Fetch-Site': 'cross-site' } });
  t.is(foreign.status, 403);
  t.deepEqual(await server.store.grants.ofAccount(account, NOW), []);

  const { location = '' } = await visitor.open(authorizeAddress(server, TOOL));
  const policy = (await visitor.open(location)).headers.get('Content-Security-Policy') ?? '';
  t.regex(
    policy,
    /form-action 'self' https:\/\/tools\.example;.*frame-ancestors 'none'/,
    'it leads only to the program',
  );
  t.notRegex(policy, /unsafe/);

  const attacker = new Visitor(server.url);
  await accountFor(server.store, 'Eve', ['1:4']);
  await attacker.signIn('Eve');
  const asked = await attacker.open(authorizeAddress(server, APP));
  // The attacker plants the cookie of the question in the browser of the victim.
  visitor.cookies.set('svcapi_interaction', attacker.cookies.get('svcapi_interaction') ?? '');
  t.is((await visitor.open(asked.location ?? '')).status, 400);
  t.true(visitor.html.includes('can no longer be answered'));
});

test('a program needs its secret to learn of its own tokens, and revokes only these', withPeople, async (t, server) => {
  const { token, refresh } = await signInApp(server, server.visitor);
  const ofAll = [token, refresh.refresh_token, server.token];
  for (const each of ofAll) t.deepEqual(await introspect(server, each), { active: false });
  t.deepEqual((await post(server, '/introspect', { token, client_id: 'app' })).json, { active: false });
  const own = (await signInTool(server)).json.access_token;
  t.like(await introspect(server, own), { active: true, client_id: 'tool' });
  // The secret of a client is compared by its hash.
  for (const client_secret of ['svcapi_s_wrong', tokenHash(server.secret), `${server.secret}x`]) {
    const wrong = { token: own, client_id: 'tool', client_secret };
    t.like(await post(server, '/introspect', wrong), { status: 401, json: { error: 'invalid_client' } });
    t.is((await signInTool(server, {}, { client_secret })).status, 401);
  }
  t.is((await post(server, '/introspect', { token, client_id: 'tool' })).json.error, 'invalid_client');
  const { status, json, headers } = await post(server, '/introspect', { token });
  t.is(`${status} ${json.error}`, '401 invalid_client');
  t.is(headers.get('WWW-Authenticate'), 'Basic realm="svcapi"');
  await post(server, '/revoke', { token, client_id: 'tool', client_secret: server.secret });
  await read(server, `/revoke?client_id=tool&token=${token}`);
  t.is(await statusWith(server, token), 200);
  await server.store.clients.update('tool', { is_resource_server: 1 });
  for (const each of ofAll) t.like(await introspect(server, each), { active: true, sub: '1:1' }, 'one of all tokens');
});

test('no Host header but a loopback address is believed', async (t) => {
  const url = `${originOf(server)}/.well-known/oauth-authorization-server`;
  const { status, text } = await plainCall(url, { headers: { Host: 'evil.example' } });
  t.is(status, 400);
  t.regex(text, /"error":"invalid_request"/);
  t.false(text.includes('evil'));
});

const publicUrl = 'https://games.example/space';

test(
  'with a public address, all are below it, and cookies are secure',
  peopleWith({ publicUrl }),
  async (t, server) => {
    const asked = await post(server, '/device', { client_id: 'app', scope: 'character_read' });
    t.is(asked.json.verification_uri, `${publicUrl}/ws/v2.0/account/device`);
    const headers = { Cookie: '__Host-svcapi_session=ended' };
    const cookies = (
      await fetch(authorizeAddress(server, TOOL), { redirect: 'manual', headers })
    ).headers.getSetCookie();
    t.deepEqual(cookies.map((cookie) => cookie.split('=')[0]).sort(), ['svcapi_interaction', 'svcapi_resume']);
    for (const cookie of cookies) t.regex(cookie, /; samesite=lax; secure; httponly$/);
    for (const name of ['oauth-authorization-server', 'openid-configuration'])
      for (const path of ['/space', '']) {
        const metadata = await (await fetch(`${originOf(server)}/.well-known/${name}${path}`)).json();
        t.like(metadata as object, { issuer: publicUrl, token_endpoint: `${publicUrl}/ws/oauth2/token` }, path);
      }
    // A proxy takes the prefix away.
    const inside = (address = '') => originOf(server) + address.split('/space')[1];
    const stranger = new Visitor(server.url);
    const { location } = await stranger.open(authorizeAddress(server, TOOL));
    await stranger.visit(inside(location));
    const { html } = await stranger.send({ name: 'Hana', password: PASSWORD });
    const [, refresh = ''] = /"0;url=([^"]+)".*<a href="\1">Continue/s.exec(html) ?? [];
    const question = await stranger.open(inside(new URL(refresh, location).href));
    t.regex(question.location ?? '', /\/space\/ws\/v2\.0\/account\/interaction\//);
  },
);

test('disabling an account stops its programs, and enabling it revives them', withPeople, async (t, server) => {
  const { store, time, visitor } = server;
  const owner = await accountFor(store, 'Owner', ['1:2']);
  await store.clients.update('app', { owner_id: owner });
  const { token, form, refresh } = await signInApp(server, visitor);
  t.is(await statusWith(server, token), 200);
  const { token: ended } = await signInApp(server, visitor);
  const { grant_id } = (await store.tokens.find(tokenHash(ended), time.now / 1000)) as GrantedToken;
  const waiting = await askDevice(server);

  await store.accounts.disable(owner, time.now / 1000);
  time.now += 1000;
  t.is(await statusWith(server, token), 401);
  for (const [path, fields] of [
    ['/token', refresh],
    ['/token', form],
    ['/device', { client_id: 'app', scope: 'character_read' }],
  ] as const)
    t.is((await post(server, path, fields)).json.error, 'invalid_client', path);
  t.is((await visitor.open(authorizeAddress(server, APP))).status, 400);
  await visitor.visit('/account/device');
  t.is((await visitor.send({ user_code: waiting.user_code })).status, 404);

  await store.grants.end(grant_id, time.now / 1000);
  await store.accounts.enable(owner);
  t.is(await statusWith(server, token), 200);
  t.is(await statusWith(server, ended), 401, 'what was ended meanwhile stays so');
  t.is((await post(server, '/token', refresh)).status, 200);
});
