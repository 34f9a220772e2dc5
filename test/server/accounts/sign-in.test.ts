import test from 'ava';
import { Passwords } from '../../../src/server/accounts/passwords.js';
import { hashesSoFar } from '../../helpers/count-hashes.js';
import { NOW } from '../../helpers/galaxy.js';
import { type Server, serverWith, statusesOf, withServer } from '../../helpers/server.js';
import { sharedServer } from '../../helpers/shared-server.js';
import { accountFor, PASSWORD, PASSWORD_HASH, Visitor } from '../../helpers/visitor.js';

const HANA = { name: 'Hana Veil', password: PASSWORD };
const WRONG = 'some words as a guess';

const shared = sharedServer({}, ({ store }) => accountFor(store, 'Hana Veil'));

test('a page that needs an account leads to the sign-in, and back', async (t) => {
  const visitor = new Visitor(shared.url);
  await visitor.visit('/account/tokens?x=1');
  t.is(visitor.address, `${shared.url}/account/sign-in?next=%2Fws%2Fv2.0%2Faccount%2Ftokens%3Fx%3D1`);
  await visitor.submit(HANA);
  t.is(visitor.address, `${shared.url}/account/tokens?x=1`);
  t.true(visitor.html.includes('<span><bdi>Hana Veil</bdi></span>'));
  t.is((await shared.store.accounts.list())[0]?.last_sign_in_at, NOW);
  t.true(shared.log.some((line) => line.includes('signed in')));
  t.false(shared.log.join('').includes(PASSWORD));
  const other = new Visitor(shared.url);
  await other.visit(`/account/sign-in?next=${encodeURIComponent('/ws/oauth2/auth?client_id=a&scope=b')}`);
  const { status, html } = await other.send(HANA);
  t.is(status, 200, 'to OAuth by itself, since a redirect would break the policy of the page');
  t.regex(html, /http-equiv="refresh" content="0;url=\.\.\/\.\.\/oauth2\/auth\?client_id=a&amp;scope=b"/);
});

test('no link to the sign-in leads elsewhere, or makes up a notice', async (t) => {
  const { url } = shared;
  const elsewhere = ['https://evil.example/', '//evil.example/', '/\\evil.example', '/ws/../../evil', '/other'];
  for (const next of [...elsewhere, '/ws/..//evil.example', 'javascript:alert(1)']) {
    const visitor = new Visitor(url);
    await visitor.visit(`/account/sign-in?next=${encodeURIComponent(next)}`);
    t.false(visitor.html.includes('evil'));
    t.is((await visitor.send({ ...HANA, next })).location, `${url}/account`, next);
    const again = await visitor.open(`/account/sign-in?next=${encodeURIComponent(next)}`);
    t.is(again.location, `${url}/account`, 'nor for who is signed in');
  }
  const visitor = new Visitor(url);
  const plain = await visitor.open('/account/sign-in');
  for (const done of ['constructor', '__proto__', 'nothing', 'saved&done=saved'])
    t.like(await visitor.open(`/account/sign-in?done=${done}`), { status: 200, html: plain.html }, done);
});

/** Counts the lines of the log with a message. */
const linesWith = ({ log }: Server, message: string) =>
  log.filter((line) => line.includes(`"msg":"${message}"`)).length;

/** Returns the answer to a form, without what differs from one to the next. */
const comparable = (html: string) => html.replace(/value="[^"]*"/g, '');

test.serial('every sign-in that fails gets the same answer, for the same work', withServer, async (t, server) => {
  const { store } = server;
  await accountFor(store, 'Hana Veil');
  await store.accounts.disable(await accountFor(store, 'Bram', ['1:2']), 1);
  await store.accounts.create('Invited', ['1:3'], 1);
  const answers = new Set<string>();
  const attempt = async (name: string, password: string) => {
    const visitor = new Visitor(server.url);
    await visitor.visit('/account/sign-in');
    const before = hashesSoFar();
    const seen = await visitor.send({ name, password });
    t.deepEqual([seen.status, hashesSoFar() - before, visitor.cookies.has('svcapi_session')], [403, 1, false], name);
    answers.add(comparable(seen.html));
  };
  await attempt('Hana Veil', WRONG);
  await attempt('nobody at all', PASSWORD);
  await attempt('Bram', PASSWORD);
  await attempt('Invited', '');
  await attempt('\u0000', PASSWORD);
  await attempt('x'.repeat(300), 'x'.repeat(3000));
  t.is(linesWith(server, 'sign-in refused'), 6);
  // The password was right when its account was read.
  const { findByName, disable, setPassword, remove } = store.accounts;
  const reset = (id: string) => setPassword(id, null, NOW);
  for (const [name, change] of Object.entries({ Cleo: disable, Dorn: reset, Esra: remove })) {
    const id = await accountFor(store, name);
    store.accounts.findByName = (typed) => findByName(typed).finally(() => change(id, NOW));
    await attempt(name, PASSWORD);
  }
  t.is(answers.size, 1);
});

test.serial('of guesses from one address, ten are hashed for a name', withServer, async (t, server) => {
  const { url, store, time } = server;
  for (const name of ['Hana Veil', 'Bram']) await accountFor(store, name);
  const visitor = new Visitor(url);
  for (const name of ['Hana Veil', 'nobody']) {
    await visitor.visit('/account/sign-in');
    const before = hashesSoFar();
    const guesses = Array.from({ length: 30 }, () => visitor.send({ name, password: WRONG }));
    t.deepEqual(statusesOf(await Promise.all(guesses)).sort(), [...Array(10).fill(403), ...Array(20).fill(429)]);
    await visitor.visit('/account/sign-in');
    const refused = await visitor.send({ name: name.toUpperCase(), password: PASSWORD });
    t.deepEqual([refused.status, refused.headers.get('Retry-After')], [429, '900'], 'also of the right password');
    t.regex(refused.html, /Wait 15 minutes/);
    t.is(hashesSoFar() - before, 10);
  }
  t.is(linesWith(server, 'sign-in limited'), 42);
  t.is((await new Visitor(url).signIn('Bram')).status, 200, 'what was refused does not count for the address');
  time.now += 900_000;
  for (let each = 0; each < 12; each += 1)
    t.is((await new Visitor(url).signIn('Hana Veil')).status, 200, 'sign-ins that are right are no attempts');
});

const proxied = serverWith({ trustedProxies: ['127.0.0.1/32'] });

test('an address has fifty attempts, whatever names it tries', proxied, async (t, { url, store }) => {
  const names = ['Hana Veil', 'Bram', 'Cleo', 'Dorn', 'Esra', 'Fenn'];
  const cheap = await new Passwords({ passwordCost: { ln: 4, r: 8, p: 1 } }).hash(PASSWORD);
  for (const name of names) await store.accounts.setPassword(await accountFor(store, name), cheap, NOW);
  const visitor = new Visitor(url, { 'X-Forwarded-For': '198.51.100.7' });
  await visitor.visit('/account/sign-in');
  const statuses: number[] = [];
  const guess = async (name: string) => statuses.push((await visitor.send({ name, password: WRONG })).status);
  for (let round = 0; round < 3; round += 1) await Promise.all([...names, ...names, ...names].map(guess));
  t.is(statuses.filter((status) => status === 429).length, 4);
  const other = new Visitor(url, { 'X-Forwarded-For': '198.51.100.8' });
  t.is((await other.signIn('Hana Veil')).status, 200, 'its owner is not locked out');
});

const impatient = serverWith({ trustedProxies: ['127.0.0.1/32'], passwordWait: 1 });

test('each of many right passwords signs in or gets 503, and is no attempt', impatient, async (t, { url, store }) => {
  const id = await accountFor(store, 'Hana Veil');
  const slow = await new Passwords({ passwordCost: { ln: 14, r: 8, p: 1 } }).hash(PASSWORD);
  await store.accounts.setPassword(id, slow, NOW);
  const visitors = Array.from({ length: 8 }, (_, at) => new Visitor(url, { 'X-Forwarded-For': `198.51.100.${at}` }));
  for (const visitor of visitors) await visitor.visit('/account/sign-in');
  const seen = await Promise.all(visitors.map((visitor) => visitor.send(HANA)));
  const refused = visitors.filter((_, at) => seen[at]?.status === 503);
  t.is(seen.filter(({ status }) => status === 303).length, seen.length - refused.length);
  const answer = seen.find(({ status }) => status === 503);
  t.is(answer?.headers.get('Retry-After'), '5');
  t.regex(answer?.html ?? '', /The service is busy/);
  await store.accounts.setPassword(id, PASSWORD_HASH, NOW);
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await refused[0]?.visit('/account/sign-in');
    t.is((await refused[0]?.send({ ...HANA, password: WRONG }))?.status, 403);
  }
});

test('a session ends with signing out, the next sign-in, or fourteen days', withServer, async (t, server) => {
  const { url, store, time } = server;
  const id = await accountFor(store, 'Hana Veil');
  await accountFor(store, 'Bram', ['1:2']);
  const [one, other] = [new Visitor(url), new Visitor(url)];
  for (const visitor of [one, other]) await visitor.signIn('Hana Veil');
  /** Does something, and checks that the cookie of before is worth nothing. */
  const ends = async (act: () => Promise<unknown>) => {
    const stolen = new Visitor(url);
    for (const [name, value] of one.cookies) stolen.cookies.set(name, value);
    t.is((await stolen.open('/account')).status, 200);
    await act();
    t.regex((await stolen.open('/account')).location ?? '', /sign-in/);
  };
  for (const name of ['Hana Veil', 'Bram']) {
    await ends(() => one.postTo('/account/sign-in', { name, password: PASSWORD }));
    await one.visit('/account');
    t.true(one.html.includes(`<span><bdi>${name}</bdi></span>`));
  }
  await ends(() => one.signOut());
  t.regex(one.html, /You are signed out\./);
  time.now += 14 * 86_400_000 - 1000;
  t.is((await other.open('/account')).status, 200, 'and no other');
  t.is((await store.sessions.ofAccount(id, time.now / 1000)).length, 1);
  time.now += 1000;
  t.is((await other.open('/account')).status, 303);
  t.deepEqual(await store.sessions.ofAccount(id, time.now / 1000), []);
});

/** Signs an account in with another browser, from an address. */
async function browse({ url }: Server, address: string, name = 'Hana Veil', headers = {}): Promise<Visitor> {
  const visitor = new Visitor(url, { ...headers, 'X-Forwarded-For': address });
  await visitor.signIn(name);
  return visitor;
}

/** Returns the sessions that the shown page has, as text. */
const listed = ({ html }: Visitor) =>
  (html.match(/<section class="card".*?<\/section>/gs) ?? []).map((card) => card.replace(/(<[^>]*>|\s)+/g, ' ').trim());

test('a player sees where they are signed in, and ends one session, or all others', proxied, async (t, server) => {
  const id = await accountFor(server.store, 'Hana Veil');
  const theirs = await accountFor(server.store, 'Bram', ['1:2']);
  const agent = { 'User-Agent': '<script>alert(1)</script> Secret/7 Firefox/1' };
  const own = await browse(server, '192.0.2.1', 'Hana Veil', agent);
  server.time.now += 60_000;
  const phone = await browse(server, '2001:db8::5');
  server.time.now += 60_000;
  const laptop = await browse(server, '192.0.2.3');
  const bram = await browse(server, '192.0.2.4', 'Bram');
  await own.visit('/account/sessions');
  t.deepEqual(listed(own), [
    'Another browser Signed in 2024-06-17 12:02 UTC Last used 2024-06-17 from 192.0.2.3 End this session from 192.0.2.3',
    'Another browser Signed in 2024-06-17 12:01 UTC Last used 2024-06-17 from 2001:db8::/64 End this session from 2001:db8::/64',
    'This browser Signed in 2024-06-17 12:00 UTC Last used 2024-06-17 from 192.0.2.1 Sign out here',
  ]);
  t.false(/Firefox|Secret/.test(own.html), 'what a browser calls itself is not shown');

  const [session] = await server.store.sessions.ofAccount(theirs, server.time.now / 1000);
  for (const other of [session?.uid ?? '', '', 'none'])
    t.is((await own.postTo('/account/end-session', { id: other })).location, `${server.url}/account/sessions`);
  await own.submit({}, { form: own.forms().findIndex((form) => form.includes('from 2001:db8::')) });
  t.regex(own.html, /The session has ended\./);
  t.is((await phone.open('/account')).status, 303);
  t.is((await laptop.open('/account')).status, 200);
  await own.submit({}, { form: own.forms().length - 1 });
  t.regex(own.html, /You are signed out everywhere else\./);
  t.false(own.html.includes('Sign out everywhere else'), 'nobody else is left');
  t.is((await laptop.open('/account')).status, 303);
  t.is((await bram.open('/account')).status, 200, 'nobody else’s session ends');
  t.is((await server.store.sessions.ofAccount(id, server.time.now / 1000)).length, 1);
  await own.submit({});
  t.regex(own.html, /You are signed out\./);
});
