import test from 'ava';
import { plainCall } from '../helpers/plain.js';
import { exchange, request } from '../helpers/raw.js';
import { initOf, type Row, rows } from '../helpers/reference.js';
import type { Answer } from '../helpers/server.js';
import { sharedServer } from '../helpers/shared-server.js';
import { type Element, envelopeElement, readXml } from '../helpers/xml.js';
import { canonical, hasXmllint } from '../helpers/xmllint.js';

/** The formats and the methods of every row of the reference. */

const server = sharedServer();

/** Calls a row in a format. The key lets a change answer a second time, in another format, as it did the first. */
function call(row: Row, accept: string): Promise<Answer> {
  const headers = { Accept: accept, 'Idempotency-Key': `row ${row.number}` };
  return server.call(row.sample, { ...initOf(row), headers });
}

/** Returns the elements that repeat one name without a count of them. Only the groups of the index have none. */
function uncounted(element: Element): Element[] {
  const { name, attributes, children } = element;
  const isRepeated = new Set(children.map((child) => child.name)).size < children.length;
  const isWrong = isRepeated && name !== 'resources' && attributes.count !== String(children.length);
  return [...(isWrong ? [element] : []), ...children.flatMap(uncounted)];
}

// What the second call of a pair cannot have in common with the first.
const changing = ['date', 'x-ratelimit-remaining', 'ratelimit'];

for (const row of rows) {
  const { method, sample, resource } = row;

  test.serial(`${method} ${sample} says the same as JSON and in XML, and may not be guessed at`, async (t) => {
    const { status, json, headers } = await call(row, 'application/json');
    t.is(`${status} ${headers.get('content-type')}`, '200 application/json; charset=utf-8');
    const { svcapi: _, ...head } = json;
    const request = `/ws/v2.0${sample.split('?')[0]}`;
    t.deepEqual(head, { version: '2.0', timestamp: 1_718_625_600, resource, request });
    for (const type of ['application/xml', 'text/xml']) {
      const xml = await call(row, type);
      t.is(`${xml.status} ${xml.headers.get('content-type')}`, `200 ${type}; charset=utf-8`);
      const read = readXml(xml.text);
      t.deepEqual(read, envelopeElement(json));
      t.deepEqual(uncounted(read), []);
      if (hasXmllint) t.deepEqual(readXml(`<?xml version="1.0" encoding="UTF-8"?>\n${canonical(xml.text)}`), read);
    }
    t.regex(headers.get('x-request-id') ?? '', /^[\w-]{36}$/);
    t.is(headers.get('x-content-type-options'), 'nosniff');
    t.regex(headers.get('vary') ?? '', /\bAccept, Authorization\b/);
    const mayBeKept = method === 'GET' && row.path !== '/api/ratelimits';
    t.is(headers.get('cache-control'), mayBeKept ? 'private, no-cache' : 'no-store');
    t.is(headers.has('etag'), mayBeKept);
  });

  if (method !== 'GET') continue;
  test.serial(`HEAD ${sample} is GET without its body`, async (t) => {
    for (const format of ['json', 'xml']) {
      const url = `${server.url}${sample}?format=${format}`;
      const headers = { Authorization: `Bearer ${server.token}`, 'X-Request-Id': 'head' };
      const get = await plainCall(url, { headers });
      const head = await plainCall(url, { headers, method: 'HEAD' });
      t.deepEqual([head.status, head.text], [200, '']);
      t.is(head.headers['content-length'], String(Buffer.byteLength(get.text)));
      for (const name of changing) {
        t.is(name in head.headers, name in get.headers);
        delete get.headers[name];
        delete head.headers[name];
      }
      t.deepEqual(head.headers, get.headers);
    }
  });
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY'];

test('OPTIONS lists the methods of a path without a token, and others are a 405', async (t) => {
  const paths = rows.map((row) => ({ ...row, methods: rows.filter(({ path }) => path === row.path) }));
  for (const { path, sample, rateLimited, methods } of paths) {
    const known = methods.map(({ method }) => method as string);
    const allow = [...known, ...(known.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
    const options = await plainCall(server.url + sample, { method: 'OPTIONS' });
    t.deepEqual([options.status, options.text, options.headers.vary], [204, '', 'Accept, Origin']);
    const answers = [options];
    for (const method of METHODS.filter((method) => !allow.includes(method))) {
      const refused = await plainCall(server.url + sample, { method });
      const { resource, svcapi } = JSON.parse(refused.text);
      t.deepEqual([refused.status, resource, svcapi.error], [405, 'error', 'method_not_allowed'], `${method} ${path}`);
      t.is(refused.headers.vary, 'Accept, Authorization, Origin');
      answers.push(refused);
    }
    for (const { headers } of answers)
      t.deepEqual([headers.allow, 'x-ratelimit-limit' in headers], [allow.join(', '), rateLimited], path);
  }
  const { headers } = await plainCall(`${server.url}/ratelimits`, { method: 'DELETE' });
  t.is(headers.allow, 'GET, HEAD, OPTIONS', 'an alias has the methods of its route');
  t.is((await server.call('/nowhere', { method: 'OPTIONS' })).status, 404);
});

test('every character that a path may hold survives in both formats', async (t) => {
  const path = `/ws/v2.0/character/${'A%20+&\'"<>;=@:!$*(),~'}`;
  const read = async (Accept: string) => {
    const fields = { Accept, Authorization: `Bearer ${server.token}` };
    const [answer] = await exchange(server.url, request(`GET ${path}`, fields));
    return answer?.body ?? '';
  };
  const json = JSON.parse(await read('application/json'));
  t.like(json, { request: path, svcapi: { error: 'not_found' } });
  const xml = await read('application/xml');
  const start = '<?xml version="1.0" encoding="UTF-8"?>\n<svcapi version="2.0" timestamp="1718625600" resource="error"';
  t.true(xml.startsWith(start), xml);
  t.deepEqual(readXml(xml), envelopeElement(json));
});
