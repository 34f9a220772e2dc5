import test from 'ava';
import { type Server, withServer } from '../../helpers/server.js';
import { accountFor, PASSWORD, Visitor } from '../../helpers/visitor.js';

/** Attacks on the pages of the accounts, each with its answer. */

async function signedIn(server: Server, headers: Record<string, string> = {}): Promise<Visitor> {
  await accountFor(server.store, 'Hana Veil');
  const visitor = new Visitor(server.url, headers);
  await visitor.signIn('Hana Veil');
  return visitor;
}

/** Returns the token of the forms on the shown page. */
const tokenOf = ({ html }: Visitor) => /name="form_token" value="(\w+)"/.exec(html)?.[1] ?? '';

const foreign: [title: string, headers: Record<string, string>][] = [
  ['of another site', { 'Sec-Fetch-Site': 'cross-site' }],
  ['of another host of the same domain', { 'Sec-Fetch-Site': 'same-site' }],
  ['with a foreign origin', { Origin: 'https://evil.example' }],
  ['without an origin', { Origin: 'null' }],
];

for (const [title, headers] of foreign) {
  test(`a form ${title} is refused, even with the right token`, withServer, async (t, server) => {
    const visitor = await signedIn(server);
    await visitor.visit('/account/tokens');
    const fields = { character: '1:1', permission: 'character_read', days: '7' };
    const refused = await visitor.send(fields, { headers });
    t.is(refused.status, 403);
    t.regex(refused.html, /Open the page again, and send it from there\./);
    await visitor.visit('/account/tokens');
    t.is((await visitor.send(fields, { headers: { 'Sec-Fetch-Site': 'same-origin' } })).status, 303);
    t.is((await server.store.tokens.list()).length, 2, 'that of the server, and the one that was sent from the page');
  });
}

const tampered: [title: string, tamper: (visitor: Visitor, other: Visitor) => string | undefined][] = [
  ['without a token', () => undefined],
  ['with an empty token', () => ''],
  ['with a token that is made up', () => 'a'.repeat(64)],
  ['with the token of somebody else', (_, other) => tokenOf(other)],
];

for (const [title, tamper] of tampered) {
  test(`a form ${title} is refused`, withServer, async (t, server) => {
    const { url, store } = server;
    const visitor = await signedIn(server);
    await accountFor(store, 'Bram', ['1:2']);
    const other = new Visitor(url);
    await other.signIn('Bram');
    const token = tamper(visitor, other);
    const body = new URLSearchParams({ character: '1:1', permission: 'character_read', days: '7' });
    if (token !== undefined) body.set('form_token', token);
    t.is((await visitor.post(`${url}/account/tokens`, body)).status, 403);
    t.is((await store.tokens.list()).length, 1);
  });
}

test('a form from before the sign-in is refused after it', withServer, async (t, server) => {
  await accountFor(server.store, 'Hana Veil');
  const visitor = new Visitor(server.url);
  await visitor.visit('/account/sign-in');
  const old = tokenOf(visitor);
  await visitor.submit({ name: 'Hana Veil', password: PASSWORD });
  const body = new URLSearchParams({ form_token: old });
  t.is((await visitor.post(`${server.url}/account/sign-out`, body)).status, 403);
  t.is((await visitor.open('/account')).status, 200);
});

test('nobody can be signed in by a form of another site', withServer, async (t, { url, store }) => {
  await accountFor(store, 'Hana Veil');
  const victim = new Visitor(url);
  const attacker = new Visitor(url);
  await attacker.visit('/account/sign-in');
  const body = new URLSearchParams({ form_token: tokenOf(attacker), name: 'Hana Veil', password: PASSWORD });
  t.is((await victim.post(`${url}/account/sign-in`, body)).status, 403);
  t.false(victim.cookies.has('svcapi_session'));
});

test('a session that somebody else has set is not the one that is signed in', withServer, async (t, { url, store }) => {
  await accountFor(store, 'Hana Veil');
  await accountFor(store, 'Bram', ['1:2']);
  const attacker = new Visitor(url);
  await attacker.signIn('Bram');
  const fixed = attacker.cookies.get('svcapi_session') ?? '';
  const victim = new Visitor(url);
  for (const [name, value] of attacker.cookies) victim.cookies.set(name, value);
  await victim.visit('/account');
  await victim.signOut();
  victim.cookies.set('svcapi_session', fixed);
  await victim.signIn('Hana Veil');
  t.not(victim.cookies.get('svcapi_session'), fixed);
  t.is((await attacker.open('/account')).status, 303, 'the set session has ended');
});

test('no page can be framed or kept, and none has a script', withServer, async (t, server) => {
  const visitor = await signedIn(server);
  for (const page of ['', '/tokens', '/my-programs', '/sessions', '/password', '/nothing']) {
    const path = `/account${page}`;
    const { headers, html } = await visitor.visit(path);
    const policy = headers.get('Content-Security-Policy') ?? '';
    t.regex(policy, /default-src 'none'.*form-action 'self'.*frame-ancestors 'none'/, path);
    t.false(/script-src|unsafe/.test(policy));
    t.is(headers.get('X-Frame-Options'), 'DENY');
    t.is(headers.get('Cache-Control'), 'no-store');
    t.is(headers.get('Access-Control-Allow-Origin'), null);
    t.false(/<script|\son\w+=|\sstyle=/.test(html), path);
  }
  await visitor.visit('/account/tokens');
  await visitor.send({ character: '1:1', permission: 'character_read', days: '7' }, { form: 0 });
  const { headers, html } = await visitor.visit('/account/tokens');
  t.regex(html, /<pre class="secret"><code>svcapi_/);
  t.false(/script-src|unsafe/.test(headers.get('Content-Security-Policy') ?? ''));
  t.false(html.includes('<script'), 'nor has the page of a new secret');
  const other = await new Visitor(server.url, { Origin: 'https://evil.example' }).open('/account/sign-in');
  t.is(other.headers.get('Access-Control-Allow-Origin'), null, 'no other page reads it');
});

test(
  'the cookies of https cannot be set by another host, and are not sent in the clear',
  withServer,
  async (t, server) => {
    await accountFor(server.store, 'Hana Veil');
    const visitor = new Visitor(server.url, { Host: 'galaxy.example' });
    await visitor.visit('/account/sign-in');
    const seen = await visitor.send({ name: 'Hana Veil', password: PASSWORD });
    const set = seen.headers.getSetCookie().find((cookie) => cookie.startsWith('__Host-svcapi_session=')) ?? '';
    t.regex(set, /; path=\/; .*expires=.*; samesite=lax; secure; httponly/i);
    t.false(/domain/i.test(set));
  },
  { publicUrl: 'https://galaxy.example' },
);

test('nothing of an account is stored that could be used', withServer, async (t, server) => {
  const visitor = await signedIn(server);
  const [id = ''] = [...visitor.cookies].filter(([name]) => name === 'svcapi_session').map(([, value]) => value);
  t.is(await server.store.sessions.find(id, 1), undefined, 'the cookie is stored as its hash');
});

test('what is no form is refused', withServer, async (t, { url, store }) => {
  await accountFor(store, 'Hana Veil');
  const post = (headers: Record<string, string>, body: string) =>
    fetch(`${url}/account/sign-in`, { method: 'POST', headers, body });
  t.is((await post({ 'Content-Type': 'application/json' }, '{"name":"Hana Veil"}')).status, 415);
  t.is((await post({ 'Content-Type': 'text/plain' }, 'name=Hana')).status, 415);
  const large = await post({ 'Content-Type': 'application/x-www-form-urlencoded' }, `name=${'x'.repeat(20_000)}`);
  t.is(large.status, 413);
  t.regex(await large.text(), /Send less/);
  const wrong = await fetch(`${url}/account/sign-in`, { method: 'DELETE' });
  t.is(wrong.status, 405);
  t.is(wrong.headers.get('Allow'), 'GET, HEAD, POST, OPTIONS');
  t.is((await fetch(`${url}/account/sign-out`)).status, 405);
});
