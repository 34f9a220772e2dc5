import test from 'ava';
import { RawClient } from '../../helpers/raw.js';
import { withServer } from '../../helpers/server.js';
import { accountFor, Visitor } from '../../helpers/visitor.js';

const setup = { signInHeader: 'Remote-User', trustedProxies: ['127.0.0.1/32'] };

test(
  'a trusted proxy signs in whom it names',
  withServer,
  async (t, { url, store }) => {
    await store.accounts.create('Hána Veil', ['1:1'], 1);
    const visitor = new Visitor(url, { 'Remote-User': Buffer.from('Hána Veil').toString('latin1') });
    const seen = await visitor.visit('/account/tokens');
    t.is(seen.status, 200);
    t.true(seen.html.includes('<span><bdi>Hána Veil</bdi></span>'));
    t.is(visitor.address, `${url}/account/tokens`);
  },
  setup,
);

for (const [title, options] of [
  ['an untrusted peer', { ...setup, trustedProxies: ['192.0.2.0/24'] }],
  ['a peer of a service without trusted proxies', { ...setup, trustedProxies: [] }],
  ['a trusted peer of a service that believes another header', { ...setup, signInHeader: 'X-User' }],
  ['a trusted peer of a service that believes no header', { trustedProxies: setup.trustedProxies }],
] as const) {
  test(
    `the header of ${title} is ignored`,
    withServer,
    async (t, { url, store }) => {
      await accountFor(store, 'Hana Veil');
      const visitor = new Visitor(url, { 'Remote-User': 'Hana Veil', 'X-Forwarded-For': '127.0.0.1' });
      await visitor.visit('/account');
      t.regex(visitor.html, /<h1>Sign in<\/h1>/);
    },
    { signInCreate: true, ...options },
  );
}

test(
  'a header that stands in the request twice is ignored, since one may be the client’s own',
  withServer,
  async (t, { url, store }) => {
    await accountFor(store, 'Hana Veil');
    const client = await RawClient.connect(url);
    client.send(
      'GET /ws/v2.0/account/sign-in HTTP/1.1\r\nHost: a\r\nRemote-User: Hana Veil\r\nRemote-User: Hana Veil\r\nConnection: close\r\n\r\n',
    );
    const [answer] = await client.answers();
    t.is(answer?.status, 200, 'the form, and no redirect');
  },
  setup,
);

test(
  'whom the proxy names without an account is sent to the host, and to nobody’s account',
  withServer,
  async (t, { url, store }) => {
    const visitor = new Visitor(url, { 'Remote-User': 'Nobody <Known>' });
    const seen = await visitor.visit('/account');
    t.is(seen.status, 403);
    t.regex(seen.html, /signed in as Nobody &lt;Known&gt;, but have no account here\. Ask the host/);
    t.is((await store.accounts.list()).length, 0);
  },
  setup,
);

test(
  'with --sign-in-create the account is made at first sight, once',
  withServer,
  async (t, { url, store }) => {
    const visitors = Array.from({ length: 5 }, () => new Visitor(url, { 'Remote-User': 'Newcomer' }));
    const seen = await Promise.all(visitors.map((visitor) => visitor.visit('/account')));
    t.deepEqual(
      seen.map(({ status }) => status),
      [200, 200, 200, 200, 200],
    );
    t.deepEqual(
      (await store.accounts.list()).map(({ name }) => name),
      ['Newcomer'],
    );
    t.regex(seen[0]?.html ?? '', /no character yet\. Ask the host of this service to add one/);
  },
  { ...setup, signInCreate: true },
);

test(
  'a disabled account is kept out',
  withServer,
  async (t, { url, store }) => {
    await store.accounts.disable(await store.accounts.create('Hana Veil', ['1:1'], 1), 2);
    const seen = await new Visitor(url, { 'Remote-User': 'Hana Veil' }).visit('/account');
    t.is(seen.status, 403);
    t.regex(seen.html, /The host of this service has disabled your account/);
  },
  setup,
);

test(
  'when somebody else signs in at the proxy, the session is theirs',
  withServer,
  async (t, { url, store }) => {
    await store.accounts.create('Hana Veil', ['1:1'], 1);
    await store.accounts.create('Bram', ['1:2'], 1);
    const hana = new Visitor(url, { 'Remote-User': 'Hana Veil' });
    await hana.visit('/account');
    const bram = new Visitor(url, { 'Remote-User': 'Bram' });
    for (const [name, value] of hana.cookies) bram.cookies.set(name, value);
    const seen = await bram.visit('/account');
    t.true(seen.html.includes('<span><bdi>Bram</bdi></span>'));
    const old = new Visitor(url);
    for (const [name, value] of hana.cookies) old.cookies.set(name, value);
    t.is((await old.open('/account')).status, 303, 'that of the first has ended');
  },
  setup,
);

test(
  'an authorization does not go on in the session of whom the proxy named before',
  withServer,
  async (t, { url, store }) => {
    await store.accounts.create('Hana Veil', ['1:1'], 1);
    await store.accounts.create('Bram', ['1:2'], 1);
    const hana = new Visitor(url, { 'Remote-User': 'Hana Veil' });
    await hana.visit('/account');
    const bram = new Visitor(url, { 'Remote-User': 'Bram' });
    for (const [name, value] of hana.cookies) bram.cookies.set(name, value);
    await bram.open(new URL('/ws/oauth2/auth?client_id=none', url).href);
    t.is((await hana.open('/account')).location, `${url}/account/sign-in?next=%2Fws%2Fv2.0%2Faccount`);
    const later = new Visitor(url, { 'Remote-User': 'Hana Veil' });
    await later.visit('/account');
    await later.open(new URL('/ws/oauth2/auth?client_id=none', url).href);
    t.is((await later.open('/account')).status, 200, 'their own session stays');
  },
  setup,
);

test(
  'signing out shows that it worked, and does not sign in again at once',
  withServer,
  async (t, { url, store }) => {
    await store.accounts.create('Hana Veil', ['1:1'], 1);
    const visitor = new Visitor(url, { 'Remote-User': 'Hana Veil' });
    await visitor.visit('/account');
    const seen = await visitor.signOut();
    t.is(seen.status, 200);
    t.regex(seen.html, /You are signed out\./);
    t.false(visitor.cookies.has('svcapi_session'));
  },
  setup,
);

test(
  'a session that the proxy has made ends when the proxy names nobody any more, and another one stays',
  withServer,
  async (t, { url, store }) => {
    await accountFor(store, 'Hana Veil');
    for (const path of ['/account', new URL('/ws/oauth2/auth?client_id=none', url).href]) {
      const named = new Visitor(url, { 'Remote-User': 'Hana Veil' });
      t.is((await named.visit('/account')).status, 200);
      const unnamed = new Visitor(url);
      for (const [name, value] of named.cookies) unnamed.cookies.set(name, value);
      await unnamed.open(path);
      t.regex((await named.open('/account')).location ?? '', /sign-in/, path);
    }
    const own = new Visitor(url);
    await own.signIn('Hana Veil');
    await own.open(new URL('/ws/oauth2/auth?client_id=none', url).href);
    t.is((await own.open('/account')).status, 200, 'by a password');
  },
  setup,
);

test(
  'names from a proxy are compared exactly, and nobody gets the account of another',
  withServer,
  async (t, { url, store }) => {
    await store.accounts.create('Hana Veil', ['1:1'], 1);
    const other = new Visitor(url, { 'Remote-User': 'hana veil' });
    const refused = await other.visit('/account');
    t.is(refused.status, 403);
    t.regex(refused.html, /written almost like that, and is not yours/);
    const hana = new Visitor(url, { 'Remote-User': 'Hana Veil' });
    await hana.visit('/account');
    for (const [name, value] of hana.cookies) other.cookies.set(name, value);
    await other.open('/account');
    t.regex((await hana.open('/account')).location ?? '', /sign-in/, 'nor the session');
    t.is((await store.accounts.list()).length, 1);
  },
  { ...setup, signInCreate: true },
);

test(
  'with --sign-in-header-case-insensitive the proxy may write a name in lower case',
  withServer,
  async (t, { url, store }) => {
    await store.accounts.create('Hana Veil', ['1:1'], 1);
    const visitor = new Visitor(url, { 'Remote-User': 'HANA veil' });
    t.true((await visitor.visit('/account')).html.includes('<span><bdi>Hana Veil</bdi></span>'));
    t.is((await visitor.open('/account')).status, 200);
  },
  { ...setup, signInHeaderCaseInsensitive: true },
);
