import test, { type ExecutionContext } from 'ava';
import type { IdentityProviderOptions } from '../../../src/server/accounts/openid-connect/identity-provider.js';
import { NOW } from '../../helpers/galaxy.js';
import { type ServerSetup, startServer, statusesOf, withServer } from '../../helpers/server.js';
import { type HonestProvider, honestProvider, TOLD } from '../../helpers/servers/honest-provider.js';
import { accountFor, PASSWORD, Visitor } from '../../helpers/visitor.js';
import { goThrough, leave } from './at-provider.js';

const NEW_PASSWORD = 'quite another set of words';

type Options = Partial<IdentityProviderOptions> & { method?: string; server?: ServerSetup };

/** A service whose players sign in by a provider. */
async function withProvider(t: ExecutionContext, { server: setup, ...options }: Options = {}) {
  const provider = await honestProvider(t, options);
  const server = await startServer({ oidc: provider.options, ...setup });
  t.teardown(() => server.close());
  return { provider, server, visitor: new Visitor(server.url), identity: identityAt(provider, 'subject-of-hana') };
}

const identityAt = ({ options }: HonestProvider, subject: string) => ({ issuer: options.issuer, subject });

/** A service with an account without a password, whom the provider signs in as `subject-of-hana`. */
async function withAccount(t: ExecutionContext, options: Options = {}) {
  const started = await withProvider(t, options);
  const id = await started.server.store.accounts.create('Hana Veil', ['1:1'], NOW);
  await started.server.store.accounts.setIdentity(id, started.identity);
  return { ...started, id };
}

async function signIn(visitor: Visitor) {
  await visitor.visit('/account/sign-in');
  return goThrough(visitor);
}

const nameOn = ({ html }: { html: string }) => /<span><bdi>([^<]+)<\/bdi><\/span>/.exec(html)?.[1];

test('without --oidc-issuer there is no provider, nor a page for it', withServer, async (t, { url }) => {
  const visitor = new Visitor(url);
  await visitor.visit('/account/sign-in');
  t.is(visitor.forms().length, 1);
  t.is((await visitor.postTo('/account/provider', {})).status, 404);
  for (const path of ['/account/provider/callback?code=a&state=b', '/account/newcomer'])
    t.is((await visitor.open(path)).status, 404);
});

for (const method of ['client_secret_basic', 'client_secret_post']) {
  test(`the provider signs in whom it knows, and nothing else of them is kept: ${method}`, async (t) => {
    const { server, visitor, id, provider } = await withAccount(t, { method });
    await visitor.visit('/account/tokens?x=1');
    t.deepEqual(provider.paths, [], 'it is asked with the first sign-in');
    const seen = await goThrough(visitor);
    t.is(seen.status, 200);
    t.is(nameOn(seen), 'Hana Veil');
    t.is(visitor.address, `${server.url}/account/tokens?x=1`);
    t.is((await server.store.accounts.find(id))?.last_sign_in_at, NOW);
    const pages = [seen.html];
    for (const path of ['/account', '/account/tokens', '/account/my-programs', '/account/password'])
      pages.push((await visitor.visit(path)).html);
    const log = server.log.join('');
    t.is(log.match(/"by":"provider","msg":"signed in"/g)?.length, 1);
    const stored = JSON.stringify([await server.store.accounts.find(id), await server.store.accounts.list()]);
    for (const secret of Object.values(TOLD)) t.false([...pages, log, stored].join().includes(secret), secret);
    for (const secret of [provider.options.clientSecret, 'code=', 'subject-of-hana'])
      t.false(log.includes(secret) || pages.join().includes(secret), secret);
  });
}

test('a player connects later, and both ways in work; nobody else connects the same person', async (t) => {
  const { server, visitor, identity } = await withProvider(t);
  const { store } = server;
  const id = await accountFor(store, 'Hana Veil');
  await visitor.signIn('Hana Veil');
  await visitor.visit('/account/password');
  t.regex((await goThrough(visitor)).html, /Your account is connected\. You can sign in this way/);
  t.is((await store.accounts.findByIdentity(identity))?.id, id);
  t.is(nameOn(await signIn(new Visitor(server.url))), 'Hana Veil');
  t.regex(server.log.join(''), /provider connected/);
  t.is((await new Visitor(server.url).signIn('Hana Veil', PASSWORD)).status, 200);

  const bram = await accountFor(store, 'Bram', ['1:2']);
  const other = new Visitor(server.url);
  await other.signIn('Bram');
  await other.visit('/account/password');
  const seen = await goThrough(other);
  t.is(seen.status, 409, 'somebody at the provider has one account');
  t.regex(seen.html, /is connected with another account/);
  t.is((await store.accounts.findByIdentity(identity))?.id, id);
  t.is((await store.accounts.find(bram))?.provider_subject, null);
});

test('whom the provider signs in chooses a first password, gives it to change it, and stays out when disabled', async (t) => {
  const { server, visitor, id, identity } = await withAccount(t, { create: true });
  await signIn(visitor);
  await visitor.visit('/account/password');
  t.regex(visitor.html, /Discord signs you in/);
  t.false(visitor.html.includes('name="current"'));
  const chosen = { password: NEW_PASSWORD, repeated: NEW_PASSWORD };
  const other = new Visitor(server.url);
  await signIn(other);
  await server.store.accounts.setIdentity(id, { issuer: 'https://former.example', subject: 'hana' });
  await other.visit('/account/password');
  t.regex(other.html, /Your account has no password\. Ask the host/);
  t.false(other.html.includes('type="password"'), 'an account of another provider cannot choose one');
  await server.store.accounts.setIdentity(id, identity);
  t.is((await visitor.submit(chosen)).status, 200);
  t.is((await new Visitor(server.url).signIn('Hana Veil', NEW_PASSWORD)).status, 200);
  await visitor.visit('/account/password');
  t.is((await visitor.send(chosen)).status, 400);

  await server.store.accounts.disable(id, NOW);
  const disabled = new Visitor(server.url);
  const seen = await signIn(disabled);
  t.is(seen.status, 403);
  t.regex(seen.html, /The host of this service has disabled your account/);
  t.false(disabled.cookies.has('svcapi_session'));
  t.is((await disabled.open('/account/newcomer')).status, 410, 'nor is there a new account');
});

test('somebody without an account, or who cancels, gets none, and is told what to do', async (t) => {
  const { server, provider, visitor } = await withProvider(t);
  provider.person = undefined;
  const cancelled = await signIn(visitor);
  t.is(cancelled.status, 403);
  t.regex(cancelled.html, /Discord did not sign you in/);
  t.regex(server.log.join(''), /"reason":"access_denied"/);
  provider.person = 'subject-of-hana';
  const seen = await signIn(visitor);
  t.is(seen.status, 403);
  t.regex(seen.html, /ask the host of this service for an invitation/);
  t.deepEqual(await server.store.accounts.list(), []);
  t.is((await visitor.open('/account/newcomer')).status, 410);
});

test('with --oidc-create a newcomer chooses a name, which is free', async (t) => {
  const { server, visitor, identity } = await withProvider(t, { create: true });
  const { store } = server;
  await accountFor(store, 'Hana Veil');
  await visitor.visit('/account/tokens');
  const seen = await goThrough(visitor);
  t.is(visitor.address, `${server.url}/account/newcomer`);
  t.regex(seen.html, /<h1>Choose a name<\/h1>/);
  t.false(seen.html.includes(TOLD.name));
  for (const [name, problem] of [
    ['', /Give a name/],
    ['Cleo\u202e', /Give a name/],
    ['1:12', /not a UID/],
    ['hana veil', /This name is taken/],
    ['Ｈａｎａ Ｖｅｉｌ', /This name is taken/],
    ['svcapi', /This name is taken/],
  ] as const) {
    const refused = await visitor.submit({ name });
    t.is(refused.status, 400, name);
    t.regex(refused.html, problem);
  }
  t.is((await store.accounts.list()).length, 1);
  const made = await visitor.submit({ name: '  Cleo  Sand ' });
  t.is(nameOn(made), 'Cleo Sand');
  t.is(visitor.address, `${server.url}/account/tokens`);
  const account = await store.accounts.findByIdentity(identity);
  t.like(account, { name: 'Cleo Sand', characters: [], password_hash: null });
  t.is((await visitor.open('/account/newcomer')).status, 410);
  t.is(nameOn(await signIn(new Visitor(server.url))), 'Cleo Sand');
});

test('a newcomer in two windows gets one account, in another browser or after a quarter of an hour none', async (t) => {
  const { server, visitor, identity } = await withProvider(t, { create: true });
  const accounts = async () => (await server.store.accounts.list()).map((each) => each.provider_subject);
  await signIn(visitor);
  const other = new Visitor(server.url);
  t.is((await other.open('/account/newcomer')).status, 410);
  other.cookies.set('svcapi_newcomer', 'subject-of-hana');
  t.is((await other.open('/account/newcomer')).status, 410);
  server.time.now += 15 * 60_000;
  t.is((await visitor.submit({ name: 'Cleo' })).status, 410);
  t.deepEqual(await accounts(), []);
  for (const each of [visitor, other]) await signIn(each);
  const seen = await Promise.all([visitor, other].map((each, at) => each.submit({ name: `Cleo ${'ab'[at]}` })));
  t.deepEqual(statusesOf(seen), [200, 200]);
  t.deepEqual(await accounts(), [identity.subject]);
});

test('below a public address, the provider sends people back to it, and no other host sets the cookies', async (t) => {
  const publicUrl = 'https://galaxy.example/space';
  const { visitor, server } = await withProvider(t, { server: { publicUrl } });
  await accountFor(server.store, 'Hana Veil');
  await visitor.visit('/account/sign-in');
  const seen = await visitor.send({ name: 'Hana Veil', password: PASSWORD });
  const set = seen.headers.getSetCookie().find((cookie) => cookie.startsWith('__Host-svcapi_session=')) ?? '';
  t.regex(set, /; path=\/; .*expires=.*; samesite=lax; secure; httponly/i);
  t.notRegex(set, /domain/i);
  const other = new Visitor(server.url);
  await other.visit('/account/sign-in');
  const { searchParams } = await leave(other);
  t.is(searchParams.get('redirect_uri'), 'https://galaxy.example/space/ws/v2.0/account/provider/callback');
  t.is(searchParams.get('scope'), 'openid');
  t.is(searchParams.get('code_challenge_method'), 'S256');
});
