import { once } from 'node:events';
import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import test from 'ava';
import { openServer } from '../../helpers/open-server.js';
import { plainCall } from '../../helpers/plain.js';
import { call, startServer } from '../../helpers/server.js';
import { sharedServer } from '../../helpers/shared-server.js';

let script: string;
const server = sharedServer({ trustedProxies: ['127.0.0.1'] }, async ({ url }) => {
  const page = await call(`${url}/documentation`);
  script = `/documentation/${/documentation\/(main-\w+\.js)/.exec(page.text)?.[1]}`;
});

const PAGE = '/documentation';
const CLOSED = "default-src 'none'; frame-ancestors 'none'";
const at = (path: string) => (path === '/' ? new URL('/', server.url).href : server.url + path);
const plain = (path: string, headers: Record<string, string | undefined> = {}, method = 'GET') =>
  plainCall(at(path), { method, headers: JSON.parse(JSON.stringify(headers)) });

test('the page and the description are served, and revalidated before they are used again', async (t) => {
  for (const [path, type] of [
    [PAGE, 'text/html'],
    ['/openapi.json', 'application/json'],
  ] as const) {
    const { status, headers } = await call(server.url + path);
    t.is(`${status} ${headers.get('content-type')}`, `200 ${type}; charset=utf-8`);
    t.deepEqual(headers.get('vary')?.split(', ').sort(), ['Accept', 'Accept-Encoding', 'Origin']);
    t.is(headers.get('x-ratelimit-limit'), null);
    const more = { 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' };
    for (const [name, value] of Object.entries(more)) t.is(headers.get(name), value);
  }
});

test('a document and a file of the page have the same strong ETag with a token, and are not stored then', async (t) => {
  for (const path of [PAGE, '/openapi.json', script]) {
    const [open, own] = [await call(server.url + path), await server.call(path)];
    t.is(own.status, 200);
    t.regex(own.headers.get('etag') ?? '', /^"[\w-]+"$/);
    t.is(own.headers.get('etag'), open.headers.get('etag'));
    t.is(own.headers.get('cache-control'), 'no-store');
  }
});

test('what is no answer of a route varies by Accept and Origin', async (t) => {
  for (const [path, status] of [
    ['/ws/v2.0/documentation/', 303],
    ['/', 303],
    ['/readyz', 200],
    ['/ws/v2.0/account/sign-in', 200],
    ['/ws/v2.0/account/nothing', 404],
    ['/ws/oauth2/tokeninfo', 401],
    ['/.well-known/oauth-authorization-server', 200],
  ] as const) {
    const answer = await fetch(new URL(path, server.url), { redirect: 'manual' });
    t.is(answer.status, status);
    t.deepEqual(answer.headers.get('vary')?.split(', ').sort(), ['Accept', 'Origin'], path);
  }
});

test('only the page has a wider policy: it may load its own files, and no inline scripts', async (t) => {
  const { headers, text } = await call(server.url + PAGE);
  t.is(
    headers.get('content-security-policy'),
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  );
  t.notRegex(text, /<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)|javascript:/i);
  for (const path of ['/api/time', '/openapi.json', '/documentation/nothing.js', script])
    t.is((await call(server.url + path)).headers.get('content-security-policy'), CLOSED, path);
});

test('the files of the page have a digest in their names, and never expire', async (t) => {
  const { status, headers } = await call(server.url + script);
  t.is(status, 200);
  t.is(headers.get('content-type'), 'text/javascript; charset=utf-8');
  t.is(headers.get('cache-control'), 'public, max-age=31536000, immutable');
});

test('a document is sent in gzip to who accepts that, and else in no coding', async (t) => {
  const { text: whole } = await call(server.url + PAGE);
  for (const [accepted, coding] of [
    [undefined, undefined],
    ['gzip, deflate, br, zstd', 'gzip'],
    ['gzip;q=1, br;q=0', 'gzip'],
    ['identity', undefined],
    ['zstd', undefined],
  ] as const) {
    const headers = accepted === undefined ? {} : { 'Accept-Encoding': accepted };
    const [answer] = (await once(http.get(server.url + PAGE, { headers }), 'response')) as [http.IncomingMessage];
    const body = await buffer(answer);
    t.is(answer.headers['content-encoding'], coding, accepted);
    t.is(answer.headers['content-length'], String(body.length));
    t.is((coding ? gunzipSync(body) : body).toString(), whole);
    t.true(coding === undefined || body.length < whole.length / 4);
  }
});

test('each content coding has its own ETag, which gets a 304', async (t) => {
  const etags = new Set<string | undefined>();
  for (const coding of ['gzip', 'identity']) {
    const first = await plain(PAGE, { 'Accept-Encoding': coding });
    etags.add(first.headers.etag);
    const again = await plain(PAGE, { 'Accept-Encoding': coding, 'If-None-Match': first.headers.etag });
    t.is(again.status, 304);
    t.is(again.text, '');
    for (const name of ['etag', 'cache-control', 'vary']) t.is(again.headers[name], first.headers[name], name);
    t.is(again.headers['content-type'], undefined);
  }
  t.is(etags.size, 2);
});

test('HEAD is GET without its body, and other methods are a 405', async (t) => {
  for (const path of [PAGE, '/openapi.json']) {
    const [got, head] = [await plain(path), await plain(path, {}, 'HEAD')];
    t.is(`${head.status} ${head.text}`, '200 ');
    for (const name of ['content-length', 'content-type', 'etag']) t.is(head.headers[name], got.headers[name], name);
  }
  for (const path of [PAGE, `${PAGE}/`, '/openapi.json', '/']) {
    for (const method of ['OPTIONS', 'POST', 'PUT', 'DELETE']) {
      const { status, headers } = await call(at(path), { method });
      t.is(status, method === 'OPTIONS' ? 204 : 405, `${method} ${path}`);
      t.is(headers.get('allow'), 'GET, HEAD, OPTIONS');
    }
  }
});

test('the description and the page name the contact and the public URL', async (t) => {
  for (const [publicUrl, contact, described, shown] of [
    ['https://galaxy.example/space', 'host@galaxy.example', 'email', 'write to <a href="mailto:host@galaxy.example">'],
    ['https://galaxy.example', 'https://a.example/?a&b', 'url', 'see <a href="https://a.example/?a&amp;b">'],
  ] as const) {
    const { url, close } = await startServer({ empty: true, publicUrl, contact });
    t.teardown(close);
    const { json } = await call(`${url}/openapi.json`);
    t.deepEqual(json.info.contact, { name: 'The host of this service', [described]: contact });
    const { text } = await plainCall(url + PAGE);
    t.true(text.includes(`(${shown}`));
    t.true(text.includes(`${publicUrl}/ws/v2.0/api/time`));
    t.false(text.includes(new URL(url).host));
  }
  t.true((await plain(PAGE)).text.includes('the host of this service gives you one'), 'without a contact');
});

/** The Host field of a request, which strangers choose, changes no document and makes no work. */
const strangers = Array.from({ length: 20 }, (_, number) => ({
  Host: `invented-${number}.example`,
  'X-Forwarded-Proto': number % 2 === 0 ? 'https' : 'http',
}));

test('a document is built once, and compressed once', async (t) => {
  const { url, documents } = await openServer(t);
  for (const path of [PAGE, '/openapi.json'].map((each) => `/ws/v2.0${each}`)) {
    const [unencoded, encoded] = [await documents.get(path)?.(false), await documents.get(path)?.(true)];
    if (!encoded) return t.fail(path);
    for (const headers of strangers) {
      const { headers: fields } = await plainCall(url + path, { headers: { ...headers, 'Accept-Encoding': 'gzip' } });
      t.is(fields.etag, `"${encoded.etag}"`);
      t.false((await plainCall(url + path, { headers })).text.includes('invented'));
    }
    t.is(await documents.get(path)?.(false), unencoded);
    t.is(await documents.get(path)?.(true), encoded);
  }
});

const TO_PAGE = 'ws/v2.0/documentation';
const TO_INDEX = 'ws/v2.0/';

test('the root redirects browsers to the page, and programs to the index', async (t) => {
  for (const [Accept, location] of [
    ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8', TO_PAGE],
    ['application/json;q=0.5, text/html', TO_PAGE],
    ['*/*', TO_INDEX],
    [undefined, TO_INDEX],
    ['application/json, text/html;q=0.5', TO_INDEX],
    ['image/png', TO_INDEX],
  ] as const) {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers, text } = await plain('/', { Accept }, method);
      t.deepEqual([status, headers.location, text], [303, location, ''], `${method} ${Accept}`);
      t.is(headers['content-security-policy'], CLOSED);
    }
  }
});

test('the targets of redirects exist, also that of the page with a slash', async (t) => {
  t.regex((await call(at('/'), { headers: { Accept: 'text/html' } })).text, /^<!DOCTYPE html>/);
  t.is((await call(at('/'), { headers: { Accept: 'application/json' } })).json.resource, 'index');
  const { status, headers } = await plain(`${PAGE}/`);
  t.is(status, 303);
  t.is(headers.location, '../documentation');
  t.is((await call(`${server.url}${PAGE}/`)).headers.get('content-type'), 'text/html; charset=utf-8');
});
