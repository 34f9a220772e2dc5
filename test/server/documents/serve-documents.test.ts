import { once } from 'node:events';
import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import test from 'ava';
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

test('the page, the description and files are served, and revalidated before they are used again', async (t) => {
  for (const [path, type, cached] of [
    [PAGE, 'text/html', 'no-cache'],
    ['/openapi.json', 'application/json', 'no-cache'],
    // They have a digest in their names.
    [script, 'text/javascript', 'public, max-age=31536000, immutable'],
  ] as const) {
    const [{ status, headers }, own] = [await call(server.url + path), await server.call(path)];
    t.is(`${status} ${headers.get('content-type')}`, `200 ${type}; charset=utf-8`);
    t.deepEqual(headers.get('vary')?.split(', ').sort(), ['Accept', 'Accept-Encoding', 'Origin']);
    t.is(headers.get('x-ratelimit-limit'), null);
    t.is(headers.get('cache-control'), cached);
    const more = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' };
    for (const [name, value] of Object.entries(more)) t.is(headers.get(name), value);
    t.regex(headers.get('etag') ?? '', /^"[\w-]+"$/);
    t.is(own.headers.get('etag'), headers.get('etag'), 'with a token it is the same, and not stored');
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

test('a document is sent in gzip to who accepts that, and else in no coding, each with its ETag', async (t) => {
  const { text: whole } = await call(server.url + PAGE);
  const etags: Record<string, Set<string | undefined>> = { gzip: new Set(), none: new Set() };
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
    etags[coding ?? 'none']?.add(answer.headers.etag);
    const again = await plain(PAGE, { ...headers, 'If-None-Match': answer.headers.etag });
    t.deepEqual([again.status, again.text, again.headers['content-type']], [304, '', undefined]);
    for (const name of ['etag', 'cache-control', 'vary']) t.is(again.headers[name], answer.headers[name], name);
  }
  const [gzip, none] = [etags.gzip, etags.none].map((each) => [...(each ?? [])]);
  t.deepEqual([gzip?.length, none?.length, gzip?.[0] === none?.[0]], [1, 1, false]);
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

test('no Host field that strangers choose changes a document', async (t) => {
  for (const path of [PAGE, '/openapi.json']) {
    const { headers } = await plain(path, { 'Accept-Encoding': 'gzip' });
    const invented = { Host: 'invented.example', 'X-Forwarded-Proto': 'https' };
    const { headers: fields } = await plain(path, { ...invented, 'Accept-Encoding': 'gzip' });
    t.is(fields.etag, headers.etag);
    t.false((await plain(path, invented)).text.includes('invented'));
  }
});

const TO_PAGE = 'ws/v2.0/documentation';
const TO_INDEX = 'ws/v2.0/';

test('the root redirects browsers to the page, programs to the index, and a slash behind the page to it', async (t) => {
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
  t.regex((await call(at('/'), { headers: { Accept: 'text/html' } })).text, /^<!DOCTYPE html>/);
  t.is((await call(at('/'), { headers: { Accept: 'application/json' } })).json.resource, 'index');
  const { status, headers } = await plain(`${PAGE}/`);
  t.deepEqual([status, headers.location], [303, '../documentation']);
});
