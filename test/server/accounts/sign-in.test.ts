import test from 'ava';
import { Passwords } from '../../../src/server/accounts/passwords.js';
import type { Store } from '../../../src/store/store.js';
import { hashesSoFar } from '../../helpers/count-hashes.js';
import { NOW } from '../../helpers/galaxy.js';
import { type Server, serverWith, withServer } from '../../helpers/server.js';
import { sharedServer } from '../../helpers/shared-server.js';
import { accountFor, PASSWORD, PASSWORD_HASH, Visitor } from '../../helpers/visitor.js';

test('a password signs in, and the page shows the account', withServer, async (t, { url, store, log }) => {
  const id = await accountFor(store, 'Hana Veil');
  const visitor = new Visitor(url);
  const seen = await visitor.signIn('hana veil');
  t.is(seen.status, 200);
  t.true(seen.html.includes('<span><bdi>Hana Veil</bdi></span>'));
  t.is(visitor.address, `${url}/account`);
  t.true(log.some((line) => line.includes('signed in') && line.includes(id)));
  t.false(log.join('').includes(PASSWORD));
  t.is((await store.accounts.find(id))?.last_sign_in_at, NOW);
});

const shared = sharedServer({}, ({ store }) => accountFor(store, 'Hana Veil'));

test('a page that needs an account leads to the sign-in, and back', async (t) => {
  const { url } = shared;
  const visitor = new Visitor(url);
  await visitor.visit('/account/tokens?x=1');
  t.is(visitor.address, `${url}/account/sign-in?next=%2Fws%2Fv2.0%2Faccount%2Ftokens%3Fx%3D1`);
  await visitor.submit({ name: 'Hana Veil', password: PASSWORD });
  t.is(visitor.address, `${url}/account/tokens?x=1`);
});

test('a sign-in for OAuth continues by itself, since a redirect would break the policy of the page', async (t) => {
  const visitor = new Visitor(shared.url);
  await visitor.visit(`/account/sign-in?next=${encodeURIComponent('/ws/oauth2/auth?client_id=a&scope=b')}`);
  const seen = await visitor.send({ name: 'Hana Veil', password: PASSWORD });
  t.is(seen.status, 200);
  t.regex(seen.html, /http-equiv="refresh" content="0;url=\/ws\/oauth2\/auth\?client_id=a&amp;scope=b"/);
});

test('no link to the sign-in leads elsewhere', async (t) => {
  const { url } = shared;
  const elsewhere = ['https://evil.example/', '//evil.example/', '/\\evil.example', '/ws/../../evil', '/other'];
  for (const next of [...elsewhere, '/ws/..//evil.example', 'javascript:alert(1)']) {
    const visitor = new Visitor(url);
    await visitor.visit(`/account/sign-in?next=${encodeURIComponent(next)}`);
    t.false(visitor.html.includes('evil'));
    const seen = await visitor.send({ name: 'Hana Veil', password: PASSWORD, next });
    t.is(seen.location, `${url}/account`, next);
    const again = await visitor.open(`/account/sign-in?next=${encodeURIComponent(next)}`);
    t.is(again.location, `${url}/account`, 'nor for who is signed in');
  }
});

test('a link makes up no notice', async (t) => {
  const visitor = new Visitor(shared.url);
  const plain = await visitor.open('/account/sign-in');
  const made = ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'nothing', '', 'saved&done=saved'];
  for (const done of made)
    t.like(await visitor.open(`/account/sign-in?done=${done}`), { status: 200, html: plain.html }, done);
});

/** Returns the lines of the log with a message. */
const linesWith = ({ log }: Server, message: string) => log.filter((line) => line.includes(`"msg":"${message}"`));

/** Returns the answer to a form, without what differs from one to the next. */
const comparable = (html: string) => html.replace(/name="form_token" value="\w+"/g, '').replace(/value="[^"]*"/g, '');

test.serial('every sign-in that fails gets the same answer, for the same work', withServer, async (t, server) => {
  const { store } = server;
  await accountFor(store, 'Hana Veil');
  await store.accounts.disable(await accountFor(store, 'Bram', ['1:2']), 1);
  await store.accounts.create('Invited', ['1:3'], 1);
  await store.accounts.create('Proxy', ['1:4'], 1);
  const tries: [name: string, password: string][] = [
    ['Hana Veil', 'not the password of Hana'],
    ['nobody at all', PASSWORD],
    ['Bram', PASSWORD],
    ['Invited', ''],
    ['\u0000', PASSWORD],
    ['x'.repeat(300), 'x'.repeat(3000)],
  ];
  const answers: string[] = [];
  for (const [name, password] of tries) {
    const visitor = new Visitor(server.url);
    await visitor.visit('/account/sign-in');
    const before = hashesSoFar();
    const seen = await visitor.send({ name, password });
    t.is(hashesSoFar() - before, 1, name);
    t.is(seen.status, 403, name);
    t.false(visitor.cookies.has('svcapi_session'));
    answers.push(comparable(seen.html));
  }
  t.is(new Set(answers).size, 1);
  t.is(linesWith(server, 'sign-in refused').length, tries.length);
});

test(
  'an account removed during its sign-in is refused like a wrong password',
  withServer,
  async (t, { url, store }) => {
    const account = await accountFor(store, 'Hana Veil');
    const visitor = new Visitor(url);
    await visitor.visit('/account/sign-in');
    const wrong = await visitor.send({ name: 'Hana Veil', password: 'not the password of Hana' });
    // The password is right by now, and nothing but the session is left to do.
    const { save } = store.sessions;
    store.sessions.save = async (hash, session) => {
      await store.accounts.remove(account, NOW);
      return save(hash, session);
    };
    await visitor.visit('/account/sign-in');
    const seen = await visitor.send({ name: 'Hana Veil', password: PASSWORD });
    t.is(seen.status, 403);
    t.is(comparable(seen.html), comparable(wrong.html));
    t.false(visitor.cookies.has('svcapi_session'));
  },
);

test.serial('guesses end after ten attempts from one address, for any name', withServer, async (t, server) => {
  const { url, store, time } = server;
  await accountFor(store, 'Hana Veil');
  const visitor = new Visitor(url);
  for (const name of ['Hana Veil', 'nobody']) {
    await visitor.visit('/account/sign-in');
    const guesses = Array.from({ length: 10 }, (_, at) => visitor.send({ name, password: `guess number ${at}` }));
    t.true((await Promise.all(guesses)).every(({ status }) => status === 403));
    await visitor.visit('/account/sign-in');
    const before = hashesSoFar();
    const refused = await visitor.send({ name: name.toUpperCase(), password: PASSWORD });
    t.is(refused.status, 429);
    t.is(refused.headers.get('Retry-After'), '900');
    t.regex(refused.html, /Wait 15 minutes/);
    t.is(hashesSoFar(), before, 'nothing is hashed');
  }
  t.is(linesWith(server, 'sign-in limited').length, 2);
  time.now += 900_000;
  t.is((await visitor.signIn('Hana Veil')).status, 200);
});

test('sign-ins that are right are no attempts', withServer, async (t, { url, store }) => {
  await accountFor(store, 'Hana Veil');
  for (let each = 0; each < 12; each += 1) t.is((await new Visitor(url).signIn('Hana Veil')).status, 200);
  const visitor = new Visitor(url);
  for (let guess = 0; guess < 10; guess += 1) {
    await visitor.visit('/account/sign-in');
    t.is((await visitor.send({ name: 'Hana Veil', password: `guess number ${guess}` })).status, 403);
  }
  t.is((await new Visitor(url).signIn('Hana Veil')).status, 429, 'but a right one does not make up for wrong ones');
});

test.serial('guesses at speed are counted before any of them is hashed', withServer, async (t, server) => {
  await accountFor(server.store, 'Hana Veil');
  const visitor = new Visitor(server.url);
  await visitor.visit('/account/sign-in');
  const before = hashesSoFar();
  const guesses = Array.from({ length: 15 }, (_, at) =>
    visitor.send({ name: 'Hana Veil', password: `guess ${at} of many` }),
  );
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  t.is(statuses.filter((status) => status === 429).length, 5);
  t.is(hashesSoFar() - before, 10);
});

const passwordsOf = (ln: number) => new Passwords({ passwordCost: { ln, r: 8, p: 1 } });

/** Makes an account whose password costs next to nothing, for many attempts. */
async function cheapAccount(store: Store, name: string, characterUids?: string[]): Promise<void> {
  const id = await accountFor(store, name, characterUids);
  await store.accounts.setPassword(id, await passwordsOf(4).hash(PASSWORD), NOW);
}

const proxied = serverWith({ trustedProxies: ['127.0.0.1/32'] });

test('an address has fifty attempts, whatever names it tries', proxied, async (t, { url, store }) => {
  const names = ['Hana Veil', 'Bram', 'Cleo', 'Dorn', 'Esra', 'Fenn'];
  for (const name of names) await cheapAccount(store, name);
  const visitor = new Visitor(url, { 'X-Forwarded-For': '198.51.100.7' });
  await visitor.visit('/account/sign-in');
  const guesses = Array.from({ length: 54 }, (_, at) =>
    visitor.send({ name: names[at % names.length] ?? '', password: 'some words as a guess' }),
  );
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  t.is(statuses.filter((status) => status === 429).length, 4);
  const other = new Visitor(url, { 'X-Forwarded-For': '198.51.100.8' });
  t.is((await other.signIn('Hana Veil')).status, 200);
});

test('wrong passwords from many addresses do not lock an owner out', proxied, async (t, { url, store }) => {
  await cheapAccount(store, 'Hana Veil');
  const visitor = new Visitor(url);
  const guess = (address: number, password: string) =>
    visitor.send({ name: 'hana veil', password }, { headers: { 'X-Forwarded-For': `198.51.100.${address}` } });
  for (let address = 0; address < 12; address += 1) {
    await visitor.visit('/account/sign-in');
    const guesses = Array.from({ length: 10 }, () => guess(address, 'some words as a guess'));
    t.true((await Promise.all(guesses)).every(({ status }) => status === 403));
    t.is((await guess(address, PASSWORD)).status, 429);
  }
  await visitor.visit('/account/sign-in');
  t.is((await guess(100, PASSWORD)).status, 303);
});

const impatient = serverWith({ trustedProxies: ['127.0.0.1/32'], passwordWait: 1 });

test('each of many right passwords signs in or gets 503, and is no attempt', impatient, async (t, { url, store }) => {
  const id = await accountFor(store, 'Hana Veil');
  await store.accounts.setPassword(id, await passwordsOf(16).hash(PASSWORD), NOW);
  const visitors = Array.from({ length: 24 }, (_, at) => new Visitor(url, { 'X-Forwarded-For': `198.51.100.${at}` }));
  for (const visitor of visitors) await visitor.visit('/account/sign-in');
  const signIn = (visitor: Visitor) => visitor.send({ name: 'Hana Veil', password: PASSWORD });
  const seen = await Promise.all(visitors.map(signIn));
  const refused = seen.filter(({ status }) => status === 503);
  t.is(seen.filter(({ status }) => status === 303).length, seen.length - refused.length);
  t.true(refused.length > 0);
  for (const { headers, html } of refused) {
    t.is(headers.get('Retry-After'), '5');
    t.regex(html, /The service is busy/);
  }
  await store.accounts.setPassword(id, PASSWORD_HASH, NOW);
  const [refusedVisitor] = visitors.filter((_, at) => seen[at]?.status === 503);
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await refusedVisitor?.visit('/account/sign-in');
    t.is((await refusedVisitor?.send({ name: 'Hana Veil', password: 'a wrong password' }))?.status, 403);
  }
});

test('signing out ends the session here, and no other', withServer, async (t, { url, store }) => {
  await accountFor(store, 'Hana Veil');
  const [one, other] = [new Visitor(url), new Visitor(url)];
  for (const visitor of [one, other]) await visitor.signIn('Hana Veil');
  const stolen = new Map(one.cookies);
  await one.signOut();
  t.regex(one.html, /You are signed out\./);
  for (const [name, value] of stolen) one.cookies.set(name, value);
  t.regex((await one.open('/account')).location ?? '', /sign-in/, 'the old cookie is worth nothing');
  t.is((await other.open('/account')).status, 200);
});

test('a new sign-in ends the session before it, of whichever account', withServer, async (t, { url, store }) => {
  await accountFor(store, 'Hana Veil');
  await accountFor(store, 'Bram', ['1:2']);
  const visitor = new Visitor(url);
  await visitor.signIn('Hana Veil');
  for (const name of ['Hana Veil', 'Bram']) {
    const before = new Visitor(url);
    for (const [cookie, value] of visitor.cookies) before.cookies.set(cookie, value);
    t.is((await before.open('/account')).status, 200);
    t.is((await visitor.postTo('/account/sign-in', { name, password: PASSWORD })).status, 303);
    t.regex((await before.open('/account')).location ?? '', /sign-in/, 'the old cookie is worth nothing');
    await visitor.visit('/account');
    t.true(visitor.html.includes(`<span><bdi>${name}</bdi></span>`));
  }
});

test('a session ends after fourteen days', withServer, async (t, { url, store, time }) => {
  await accountFor(store, 'Hana Veil');
  const visitor = new Visitor(url);
  await visitor.signIn('Hana Veil');
  time.now += 14 * 86_400_000 - 1000;
  t.is((await visitor.open('/account')).status, 200);
  time.now += 1000;
  t.is((await visitor.open('/account')).status, 303);
});
