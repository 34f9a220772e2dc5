import test from 'ava';
import { plainCall } from '../../helpers/plain.js';
import { call, type Server, startServer } from '../../helpers/server.js';

let server: Server;
let root: string;

test.before(async () => {
  server = await startServer();
  root = `${new URL(server.url).origin}/`;
});
test.after.always(() => server.close());

const PAGE = 'ws/v2.0/documentation';
const INDEX = 'ws/v2.0/';

const visitors: [who: string, accept: string | undefined, location: string][] = [
  ['a browser', 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8', PAGE],
  ['a client that accepts HTML only', 'text/html', PAGE],
  ['a client that accepts anything', '*/*', INDEX],
  ['a client without Accept', undefined, INDEX],
  ['a client that accepts JSON', 'application/json', INDEX],
  ['a client that accepts XML', 'text/xml', INDEX],
  ['a client that prefers JSON', 'application/json, text/html;q=0.5', INDEX],
  ['a client that prefers HTML', 'application/json;q=0.5, text/html', PAGE],
  ['a client that accepts images only', 'image/png', INDEX],
];

for (const [who, accept, location] of visitors) {
  for (const method of ['GET', 'HEAD']) {
    test(`${method} / redirects ${who} to ${location}`, async (t) => {
      const { status, headers, text } = await plainCall(root, { method, headers: accept ? { Accept: accept } : {} });
      t.is(status, 303);
      t.is(headers.location, location);
      t.regex(headers.vary ?? '', /\bAccept\b/);
      t.is(headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'");
      t.is(text, '');
    });
  }
}

test('the targets of the redirects exist', async (t) => {
  const page = await call(root, { headers: { Accept: 'text/html' } });
  t.is(page.status, 200);
  t.regex(page.text, /^<!DOCTYPE html>/);
  const index = await call(root, { headers: { Accept: 'application/json' } });
  t.is(index.json.resource, 'index');
});

test('the page with a trailing slash redirects to the page', async (t) => {
  const { status, headers } = await plainCall(`${server.url}/documentation/`);
  t.is(status, 303);
  t.is(headers.location, '../documentation');
  t.is((await call(`${server.url}/documentation/`)).headers.get('content-type'), 'text/html; charset=utf-8');
});

test('other methods get a 405 with Allow', async (t) => {
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const { status, headers } = await plainCall(root, { method });
    t.is(status, 405);
    t.is(headers.allow, 'GET, HEAD, OPTIONS');
  }
  const { status, headers } = await plainCall(root, { method: 'OPTIONS' });
  t.is(status, 204);
  t.is(headers.allow, 'GET, HEAD, OPTIONS');
});
