import test from 'ava';
import { withServer } from '../../helpers/server.js';
import { accountFor, PASSWORD, signedIn, Visitor } from '../../helpers/visitor.js';

/** Attacks on the pages of the accounts, each with its answer. */

const FIELDS = { character: '1:1', permission: 'character_read', days: '7' };

test('a form of another site, or without its own token, is refused', withServer, async (t, server) => {
  const { visitor } = await signedIn(server);
  const { visitor: other } = await signedIn(server, { name: 'Bram', characters: ['1:2'] });
  for (const headers of [
    { 'Sec-Fetch-Site': 'cross-site' },
    // Another host of the same domain.
    { 'Sec-Fetch-Site': 'same-site' },
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
  ] as Record<string, string>[]) {
    await visitor.visit('/account/tokens');
    const refused = await visitor.send(FIELDS, { headers });
    t.is(refused.status, 403, JSON.stringify(headers));
    t.regex(refused.html, /Open the page again, and send it from there\./);
  }
  for (const form_token of [undefined, '', 'a'.repeat(64), other.formToken]) {
    const body = new URLSearchParams({ ...FIELDS, ...(form_token !== undefined && { form_token }) });
    t.is((await visitor.post(`${server.url}/account/tokens`, body)).status, 403, form_token);
  }
  await visitor.visit('/account/tokens');
  t.is((await visitor.send(FIELDS, { headers: { 'Sec-Fetch-Site': 'same-origin' } })).status, 303);
  t.is((await server.store.tokens.list()).length, 2, 'that of the server, and the one that was sent from the page');
});

test('a form from before the sign-in is refused after it, or elsewhere', withServer, async (t, { url, store }) => {
  await accountFor(store, 'Hana Veil');
  const [visitor, victim] = [new Visitor(url), new Visitor(url)];
  await visitor.visit('/account/sign-in');
  const form_token = visitor.formToken;
  t.is((await victim.postTo('/account/sign-in', { form_token, name: 'Hana Veil', password: PASSWORD })).status, 403);
  t.false(victim.cookies.has('svcapi_session'), 'nobody is signed in by a form of somebody else');
  await visitor.submit({ name: 'Hana Veil', password: PASSWORD });
  t.is((await visitor.postTo('/account/sign-out', { form_token })).status, 403);
  t.is((await visitor.open('/account')).status, 200);
});

test('no page can be framed or kept, and none has a script', withServer, async (t, server) => {
  const { visitor } = await signedIn(server);
  for (const page of ['', '/my-programs', '/sessions', '/password', '/nothing', '/tokens']) {
    const { headers, html } = await visitor.visit(`/account${page}`);
    const policy = headers.get('Content-Security-Policy') ?? '';
    t.regex(policy, /default-src 'none'.*form-action 'self'.*frame-ancestors 'none'/, page);
    t.notRegex(policy, /script-src|unsafe/);
    const fields = ['X-Frame-Options', 'Cache-Control', 'Access-Control-Allow-Origin'].map((name) => headers.get(name));
    t.deepEqual(fields, ['DENY', 'no-store', null], page);
    t.notRegex(html, /<script|\son\w+=|\sstyle=/, page);
  }
  await visitor.send(FIELDS, { form: 0 });
  const { headers, html } = await visitor.visit('/account/tokens');
  t.regex(html, /<pre class="secret"><code>svcapi_/);
  t.notRegex(headers.get('Content-Security-Policy') ?? '', /script-src|unsafe/);
  t.false(html.includes('<script'), 'nor has the page of a new secret');
  const other = await new Visitor(server.url, { Origin: 'https://evil.example' }).open('/account/sign-in');
  t.is(other.headers.get('Access-Control-Allow-Origin'), null, 'no other page reads it');
});

test('what is no form is refused', withServer, async (t, { url }) => {
  for (const [status, type, body] of [
    [415, 'application/json', '{"name":"Hana Veil"}'],
    [415, 'text/plain', 'name=Hana'],
    [413, 'application/x-www-form-urlencoded', `name=${'x'.repeat(20_000)}`],
  ] as const) {
    const sent = await fetch(`${url}/account/sign-in`, { method: 'POST', headers: { 'Content-Type': type }, body });
    t.is(sent.status, status);
    if (status === 413) t.regex(await sent.text(), /Send less/);
  }
  const wrong = await fetch(`${url}/account/sign-in`, { method: 'DELETE' });
  t.is(wrong.status, 405);
  t.is(wrong.headers.get('Allow'), 'GET, HEAD, POST, OPTIONS');
  t.is((await fetch(`${url}/account/sign-out`)).status, 405);
  t.is((await fetch(`${url}/account/device/`)).status, 404, 'its form would lead nowhere');
});
