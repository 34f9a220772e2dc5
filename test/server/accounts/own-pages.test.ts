import test from 'ava';
import { permissionNames } from '../../../src/domain/permission.js';
import { NOW } from '../../helpers/galaxy.js';
import { call, type Server, statusesOf, withServer } from '../../helpers/server.js';
import { until } from '../../helpers/until.js';
import { accountFor, PASSWORD, signedIn, Visitor } from '../../helpers/visitor.js';

const NEW_PASSWORD = 'quite another set of words';
const twice = (password: string, repeated = password) => ({ password, repeated });

/** Returns the secret that the shown page has. */
const secretOn = ({ html }: Visitor) => /<pre class="secret"><code>([^<]+)</.exec(html)?.[1];

/** Calls a route with a token, and returns the status. */
const statusWith = async ({ url }: Server, token = '', path = '/character') =>
  (await call(url + path, { headers: { Authorization: `Bearer ${token}` } })).status;

test('an invitation works once, and its password is needed for the next one', withServer, async (t, server) => {
  const { url, store, time } = server;
  const id = await store.accounts.create('Hana Veil', ['1:1', '1:2'], NOW);
  const invite = () => store.invitations.create(id, NOW, NOW + 86_400);
  const statusOf = async (code: string) => (await new Visitor(url).open(`/account/invitation?code=${code}`)).status;
  const [first, code] = [await invite(), await invite()];
  const path = `/account/invitation?code=${code}`;
  for (const ended of [first, '', '%00']) t.is(await statusOf(ended), 410, 'a newer one ends it');
  time.now += 86_399_000;
  t.is(await statusOf(code), 200);
  const visitors = [new Visitor(url), new Visitor(url)] as const;
  for (const visitor of visitors) await visitor.visit(path);
  const [visitor] = visitors;
  t.regex(visitor.html, /Welcome, Hana Veil.*with which you play Hana Veil and Bram Oster/s);
  for (const [form, problem] of [
    [twice('short'), /too short/],
    [twice('hana veil hana veil'), /first that are guessed/],
    [twice(NEW_PASSWORD, `${NEW_PASSWORD}!`), /The two passwords are different/],
  ] as const) {
    const seen = await visitor.send(form);
    t.is(seen.status, 400);
    t.regex(seen.html, problem);
    t.false(seen.html.includes(`"${form.password}"`), 'no password is sent back');
  }
  const seen = await Promise.all(visitors.map((each) => each.submit(twice(NEW_PASSWORD))));
  t.deepEqual(statusesOf(seen).sort(), [200, 410], 'of two people, one gets the account');
  t.is(visitors.filter(({ cookies }) => cookies.has('svcapi_session')).length, 1);
  const again = await new Visitor(url).visit(path);
  t.is(again.status, 410);
  t.regex(again.html, /Ask the host of this service for a new one\./);
  const [owner, other] = [new Visitor(url), new Visitor(url)];
  for (const each of [owner, other]) t.is((await each.signIn('Hana Veil', NEW_PASSWORD)).status, 200);
  const link = await invite();
  await owner.visit('/account/password');
  const wrong = await owner.send({ current: 'not the password', ...twice(PASSWORD) });
  t.is(wrong.status, 400);
  t.regex(wrong.html, /This is not your current password/);
  await owner.submit({ current: NEW_PASSWORD, ...twice(PASSWORD) });
  t.regex(owner.html, /The password is changed, and you are signed out everywhere else/);
  t.is((await other.open('/account')).status, 303);
  t.is(await statusOf(link), 410, 'nor does an older link open');
  t.is((await other.signIn('Hana Veil', NEW_PASSWORD)).status, 403);
  t.is((await other.signIn('Hana Veil', PASSWORD)).status, 200);
  t.false(server.log.join('').includes(code.slice(8)));
  const late = await invite();
  time.now += 1000;
  t.is(await statusOf(late), 410, 'after its time');
  const { find } = store.accounts;
  store.accounts.find = (each) => find(each).finally(() => store.accounts.setPassword(id, null, NOW));
  t.is((await owner.send({ current: PASSWORD, ...twice(NEW_PASSWORD) })).status, 400);
  t.is((await find(id))?.password_hash, null, 'it was reset after it was read');
});

const TOKEN = { character: '1:1', permission: ['character_read', 'character_stats'], days: '30' };

test('a personal token is shown once, works, is listed with its last use, and ends', withServer, async (t, server) => {
  const { visitor, id } = await signedIn(server);
  await visitor.visit('/account/tokens');
  for (const [fields, problem] of [
    [{ character: '1:2' }, /Choose one of your characters/],
    [{ permission: [] }, /Choose at least one permission/],
    [{ permission: ['character_read', 'everything'] }, /Choose at least one permission/],
    [{ name: '\u200b' }, /Choose another name, or none/],
    [{ days: '99999' }, /after how many days/],
  ] as [Record<string, string | string[]>, RegExp][]) {
    const seen = await visitor.send({ ...TOKEN, ...fields });
    t.is(seen.status, 400, problem.source);
    t.regex(seen.html, problem);
  }
  t.is((await server.store.tokens.list()).length, 1, 'none is made from a form that is wrong');
  const { headers } = await visitor.send({ ...TOKEN, name: ' Ledger \u00a0script' });
  t.regex(headers.get('Set-Cookie') ?? '', /^svcapi_one_time_secret=.*; expires=/);
  const { visitor: next } = await signedIn(server, { name: 'Bram', characters: ['1:2'] });
  next.cookies.set('svcapi_one_time_secret', visitor.cookies.get('svcapi_one_time_secret') ?? '');
  await next.visit('/account/tokens');
  t.is(secretOn(next), undefined, 'nobody else sees it in the same browser');
  t.is((await visitor.head('/account/tokens')).status, 200, 'which does not use it up');
  await visitor.visit('/account/tokens');
  const token = secretOn(visitor) ?? '';
  t.regex(token, /^svcapi_[\w-]{43}$/);
  t.is(await statusWith(server, token), 200);
  t.is(await statusWith(server, token, '/character/1:1/creditlog'), 401, 'it has no other permission');
  const used = async () => (await server.store.grants.ofAccount(id, NOW))[0]?.last_used_from;
  await until(async () => (await used()) !== null, { what: 'the use is recorded' });
  await visitor.visit('/account/tokens');
  t.is(secretOn(visitor), undefined);
  t.regex(visitor.html, /<h2 [^>]*><bdi>Ledger script<\/bdi> <span>for <bdi>Hana Veil<\/bdi><\/span>/);
  t.regex(visitor.html, /<time datetime="2024-07-17">/, 'it expires after thirty days');
  t.regex(visitor.html, /<dt>Last used<\/dt><dd><time datetime="2024-06-17">[^<]*<\/time> from <code>127\.0\.0\.1</);
  t.false(server.log.join('').includes(token.slice(8)));

  await visitor.submit({});
  t.regex(visitor.html, /The token has ended/);
  server.time.now += 1000;
  t.is(await statusWith(server, token), 401);
});

test('the access of a program is listed with its words, and ends', withServer, async (t, server) => {
  const { visitor, id } = await signedIn(server);
  const grant = { client_id: 'console', character_uid: '1:1', permissions: permissionNames, expires_at: NOW + 86_400 };
  await server.store.grants.create({ ...grant, account_id: id }, NOW);
  await visitor.visit('/account');
  for (const shown of [
    /<bdi>Trade console<\/bdi> <span>for <bdi>Hana Veil<\/bdi><\/span>/,
    /<dt>Since<\/dt><dd><time datetime="2024-06-17">/,
    /<dt>Last used<\/dt><dd>not yet<\/dd>/,
    /<dt>Until<\/dt><dd><time datetime="2024-06-18">/,
    /<li>Read the credits and the credit log of the character. <code>character_credits<\/code><\/li>/,
  ])
    t.regex(visitor.html, shown);
  await visitor.submit({});
  t.regex(visitor.html, /The access has ended.*No program may act for you/s);
});

const WANTED = { redirects: 'https://tools.example/in', kind: 'public' };
const TAKEN = ['Trade console', 'trade  CONSOLE', 'Ｔｒａｄｅ ｃｏｎｓｏｌｅ', 'SVCAPI', 'svcapi (Command Line)'];
const UNFIT = ['Console, a program of the host\u202e', 'Cons\u200bole', 'Con\nsole', '\u3164', 'x'.repeat(101)];

test('a player’s program has no name of the host’s, nor an unprintable one', withServer, async (t, server) => {
  const { visitor, id } = await signedIn(server);
  const refuse = async () => {
    for (const [names, problem] of [
      [TAKEN, /The service or a program of its host has this name/],
      [UNFIT, /none of them invisible/],
    ] as const)
      for (const program of names) {
        const seen = await visitor.send({ ...WANTED, program });
        t.is(seen.status, 400, program);
        t.regex(seen.html, problem);
      }
  };
  await visitor.visit('/account/my-programs');
  await refuse();
  await visitor.submit({ ...WANTED, program: ' \u00a0Lantern \u3000 tools ' });
  await refuse();
  const [own] = await server.store.clients.ofAccount(id);
  t.is(own?.name, 'Lantern tools');
  await server.store.clients.create({ id: 'host', name: 'Lantern tools' }, NOW);
  await visitor.visit(`/account/my-programs/${own?.id}`);
  t.is((await visitor.send({ ...WANTED, program: 'Lantern tools' })).status, 303, 'a name that it has already stays');
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
  const stored = async () => (await server.store.clients.ofAccount(account))[0];
  await visitor.visit('/account/my-programs');
  const redirects = 'https://tools.example/in\r\nhttp://127.0.0.1/\r\n';
  await visitor.submit({ program: 'Lantern tools', redirects, kind: 'confidential' });
  const first = secretOn(visitor) ?? '';
  t.regex(first, /^svcapi_s_[\w-]{43}$/);
  const client = await stored();
  t.like(client, { name: 'Lantern tools', is_public: 0, application_type: 'native' });
  t.deepEqual(JSON.parse(client?.redirect_uris ?? ''), ['https://tools.example/in', 'http://127.0.0.1/']);
  t.not(client?.secret_hash, null);

  await visitor.submit({ program: 'Lantern', redirects: 'https://tools.example/in' });
  t.regex(visitor.html, /<h1><bdi>Lantern<\/bdi><\/h1>/);
  t.is(secretOn(visitor), undefined);
  await visitor.submit({}, { form: 1 });
  t.not(secretOn(visitor), first);
  t.not((await stored())?.secret_hash, client?.secret_hash);
  t.is((await stored())?.application_type, 'web');

  await visitor.submit({}, { form: 2 });
  t.is(visitor.address, `${server.url}/account/my-programs?done=removed`);
  t.is(await stored(), undefined);
  t.is((await visitor.open(`/account/my-programs/${client?.id}`)).status, 404);

  await visitor.visit('/account/my-programs');
  await visitor.submit({ program: 'App', redirects: 'com.example.app:/in', kind: 'public' });
  t.is(secretOn(visitor), undefined);
  t.like(await stored(), { is_public: 1, secret_hash: null, application_type: 'native' });
  t.is(visitor.forms().length, 2, 'to save, and to remove');
});

test('nobody sees, changes or ends what is another’s', withServer, async (t, server) => {
  const { visitor } = await signedIn(server);
  const { store } = server;
  const other = await accountFor(store, 'Bram', ['1:2']);
  const grant = { client_id: 'console', character_uid: '1:2', permissions: permissionNames, expires_at: NOW + 86_400 };
  const id = await store.grants.create({ ...grant, account_id: other }, NOW);
  const { formToken: form_token } = visitor;
  t.is((await visitor.postTo('/account/end-access', { id })).status, 303);
  t.is((await store.grants.ofAccount(other, NOW)).length, 1);

  const theirs = { name: 'Theirs', secret_hash: 'a'.repeat(64) };
  await store.clients.create({ id: 'theirs', owner_id: other, ...theirs }, NOW);
  const fields = { form_token, program: 'Mine', redirects: 'https://evil.example/' };
  for (const path of ['', '/secret', '/remove'])
    t.is((await visitor.postTo(`/account/my-programs/theirs${path}`, fields)).status, 404);
  t.like(await store.clients.find('theirs'), { ...theirs, revoked_at: null });
  for (const program of ['theirs', 'console'])
    t.is((await visitor.open(`/account/my-programs/${program}`)).status, 404);
});
