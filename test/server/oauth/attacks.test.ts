import { get } from 'node:http';
import test from 'ava';
import type { GrantedToken } from '../../../src/store/store.js';
import { tokenHash } from '../../../src/store/token.js';
import { NOW } from '../../helpers/galaxy.js';
import { type Server, withServer } from '../../helpers/server.js';
import { sharedServer } from '../../helpers/shared-server.js';
import { accountFor, Visitor } from '../../helpers/visitor.js';
import {
  allow,
  authorizeAddress,
  CHALLENGE,
  LOOPBACK,
  originOf,
  people,
  post,
  signInApp,
  VERIFIER,
  WEB,
} from './flow.js';

const pkce = { code_challenge: CHALLENGE, code_challenge_method: 'S256' };
const app = { client_id: 'app', redirect_uri: LOOPBACK, ...pkce };
const tool = { client_id: 'tool', redirect_uri: WEB };

const shared = sharedServer();
let sharedPeople: ReturnType<typeof people> | undefined;

/** People, and a client with the id of a page that there was. */
async function peopleAndPage(server: Server) {
  const page = { id: 'svcapi-page', name: 'Page', is_public: 1, redirect_uris: JSON.stringify([WEB]) } as const;
  await server.store.clients.create(page, NOW);
  return people(server);
}

/** Returns the status of a call with a token. */
const statusWith = async (server: Parameters<typeof people>[0], token: string) =>
  (await server.call('/character', { headers: { Authorization: `Bearer ${token}` } })).status;

for (const [title, client_id, redirect_uri] of [
  ['an address that is not registered', 'tool', 'https://evil.example/'],
  ['a path below the registered one', 'tool', `${WEB}/more`],
  ['the registered address with a query', 'tool', `${WEB}?a=b`],
  ['the registered address with a slash', 'tool', `${WEB}/`],
  ['another port', 'tool', 'https://tools.example:8443/signed-in'],
  ['a subdomain', 'tool', 'https://a.tools.example/signed-in'],
  ['another case of the path', 'tool', 'https://tools.example/Signed-In'],
  ['plain http', 'tool', 'http://tools.example/signed-in'],
  ['a user before the host', 'tool', 'https://tools.example@evil.example/signed-in'],
  ['another path on a loopback address', 'app', 'http://127.0.0.1:49152/other'],
  ['another host than the loopback address', 'app', 'http://10.0.0.1:49152/signed-in'],
  ['urn:ietf:wg:oauth:2.0:oob', 'app', 'urn:ietf:wg:oauth:2.0:oob'],
  ['a javascript address', 'app', 'javascript:alert(1)'],
  ['an unknown program', 'nobody', WEB],
  ['a program without OAuth', 'console', WEB],
  ['the command line', 'svcapi-cli', WEB],
  ['a program with the reserved id of a page', 'svcapi-page', WEB],
] as const) {
  test(`${title} is never redirected to`, async (t) => {
    const server = await shared();
    sharedPeople ??= peopleAndPage(server);
    const { visitor } = await sharedPeople;
    const seen = await visitor.open(authorizeAddress(server, { client_id, redirect_uri, ...pkce }));
    t.is(seen.status, 400);
    t.is(seen.location, undefined);
    const page = await fetch(authorizeAddress(server, { client_id, redirect_uri }), {
      headers: { Accept: 'text/html' },
    });
    t.is(page.status, 400);
    t.true((await page.text()).includes('<h1>'));
    t.regex(page.headers.get('Content-Security-Policy') ?? '', /frame-ancestors 'none'/);
  });
}

test('a code that is used twice ends the grant', withServer, async (t, server) => {
  const { visitor } = await people(server);
  const { form, answer } = await signInApp(server, visitor);
  t.is(answer.status, 200);
  t.is(await statusWith(server, answer.json.access_token), 200);
  const again = await post(server, '/token', form);
  t.is(again.status, 400);
  t.is(again.json.error, 'invalid_grant');
  server.time.now += 2000;
  t.is(await statusWith(server, answer.json.access_token), 401);
  const refresh = { grant_type: 'refresh_token', client_id: 'app', refresh_token: answer.json.refresh_token };
  t.is((await post(server, '/token', refresh)).json.error, 'invalid_grant');
});

test('of six exchanges of a code at once, at most one gets a token, which is dead', withServer, async (t, server) => {
  const { visitor } = await people(server);
  const back = await allow(visitor, authorizeAddress(server, app));
  const code = back.searchParams.get('code') ?? '';
  const form = {
    grant_type: 'authorization_code',
    client_id: 'app',
    redirect_uri: LOOPBACK,
    code,
    code_verifier: VERIFIER,
  };
  const answers = await Promise.all(Array.from({ length: 6 }, () => post(server, '/token', form)));
  const given = answers.filter(({ status }) => status === 200);
  t.true(given.length <= 1);
  t.true(answers.every(({ status, json }) => status === 200 || json.error === 'invalid_grant'));
  for (const { json } of given) t.is(await statusWith(server, json.access_token), 401);
});

test(
  'a code is worth nothing after a minute, for another program, or with another redirect address',
  withServer,
  async (t, server) => {
    const { visitor, secret } = await people(server);
    const exchange = async (changes: Record<string, string>, wait = 0) => {
      const back = await allow(visitor, authorizeAddress(server, tool));
      server.time.now += wait;
      const code = back.searchParams.get('code') ?? '';
      const form = {
        grant_type: 'authorization_code',
        redirect_uri: WEB,
        code,
        client_id: 'tool',
        client_secret: secret,
      };
      return post(server, '/token', { ...form, ...changes });
    };
    t.is((await exchange({})).status, 200);
    t.is((await exchange({ client_id: 'other-tool' })).json.error, 'invalid_grant');
    t.is((await exchange({ redirect_uri: 'https://tools.example/other' })).json.error, 'invalid_grant');
    t.is((await exchange({}, 61_000)).json.error, 'invalid_grant');
  },
);

test('PKCE: missing, wrong and downgraded', withServer, async (t, server) => {
  const { visitor } = await people(server);
  const { code_challenge: _, code_challenge_method: __, ...without } = app;
  const refused = await allow(visitor, authorizeAddress(server, without));
  t.is(refused.searchParams.get('error'), 'invalid_request');
  const plain = { ...app, code_challenge: VERIFIER, code_challenge_method: 'plain' };
  t.is((await allow(visitor, authorizeAddress(server, plain))).searchParams.get('error'), 'invalid_request');
  for (const code_verifier of ['b'.repeat(43), '']) {
    const back = await allow(visitor, authorizeAddress(server, app));
    const code = back.searchParams.get('code') ?? '';
    const form = { grant_type: 'authorization_code', client_id: 'app', redirect_uri: LOOPBACK, code, code_verifier };
    t.is((await post(server, '/token', form)).json.error, 'invalid_grant');
  }
});

test('PKCE holds for a program with a secret that has begun with it', withServer, async (t, server) => {
  const { visitor, secret } = await people(server);
  const back = await allow(visitor, authorizeAddress(server, { ...tool, ...pkce }));
  const code = back.searchParams.get('code') ?? '';
  const form = { grant_type: 'authorization_code', redirect_uri: WEB, code, client_id: 'tool', client_secret: secret };
  t.is((await post(server, '/token', form)).json.error, 'invalid_grant');
});

test('without a state the answer has none, and names its issuer', withServer, async (t, server) => {
  const { visitor } = await people(server);
  const back = await allow(visitor, authorizeAddress(server, app).replace('&state=s', ''));
  t.is(back.searchParams.get('state'), null);
  t.is(back.searchParams.get('iss'), originOf(server));
});

test('a refresh token is worth nothing to another program', withServer, async (t, server) => {
  const { visitor, secret } = await people(server);
  const { answer } = await signInApp(server, visitor);
  const refresh = { grant_type: 'refresh_token', refresh_token: answer.json.refresh_token };
  const other = await post(server, '/token', { ...refresh, client_id: 'tool', client_secret: secret });
  t.is(other.json.error, 'invalid_grant');
  t.is((await post(server, '/token', { ...refresh, client_id: 'app' })).status, 200);
});

test(
  'a refresh token that comes again within a minute is exchanged again, and later ends the grant',
  withServer,
  async (t, server) => {
    const { visitor } = await people(server);
    const { answer } = await signInApp(server, visitor);
    const refresh = { grant_type: 'refresh_token', client_id: 'app', refresh_token: answer.json.refresh_token };
    const together = await Promise.all(Array.from({ length: 8 }, () => post(server, '/token', refresh)));
    t.deepEqual(
      together.map(({ status }) => status),
      Array.from({ length: 8 }, () => 200),
    );
    server.time.now += 60_000;
    const last = await post(server, '/token', refresh);
    t.is(last.status, 200);
    server.time.now += 1000;
    t.is((await post(server, '/token', refresh)).json.error, 'invalid_grant');
    server.time.now += 1000;
    t.is(await statusWith(server, last.json.access_token), 401);
    const next = { ...refresh, refresh_token: last.json.refresh_token };
    t.is((await post(server, '/token', next)).json.error, 'invalid_grant');
  },
);

test('a refresh can ask for less, and never for more', withServer, async (t, server) => {
  const { visitor } = await people(server);
  const { answer } = await signInApp(server, visitor, { scope: 'character_read character_events' });
  const refresh = { grant_type: 'refresh_token', client_id: 'app', refresh_token: answer.json.refresh_token };
  const wider = await post(server, '/token', { ...refresh, scope: 'character_read character_credits' });
  t.is(wider.json.error, 'invalid_scope');
  const narrow = await post(server, '/token', { ...refresh, scope: 'CHARACTER_EVENTS' });
  t.is(narrow.json.scope, 'character_events');
  const principal = await server.store.tokens.principal(narrow.json.access_token, server.time.now / 1000);
  t.deepEqual(principal?.permissions, ['character_events']);
});

test('a consent that another site sends is refused', withServer, async (t, server) => {
  const { visitor } = await people(server);
  await visitor.open((await visitor.open(authorizeAddress(server, app))).location ?? '');
  const address = visitor.address;
  const without = await visitor.post(address, new URLSearchParams({ decision: 'allow', character: '1:1' }));
  t.is(without.status, 403);
  await visitor.open(address);
  const foreign = await visitor.send({ decision: 'allow' }, { headers: { 'Sec-Fetch-Site': 'cross-site' } });
  t.is(foreign.status, 403);
  t.deepEqual(
    await server.store.grants.ofAccount(
      (await server.store.accounts.findByName('Hana'))?.id ?? '',
      server.time.now / 1000,
    ),
    [],
  );
});

test('nobody answers the question of another session', withServer, async (t, server) => {
  const { visitor } = await people(server);
  const attacker = new Visitor(server.url);
  await accountFor(server.store, 'Eve', ['1:4']);
  await attacker.signIn('Eve');
  const seen = await attacker.open(authorizeAddress(server, app));
  // The attacker plants the cookie of the question in the browser of the victim.
  visitor.cookies.set('svcapi_interaction', attacker.cookies.get('svcapi_interaction') ?? '');
  t.is((await visitor.open(seen.location ?? '')).status, 400);
  t.true(visitor.html.includes('cannot be answered any more'));
});

test('the consent page cannot be framed, and its form leads to the program alone', withServer, async (t, server) => {
  const { visitor } = await people(server);
  const seen = await visitor.open((await visitor.open(authorizeAddress(server, tool))).location ?? '');
  const policy = seen.headers.get('Content-Security-Policy') ?? '';
  t.regex(policy, /form-action 'self' https:\/\/tools\.example;/);
  t.regex(policy, /frame-ancestors 'none'/);
  t.notRegex(policy, /unsafe/);
});

test('a disabled account ends its tokens and its session', withServer, async (t, server) => {
  const { account, visitor, secret } = await people(server);
  const { answer } = await signInApp(server, visitor);
  await server.store.clients.update('tool', { is_resource_server: 1 });
  await server.store.accounts.disable(account, 1);
  server.time.now += 1000;
  t.is(await statusWith(server, answer.json.access_token), 401);
  const refresh = { grant_type: 'refresh_token', client_id: 'app', refresh_token: answer.json.refresh_token };
  t.is((await post(server, '/token', refresh)).json.error, 'invalid_grant');
  const asked = { token: answer.json.access_token, client_id: 'tool', client_secret: secret };
  t.deepEqual((await post(server, '/introspect', asked)).json, { active: false });
  const seen = await visitor.open(authorizeAddress(server, app));
  t.true(seen.location?.includes('/account/sign-in'));
});

test('only a program with its secret may introspect, and a wrong secret is refused', withServer, async (t, server) => {
  const { visitor } = await people(server);
  const { answer } = await signInApp(server, visitor);
  const token = answer.json.access_token;
  t.deepEqual((await post(server, '/introspect', { token, client_id: 'app' })).json, { active: false });
  const wrong = await post(server, '/introspect', { token, client_id: 'tool', client_secret: 'svcapi_s_wrong' });
  t.is(wrong.status, 401);
  t.is(wrong.json.error, 'invalid_client');
  t.is((await post(server, '/introspect', { token, client_id: 'tool' })).json.error, 'invalid_client');
});

test('introspection without credentials is invalid_client', withServer, async (t, server) => {
  const { status, json, headers } = await post(server, '/introspect', { token: server.token });
  t.is(status, 401);
  t.is(json.error, 'invalid_client');
  t.is(headers.get('WWW-Authenticate'), 'Basic realm="svcapi"');
});

test('a program revokes its own tokens alone', withServer, async (t, server) => {
  const { visitor, secret } = await people(server);
  const { answer } = await signInApp(server, visitor);
  const token = answer.json.access_token;
  await post(server, '/revoke', { token, client_id: 'tool', client_secret: secret });
  await fetch(`${originOf(server)}/ws/oauth2/revoke?client_id=tool&token=${token}`);
  t.is(await statusWith(server, token), 200);
});

test('no Host header but a loopback address is believed', withServer, async (t, server) => {
  const body = await new Promise<string>((resolve) => {
    const headers = { Host: 'evil.example' };
    get(`${originOf(server)}/.well-known/oauth-authorization-server`, { headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk)).on('end', () => resolve(`${response.statusCode} ${text}`));
    });
  });
  t.regex(body, /^400 .*"error":"invalid_request"/);
  t.false(body.includes('evil'));
});

test(
  'with a public address, every address is below it, whatever the Host header says',
  withServer,
  async (t, server) => {
    const response = await fetch(`${originOf(server)}/.well-known/oauth-authorization-server`);
    const metadata = (await response.json()) as Record<string, string>;
    t.is(metadata.issuer, 'https://games.example/space');
    t.is(metadata.token_endpoint, 'https://games.example/space/ws/oauth2/token');
    await server.store.clients.create({ id: 'app', name: 'App', is_public: 1 }, 1);
    const asked = await post(server, '/device', { client_id: 'app', scope: 'character_read' });
    t.is(asked.json.verification_uri, 'https://games.example/space/ws/v2.0/account/device');
  },
  { publicUrl: 'https://games.example/space' },
);

test(
  'with a public address by https, the cookies of an authorization are secure, and no session is begun',
  withServer,
  async (t, server) => {
    const client = { redirect_uris: JSON.stringify([WEB]), is_public: 1 } as const;
    await server.store.clients.create({ id: 'app', name: 'App', ...client }, 1);
    const asked = { client_id: 'app', redirect_uri: WEB, code_challenge: CHALLENGE, code_challenge_method: 'S256' };
    const Cookie = '__Host-svcapi_session=ended';
    const { headers } = await fetch(authorizeAddress(server, asked), { redirect: 'manual', headers: { Cookie } });
    const cookies = headers.getSetCookie();
    t.deepEqual(cookies.map((cookie) => cookie.split('=')[0]).sort(), ['svcapi_interaction', 'svcapi_resume']);
    for (const cookie of cookies) t.regex(cookie, /; samesite=lax; secure; httponly$/);
  },
  { publicUrl: 'https://games.example/space' },
);

test(
  'disabling an account stops its programs within a second, and enabling it revives them',
  withServer,
  async (t, server) => {
    const { visitor } = await people(server);
    const { store, time } = server;
    const owner = await accountFor(store, 'Owner', ['1:2']);
    const native = {
      redirect_uris: '["http://127.0.0.1/signed-in"]',
      application_type: 'native',
      is_public: 1,
    } as const;
    await store.clients.update('app', { owner_id: owner, ...native });
    const { answer, form } = await signInApp(server, visitor);
    const token = answer.json.access_token;
    t.is(await statusWith(server, token), 200);
    const ended = (await signInApp(server, visitor)).answer.json.access_token;
    const { grant_id } = (await store.tokens.find(tokenHash(ended), time.now / 1000)) as GrantedToken;
    const waiting = await post(server, '/device', { client_id: 'app', scope: 'character_read' });

    await store.accounts.disable(owner, time.now / 1000);
    time.now += 1000;
    t.is(await statusWith(server, token), 401);
    const renewal = { grant_type: 'refresh_token', client_id: 'app', refresh_token: answer.json.refresh_token };
    t.is((await post(server, '/token', renewal)).json.error, 'invalid_client');
    t.is((await post(server, '/token', form)).json.error, 'invalid_client');
    t.is((await post(server, '/device', { client_id: 'app', scope: 'character_read' })).json.error, 'invalid_client');
    t.is((await visitor.open(authorizeAddress(server, app))).status, 400);
    await visitor.visit('/account/device');
    t.is((await visitor.send({ user_code: waiting.json.user_code })).status, 404);

    await store.grants.end(grant_id, time.now / 1000);
    await store.accounts.enable(owner);
    t.is(await statusWith(server, token), 200);
    t.is(await statusWith(server, ended), 401, 'what was ended meanwhile stays so');
    t.is((await post(server, '/token', renewal)).status, 200);
  },
);
