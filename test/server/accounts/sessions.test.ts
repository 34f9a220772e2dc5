import test from 'ava';
import { type Server, serverWith } from '../../helpers/server.js';
import { accountFor, Visitor } from '../../helpers/visitor.js';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0';
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile/15E148 Safari/604.1';

/** Signs an account in with a browser, from an address. */
async function browse({ url }: Server, userAgent: string, address: string, name = 'Hana Veil'): Promise<Visitor> {
  const visitor = new Visitor(url, { 'User-Agent': userAgent, 'X-Forwarded-For': address });
  await visitor.signIn(name);
  return visitor;
}

const behindProxy = serverWith({ trustedProxies: ['127.0.0.1/32'] });

/** Returns the sessions that the shown page has, as text. */
const listed = ({ html }: Visitor) =>
  (html.match(/<section class="card".*?<\/section>/gs) ?? []).map((card) => card.replace(/(<[^>]*>|\s)+/g, ' ').trim());

test('a player sees where they are signed in: since when, and from which address', behindProxy, async (t, server) => {
  await accountFor(server.store, 'Hana Veil');
  await accountFor(server.store, 'Bram', ['1:2']);
  const own = await browse(server, '<script>alert(1)</script> Secret/7 Firefox/1', '192.0.2.1');
  server.time.now += 60_000;
  await browse(server, PHONE, '2001:db8::5');
  await browse(server, PHONE, '192.0.2.9', 'Bram');
  await own.visit('/account/sessions');
  t.deepEqual(listed(own), [
    'Another browser Signed in 2024-06-17 12:01 UTC Last used 2024-06-17 from 2001:db8::/64 End this session from 2001:db8::/64',
    'This browser Signed in 2024-06-17 12:00 UTC Last used 2024-06-17 from 192.0.2.1 Sign out here',
  ]);
  t.false(/Firefox|Secret/.test(own.html), 'what a browser calls itself is not shown');
});

test('a player ends one session, or all others, but nobody else’s', behindProxy, async (t, server) => {
  const id = await accountFor(server.store, 'Hana Veil');
  const theirs = await accountFor(server.store, 'Bram', ['1:2']);
  const own = await browse(server, FIREFOX, '192.0.2.1');
  const [phone, laptop, bram] = [
    await browse(server, PHONE, '192.0.2.2'),
    await browse(server, FIREFOX, '192.0.2.3'),
    await browse(server, PHONE, '192.0.2.4', 'Bram'),
  ];
  await own.visit('/account/sessions');
  const [session] = await server.store.sessions.ofAccount(theirs, server.time.now / 1000);
  for (const other of [session?.uid ?? '', '', 'none'])
    t.is((await own.postTo('/account/end-session', { id: other })).location, `${server.url}/account/sessions`);
  await own.submit({}, { form: own.forms().findIndex((form) => form.includes('from 192.0.2.2')) });
  t.regex(own.html, /The session has ended\./);
  t.is((await phone.open('/account')).status, 303);
  t.is((await laptop.open('/account')).status, 200);
  await own.submit({}, { form: own.forms().length - 1 });
  t.regex(own.html, /You are signed out everywhere else\./);
  t.false(own.html.includes('Sign out everywhere else'), 'nobody else is left');
  t.is((await laptop.open('/account')).status, 303);
  t.is((await bram.open('/account')).status, 200);
  t.is((await server.store.sessions.ofAccount(id, server.time.now / 1000)).length, 1);
  await own.submit({});
  t.regex(own.html, /You are signed out\./);
});
