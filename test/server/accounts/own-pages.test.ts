import test from 'ava';
import { permissionNames } from '../../../src/domain/permission.js';
import type { Store } from '../../../src/store/store.js';
import { NOW } from '../../helpers/galaxy.js';
import { call, type Server, statusesOf, withServer } from '../../helpers/server.js';
import { until } from '../../helpers/until.js';
import { accountFor, PASSWORD, signedIn, Visitor } from '../../helpers/visitor.js';

const NEW_PASSWORD = 'quite another set of words';

/** An account that waits for its first password, with the code of its invitation. */
async function invited(store: Store, days = 1) {
  const id = await store.accounts.create('Hana Veil', ['1:1', '1:2'], NOW);
  const code = await store.invitations.create(id, NOW, NOW + days * 86_400);
  return { id, code, path: `/account/invitation?code=${code}` };
}

/** Returns the secret that the shown page has. */
const secretOn = ({ html }: Visitor) => /<pre class="secret"><code>([^<]+)</.exec(html)?.[1];

/** Calls a route with a token, and returns the status. */
const statusWith = async ({ url }: Server, token: string, path = '/character') =>
  (await call(url + path, { headers: { Authorization: `Bearer ${token}` } })).status;

test('an invitation works once, and the password that it sets signs in', withServer, async (t, server) => {
  const { url, store } = server;
  const { code, path } = await invited(store, 7);
  const visitor = new Visitor(url);
  await visitor.visit(path);
  t.regex(visitor.html, /Welcome, Hana Veil/);
  t.regex(visitor.html, /with which you play Hana Veil and Bram Oster/);
  const seen = await visitor.submit({ password: NEW_PASSWORD, repeated: NEW_PASSWORD });
  t.true(seen.html.includes('<span><bdi>Hana Veil</bdi></span>'), 'and it signs in');
  t.is(visitor.address, `${url}/account`);
  const again = await new Visitor(url).visit(path);
  t.is(again.status, 410);
  t.regex(again.html, /Ask the host of this service for a new one\./);
  t.is((await new Visitor(url).signIn('Hana Veil', NEW_PASSWORD)).status, 200);
  t.false(server.log.join('').includes(code.slice(8)));
});

test('of two people with one invitation, one gets the account', withServer, async (t, { url, store }) => {
  const { path } = await invited(store);
  const visitors = [new Visitor(url), new Visitor(url)];
  for (const visitor of visitors) await visitor.visit(path);
  const seen = await Promise.all(
    visitors.map((visitor) => visitor.send({ password: NEW_PASSWORD, repeated: NEW_PASSWORD })),
  );
  t.deepEqual(statusesOf(seen).sort(), [303, 410]);
  t.is(visitors.filter(({ cookies }) => cookies.has('svcapi_session')).length, 1);
});

test('an invitation ends after its time, and with a newer one', withServer, async (t, { url, store, time }) => {
  const { id, code: first } = await invited(store);
  const second = await store.invitations.create(id, NOW, NOW + 86_400);
  const statusOf = async (code: string) => (await new Visitor(url).open(`/account/invitation?code=${code}`)).status;
  for (const [code, status] of [
    [first, 410],
    [second, 200],
    ['', 410],
    ['%00', 410],
  ] as const)
    t.is(await statusOf(code), status);
  time.now += 86_400_000;
  t.is(await statusOf(second), 410);
});

const weak: [password: string, repeated: string, problem: RegExp][] = [
  ['short', 'short', /too short/],
  ['hana veil hana veil', 'hana veil hana veil', /first that are guessed/],
  [NEW_PASSWORD, `${NEW_PASSWORD}!`, /The two passwords are different/],
];

test('an invitation asks again for a better password', withServer, async (t, { url, store }) => {
  const visitor = new Visitor(url);
  await visitor.visit((await invited(store)).path);
  for (const [password, repeated, problem] of weak) {
    const seen = await visitor.send({ password, repeated });
    t.is(seen.status, 400);
    t.regex(seen.html, problem);
    t.regex(seen.html, /<title>Error: /);
    t.false(seen.html.includes(password === 'short' ? 'value="short"' : password), 'no password is sent back');
  }
  t.is((await visitor.send({ password: NEW_PASSWORD, repeated: NEW_PASSWORD })).status, 303);
});

test('a personal token is shown once, works, and ends', withServer, async (t, server) => {
  const { visitor, id } = await signedIn(server);
  await visitor.visit('/account/tokens');
  await visitor.submit({ character: '1:1', permission: ['character_read', 'character_stats'], days: '30' });
  const token = secretOn(visitor) ?? '';
  t.regex(token, /^svcapi_[\w-]{43}$/);
  t.is(await statusWith(server, token), 200);
  t.is(await statusWith(server, token, '/character/1:1/creditlog'), 401, 'it has no other permission');
  await visitor.visit('/account/tokens');
  t.is(secretOn(visitor), undefined);
  t.regex(visitor.html, /<time datetime="2024-07-17">/, 'it expires after thirty days');
  t.false(server.log.join('').includes(token.slice(8)));

  await visitor.submit({});
  t.regex(visitor.html, /The token has ended/);
  server.time.now += 1000;
  t.is(await statusWith(server, token), 401);
  t.deepEqual(
    (await server.store.clients.list()).map((client) => client.id).sort(),
    ['console', 'other', `personal-${id}`].sort(),
  );
});

test('a player sees the name and the last use of each token', withServer, async (t, server) => {
  const { visitor, id } = await signedIn(server);
  await visitor.visit('/account/tokens');
  await visitor.submit({ ...TOKEN, name: ' Ledger \u00a0script' });
  t.regex(visitor.html, /<h2 [^>]*><bdi>Ledger script<\/bdi> <span>for <bdi>Hana Veil<\/bdi><\/span>/);
  t.is(await statusWith(server, secretOn(visitor) ?? ''), 200);
  const used = async () => (await server.store.grants.ofAccount(id, NOW))[0]?.last_used_from;
  await until(async () => (await used()) !== null, { what: 'the use is recorded' });
  await visitor.visit('/account/tokens');
  t.regex(visitor.html, /<dt>Last used<\/dt><dd><time datetime="2024-06-17">[^<]*<\/time> from <code>127\.0\.0\.1</);
});

const TOKEN = { character: '1:1', permission: 'character_read', days: '30' };

test('no token is made from a form that is wrong', withServer, async (t, server) => {
  const { visitor } = await signedIn(server);
  await visitor.visit('/account/tokens');
  const { permission: _, ...without } = TOKEN;
  for (const [fields, problem] of [
    [{ ...TOKEN, character: '1:2' }, /Choose one of your characters/],
    [without, /Choose at least one permission/],
    [{ ...TOKEN, permission: ['character_read', 'everything'] }, /Choose at least one permission/],
    [{ ...TOKEN, name: '\u200b' }, /Choose another name, or none/],
    [{ ...TOKEN, days: '99999' }, /after how many days/],
  ] as [Record<string, string | string[]>, RegExp][]) {
    const seen = await visitor.send(fields);
    t.is(seen.status, 400, problem.source);
    t.regex(seen.html, problem);
  }
  t.is((await server.store.tokens.list()).length, 1);
});

test('a HEAD request does not use up a token that is yet to be shown', withServer, async (t, server) => {
  const { visitor } = await signedIn(server);
  await visitor.visit('/account/tokens');
  await visitor.send(TOKEN);
  t.is((await visitor.head('/account/tokens')).status, 200);
  await visitor.visit('/account/tokens');
  t.regex(secretOn(visitor) ?? '', /^svcapi_/);
});

test('the access of a program is listed with its words, and ends', withServer, async (t, server) => {
  const { visitor, id } = await signedIn(server);
  const grant = { client_id: 'console', character_uid: '1:1', permissions: permissionNames, expires_at: NOW + 86_400 };
  await server.store.grants.create({ ...grant, account_id: id }, NOW);
  await visitor.visit('/account');
  t.regex(visitor.html, /<bdi>Trade console<\/bdi> <span>for <bdi>Hana Veil<\/bdi><\/span>/);
  t.regex(visitor.html, /<dt>Since<\/dt><dd><time datetime="2024-06-17">/);
  t.regex(visitor.html, /<dt>Last used<\/dt><dd>not yet<\/dd>/);
  t.regex(visitor.html, /<dt>Until<\/dt><dd><time datetime="2024-06-18">/);
  t.true(
    visitor.html.includes(
      '<li>Read the credits and the credit log of the character. <code>character_credits</code></li>',
    ),
  );
  await visitor.submit({});
  t.regex(visitor.html, /The access has ended/);
  t.regex(visitor.html, /No program may act for you/);
});

test('nobody ends what is another’s', withServer, async (t, server) => {
  const { visitor } = await signedIn(server);
  const other = await accountFor(server.store, 'Bram', ['1:2']);
  const grant = { client_id: 'console', character_uid: '1:2', permissions: permissionNames, expires_at: NOW + 86_400 };
  const id = await server.store.grants.create({ ...grant, account_id: other }, NOW);
  await visitor.postTo('/account/end-access', { id });
  t.is((await server.store.grants.ofAccount(other, NOW)).length, 1);
});

const reservedNames = [
  'Trade console',
  'trade  CONSOLE',
  'Ｔｒａｄｅ ｃｏｎｓｏｌｅ',
  'svcapi',
  'SVCAPI',
  'svcapi (Command Line)',
];

test('a player’s program cannot have the name of one of the host', withServer, async (t, server) => {
  const { visitor, id } = await signedIn(server);
  const wanted = { redirects: 'https://tools.example/in', kind: 'public' };
  const refuses = async (program: string) => {
    const seen = await visitor.send({ ...wanted, program });
    t.is(seen.status, 400, program);
    t.regex(seen.html, /The service or a program of its host has this name/);
  };
  await visitor.visit('/account/my-programs');
  for (const program of reservedNames) await refuses(program);
  await visitor.submit({ ...wanted, program: 'Lantern' });
  for (const program of reservedNames) await refuses(program);
  const [own] = await server.store.clients.ofAccount(id);
  await server.store.clients.create({ id: 'host', name: 'Lantern' }, NOW);
  await visitor.visit(`/account/my-programs/${own?.id}`);
  t.is((await visitor.send({ ...wanted, program: 'Lantern' })).status, 303, 'a name that it has already stays');
});

test('a program’s name cannot turn the text around it', withServer, async (t, server) => {
  const { visitor, id } = await signedIn(server);
  await visitor.visit('/account/my-programs');
  const wanted = { redirects: 'https://tools.example/in', kind: 'public' };
  const unfit = ['Console, a program of the host\u202e', 'Cons\u200bole', 'Con\nsole', '\u3164', 'x'.repeat(101)];
  for (const program of unfit) {
    const seen = await visitor.send({ ...wanted, program });
    t.is(seen.status, 400, JSON.stringify(program));
    t.regex(seen.html, /none of them invisible/);
  }
  await visitor.submit({ ...wanted, program: ' \u00a0Lantern \u3000 tools ' });
  t.like((await server.store.clients.ofAccount(id))[0], { name: 'Lantern tools' });
  // One of before.
  await server.store.clients.create({ id: 'old', name: 'Old\u202e<b>', owner_id: id, is_public: 1 }, NOW);
  await visitor.visit('/account/my-programs');
  t.regex(visitor.html, /<bdi>Old\ufffd&lt;b&gt;<\/bdi>/);
  await visitor.visit('/account/my-programs/old');
  t.regex(visitor.html, /<title>Old\ufffd&lt;b&gt; · svcapi<\/title>/);
  t.false(visitor.html.replace(/value="[^"]*"/g, '').includes('\u202e'));
});

test('a program is registered with a secret that is shown once, changed and removed', withServer, async (t, server) => {
  const { visitor, id: account } = await signedIn(server);
  await visitor.visit('/account/my-programs');
  await visitor.submit({
    program: 'Lantern tools',
    redirects: 'https://tools.example/in\r\nhttp://127.0.0.1/\r\n',
    kind: 'confidential',
  });
  const first = secretOn(visitor) ?? '';
  t.regex(first, /^svcapi_s_[\w-]{43}$/);
  const [client] = await server.store.clients.ofAccount(account);
  t.like(client, { name: 'Lantern tools', is_public: 0, application_type: 'native' });
  t.deepEqual(JSON.parse(client?.redirect_uris ?? ''), ['https://tools.example/in', 'http://127.0.0.1/']);
  t.not(client?.secret_hash, null);

  await visitor.submit({ program: 'Lantern', redirects: 'https://tools.example/in' });
  t.regex(visitor.html, /<h1><bdi>Lantern<\/bdi><\/h1>/);
  t.is(secretOn(visitor), undefined);
  await visitor.submit({}, { form: 1 });
  t.not(secretOn(visitor), first);
  const [renewed] = await server.store.clients.ofAccount(account);
  t.not(renewed?.secret_hash, client?.secret_hash);
  t.is(renewed?.application_type, 'web');

  await visitor.submit({}, { form: 2 });
  t.is(visitor.address, `${server.url}/account/my-programs?done=removed`);
  t.deepEqual(await server.store.clients.ofAccount(account), []);
  t.is((await visitor.open(`/account/my-programs/${client?.id}`)).status, 404);
});

test('a program on devices has no secret', withServer, async (t, server) => {
  const { visitor, id } = await signedIn(server);
  await visitor.visit('/account/my-programs');
  await visitor.submit({ program: 'App', redirects: 'com.example.app:/in', kind: 'public' });
  t.is(secretOn(visitor), undefined);
  t.like((await server.store.clients.ofAccount(id))[0], {
    is_public: 1,
    secret_hash: null,
    application_type: 'native',
  });
  t.is(visitor.forms().length, 2, 'to save, and to remove');
});

test('nobody sees or changes another’s program', withServer, async (t, server) => {
  const { visitor } = await signedIn(server);
  const other = await accountFor(server.store, 'Bram', ['1:2']);
  await server.store.clients.create(
    { id: 'theirs', name: 'Theirs', owner_id: other, secret_hash: 'a'.repeat(64) },
    NOW,
  );
  const fields = { program: 'Mine', redirects: 'https://evil.example/' };
  const { formToken: form_token } = visitor;
  for (const path of ['', '/secret', '/remove'])
    t.is((await visitor.postTo(`/account/my-programs/theirs${path}`, { ...fields, form_token })).status, 404);
  t.like(await server.store.clients.find('theirs'), { name: 'Theirs', secret_hash: 'a'.repeat(64), revoked_at: null });
  t.is((await visitor.open('/account/my-programs/console')).status, 404, 'nor one of the host');
});

test('a new password needs the old one, and ends every other session', withServer, async (t, server) => {
  const { visitor } = await signedIn(server);
  const other = new Visitor(server.url);
  await other.signIn('Hana Veil');
  await visitor.visit('/account/password');
  const wrong = await visitor.send({ current: 'not the password', password: NEW_PASSWORD, repeated: NEW_PASSWORD });
  t.is(wrong.status, 400);
  t.regex(wrong.html, /This is not your current password/);
  await visitor.submit({ current: PASSWORD, password: NEW_PASSWORD, repeated: NEW_PASSWORD });
  t.regex(visitor.html, /The password is changed, and you are signed out everywhere else/);
  t.is((await other.open('/account')).status, 303);
  t.is((await new Visitor(server.url).signIn('Hana Veil', NEW_PASSWORD)).status, 200);
  t.is((await new Visitor(server.url).signIn('Hana Veil', PASSWORD)).status, 403);
});
