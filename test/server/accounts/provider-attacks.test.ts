import { once } from 'node:events';
import test, { type ExecutionContext } from 'ava';
import { type Server, type ServerSetup, startServer } from '../../helpers/server.js';
import { type Strangeness, strangeProvider } from '../../helpers/servers/strange-provider.js';
import { inTime, until } from '../../helpers/until.js';
import { accountFor, Visitor } from '../../helpers/visitor.js';
import { leave } from './at-provider.js';

/** A service with a provider that goes wrong. With accounts for newcomers, so that whoever is believed is seen. */
async function withProvider(t: ExecutionContext, setup: ServerSetup = {}) {
  const provider = await strangeProvider(t);
  const server = await startServer({ oidc: provider.options, ...setup });
  t.teardown(() => server.close());
  return { provider, server, visitor: new Visitor(server.url) };
}

/** Presses the button of the sign-in page. */
async function begin(visitor: Visitor): Promise<URL> {
  await visitor.visit('/account/sign-in');
  return leave(visitor);
}

const now = Math.floor(Date.now() / 1000);

const claimed = (...all: NonNullable<Strangeness['claims']>[]) => all.map((claims): Strangeness => ({ claims }));

/** Ways to lie about a person, by the reason in the log. */
const lies: [reason: RegExp, ...ways: Strangeness[]][] = [
  [
    /^OAUTH_JWT_CLAIM_COMPARISON_FAILED$/,
    ...claimed({ iss: 'https://other.example' }, { aud: 'another' }, { nonce: 'of-another-browser' }),
  ],
  [/^OAUTH_JWT_TIMESTAMP_CHECK_FAILED$/, ...claimed({ iat: now - 9000, exp: now - 8000 })],
  [/^unusable_subject$/, ...claimed({ sub: 'x'.repeat(256) }, { sub: 'a\u0000b' })],
  [
    /^(OAUTH_|unusable_subject)/,
    ...claimed({ iss: undefined }, { aud: ['galaxy', 'b'], azp: 'b' }, { nonce: undefined }, { exp: undefined }),
    ...claimed({ sub: undefined }, { sub: '' }, { sub: { a: 1 } }),
    ...(['other key', 'broken', 'none', 'secret'] as const).map((signature) => ({ signature })),
    { signature: 'other key', header: { jwk: {}, kid: undefined } },
    { header: { crit: ['b64'], b64: false } },
    ...[undefined, 'a.b.c', 7].map((id_token) => ({ tokens: { id_token } })),
  ],
];

/** The time after which an address may try ten more, and metadata is read again, in milliseconds. */
const LATER = 900_000;

test('an ID token that lies, or is none, signs nobody in', async (t) => {
  const { provider, server, visitor } = await withProvider(t);
  for (const [reason, ...ways] of lies) {
    for (const way of ways) {
      Object.assign(provider, { header: {}, claims: {}, tokens: {}, signature: undefined, ...way });
      const back = provider.signIn(await begin(visitor));
      await refuses(t, { server, visitor, back }, 403, reason, JSON.stringify(way));
      server.time.now += LATER;
    }
  }
});

test('an answer of another issuer (RFC 9207), or an error, is not exchanged, and reported without its text', async (t) => {
  const { provider, server, visitor } = await withProvider(t);
  for (const [answer, reason] of [
    [{ code: 'a-code', iss: 'https://other.example' }, /^OAUTH_INVALID_RESPONSE$/],
    [{ error: 'server_error', error_description: 'secret words' }, /^server_error$/],
    [{ error: '<b>\n' }, /^OAUTH_AUTHORIZATION_RESPONSE_ERROR$/],
    [{}, /^OAUTH_INVALID_RESPONSE$/],
  ] as [Record<string, string>, RegExp][]) {
    await refuses(t, { server, visitor, back: provider.signIn(await begin(visitor), answer) }, 403, reason);
    t.false((server.log.join('') + visitor.html).includes('secret words'));
  }
  t.false(provider.paths.includes('/token'));
});

type Refused = { server: Server; visitor: Visitor; back: string };

const failures = ({ log }: Server) => log.filter((line) => line.includes('by the provider failed'));
const reasonOf = (server: Server) => JSON.parse(failures(server).at(-1) ?? '{}').reason;

/** Comes back from the provider, and checks that it was refused in every respect. */
async function refuses(t: ExecutionContext, refused: Refused, status: number, reason: RegExp, title?: string) {
  const { server, visitor, back } = refused;
  const before = failures(server).length;
  const seen = await visitor.visit(back);
  t.is(seen.status, status, title);
  t.regex(seen.html, /Start again|try again|cancelled it/);
  t.is(failures(server).length - before, 1);
  t.regex(reasonOf(server), reason, title);
  for (const cookie of ['svcapi_session', 'svcapi_newcomer']) t.false(visitor.cookies.has(cookie));
  t.deepEqual(await server.store.accounts.list(), []);
  const log = server.log.join('');
  for (const secret of ['a-code', 'secret-of-the-galaxy', 'of-the-provider', 'eyJ', 'somebody', 'state='])
    t.false(log.includes(secret), secret);
}

type Act = NonNullable<Strangeness['on']>[string];

/** Writes without an end, as long as somebody reads. */
const endless: Act = (_, response) => {
  response.setHeader('Content-Type', 'application/json');
  const write = () => {
    while (!response.destroyed && response.write('"x",'.repeat(4096)));
  };
  response.on('drain', write);
  response.write('[');
  write();
};

const silent: Act = () => {};

/** Answers a byte, and never the rest. */
const stalling: Act = (_, response) => {
  response.setHeader('Content-Type', 'application/json').write('{');
};

const broken: Act = (_, response) => response.destroy();

const answering = (code: number, body = '{}', type = 'application/json'): Act => {
  return (_, response) => response.writeHead(code, { 'Content-Type': type, Location: '/elsewhere' }).end(body);
};

const [DISCOVERY, TOKEN, KEYS] = ['/.well-known/openid-configuration', '/token', '/keys'];

/** What the provider does on a path, and the answer to who signs in then. One function asks on all paths. */
const acts: [title: string, path: string, act: Act, status: number, reason: RegExp][] = [
  ['never answers', TOKEN, silent, 503, /^timeout$/],
  ['never ends its answer', TOKEN, stalling, 503, /^timeout$/],
  ['answers without an end', TOKEN, endless, 503, /^too_long$/],
  ['breaks the connection', KEYS, broken, 503, /^no_answer$/],
  ['fails', TOKEN, answering(500), 503, /^status_500$/],
  // Nobody follows it.
  ['redirects', KEYS, answering(307), 503, /^status_307$/],
  ['answers with a page', TOKEN, answering(200, '<html>', 'text/html'), 403, /^OAUTH_/],
  ['answers with half of its JSON', TOKEN, answering(200, '{"issuer":'), 403, /^OAUTH_/],
  ['answers with no object', KEYS, answering(200, '[]'), 403, /^OAUTH_/],
];

test('a provider that goes wrong signs nobody in, and works again afterwards', async (t) => {
  const { provider, server } = await withProvider(t);
  const reset = (on: Strangeness['on']) => {
    provider.on = on ?? {};
    provider.options.timeout = 3_600_000;
    provider.impatientAfter = '';
  };
  for (const [title, path, act, code, reason] of acts) {
    const visitor = new Visitor(server.url);
    reset({ [path]: act });
    if (reason.test('timeout')) provider.impatientAfter = DISCOVERY;
    await refuses(t, { server, visitor, back: provider.signIn(await begin(visitor)) }, code, reason, title);
    server.time.now += LATER;
  }
  t.false(provider.paths.includes('/elsewhere'));
  const visitor = new Visitor(server.url);
  for (const [act, status, reason] of [
    [answering(500), 503, /^status_500$/],
    [answering(200, '<html>', 'text/html'), 403, /^OAUTH_/],
  ] as const) {
    reset({ [DISCOVERY]: act });
    await visitor.visit('/account/sign-in');
    t.is((await visitor.send({}, { form: 1 })).status, status);
    t.regex(reasonOf(server), reason);
  }
  reset({});
  t.is((await visitor.visit(provider.signIn(await begin(visitor)))).status, 200);
});

test('metadata of another issuer, and addresses that others can read, are refused', async (t) => {
  const { provider, server, visitor } = await withProvider(t);
  for (const metadata of [
    { issuer: 'https://other.example' },
    { authorization_endpoint: 'http://other.example/auth' },
    { authorization_endpoint: 'javascript:alert(1)' },
    { authorization_endpoint: undefined },
    { token_endpoint: 'no address' },
  ]) {
    provider.metadata = metadata;
    await visitor.visit('/account/sign-in');
    const seen = await visitor.send({}, { form: 1 });
    t.true([403, 503].includes(seen.status), JSON.stringify(metadata));
    t.false(/other\.example|javascript:/.test(seen.html));
    // The metadata that was read is used for ten minutes.
    server.time.now += 600_000;
  }
  provider.metadata = { token_endpoint: 'http://other.example/token' };
  await refuses(t, { server, visitor, back: provider.signIn(await begin(visitor)) }, 503, /^foreign_host$/);
});

test('an answer is worth nothing a second time, in another browser, or with another state', async (t) => {
  const { provider, server, visitor } = await withProvider(t);
  const attacked = new Visitor(server.url);
  for (const state of ['state=', 'state=x', 'state=twice&$&'])
    t.is(
      (await attacked.visit(provider.signIn(await begin(attacked)).replace(/state=[^&]*/, state))).status,
      400,
      state,
    );
  const back = provider.signIn(await begin(visitor));
  for (const victim of [attacked, new Visitor(server.url)]) {
    const seen = await victim.visit(back);
    t.is(seen.status, 400);
    t.regex(seen.html, /begun in another browser.*Start again/);
    for (const cookie of ['svcapi_session', 'svcapi_newcomer']) t.false(victim.cookies.has(cookie));
  }
  t.false(provider.paths.includes('/token'), 'nothing is exchanged');
  t.is((await visitor.visit(back)).status, 200);
  const paths = provider.paths.length;
  t.is((await visitor.visit(back)).status, 400, 'the state was used');
  t.is(provider.paths.length, paths);
});

test('a connection is made in the session that began it, by no link, and by no form of another site', async (t) => {
  const { provider, server, visitor } = await withProvider(t);
  const { store } = server;
  await accountFor(store, 'Hana Veil');
  await accountFor(store, 'Bram', ['1:2']);
  await visitor.signIn('Hana Veil');
  await visitor.visit('/account/password');
  const back = provider.signIn(await leave(visitor));
  // The same browser after a sign-out, with another account, and the browser of somebody who follows the link of an attacker.
  const victim = new Visitor(server.url);
  await victim.signIn('Bram');
  t.is((await victim.visit(back)).status, 400);
  await visitor.signOut();
  t.is((await visitor.visit(back)).status, 400);
  await visitor.signIn('Bram');
  t.is((await visitor.visit(back)).status, 400);

  t.is((await victim.open('/account/provider')).status, 405);
  for (const [fields, headers] of [
    [{}, { 'Sec-Fetch-Site': 'cross-site' }],
    [{ form_token: 'x' }, {}],
  ] as Record<string, string>[][]) {
    await victim.visit('/account/password');
    const form = victim.forms().findIndex((each) => each.includes('account/provider"'));
    t.is((await victim.send(fields ?? {}, { form, headers: headers ?? {} })).status, 403);
  }
  t.true((await store.accounts.list()).every(({ provider_subject }) => provider_subject === null));
});

test('codes cannot be tried without an end: an address has ten wrong ones', async (t) => {
  const { provider, server, visitor } = await withProvider(t);
  provider.on = { [TOKEN]: answering(400) };
  for (let at = 0; at < 11; at += 1)
    t.is((await visitor.visit(provider.signIn(await begin(visitor)))).status, at < 10 ? 403 : 429);
  t.is(provider.paths.filter((path) => path === '/token').length, 10);
  await accountFor(server.store, 'Hana Veil');
  t.is((await visitor.signIn('Hana Veil')).status, 200, 'a password still signs in');
});

test('a provider that hangs takes few of the requests in flight, and a stop does not wait for it', async (t) => {
  const { provider, server } = await withProvider(t, { shutdownTimeout: 0 });
  const held: Promise<unknown>[] = [];
  provider.on = { [DISCOVERY]: (_, response) => held.push(once(response, 'close')) };
  const visitors = Array.from({ length: 22 }, () => new Visitor(server.url));
  for (const visitor of visitors) await visitor.visit('/account/sign-in');
  const statuses: number[] = [];
  const press = async (visitor: Visitor) => statuses.push((await visitor.send({}, { form: 1 })).status);
  const asked = visitors.map((visitor) => press(visitor).catch(() => undefined));
  await until(() => statuses.length === 2, { what: 'two sign-ins are refused' });
  t.deepEqual(statuses, [503, 503]);
  t.is((await server.call('/character')).status, 200);
  await until(() => held.length > 0, { what: 'the provider is asked' });
  t.is(held.length, 1, 'they share one question');
  await server.close();
  await t.notThrowsAsync(inTime(Promise.all(held), 'the service waits for the provider'));
  await Promise.all(asked);
});
