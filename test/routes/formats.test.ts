import test from 'ava';
import { plainCall } from '../helpers/plain.js';
import { exchange, request } from '../helpers/raw.js';
import { initOf, type Row, rows } from '../helpers/reference.js';
import type { Answer } from '../helpers/server.js';
import { sharedServer } from '../helpers/shared-server.js';
import { type Element, envelopeElement, readXml } from '../helpers/xml.js';
import { canonical, hasXmllint } from '../helpers/xmllint.js';

const server = sharedServer();

/** Calls a row in a format. The key lets a change answer a second time, in another format, as it did the first. */
function call(row: Row, accept: string): Promise<Answer> {
  const headers = { Accept: accept, 'Idempotency-Key': `row ${row.number}` };
  return server.call(row.sample, { ...initOf(row), headers });
}

type Json = null | string | number | boolean | Json[] | { [name: string]: Json };

/** Returns the count of each object with a list, and its items. Only factions stand in no object, and routes in groups. */
function collectionsIn(json: Json): { count: unknown; items: number }[] {
  if (typeof json !== 'object' || json === null) return [];
  const own = Object.entries(json).flatMap(([name, child]) => {
    if (!Array.isArray(child) || Array.isArray(json) || name === 'factions' || name === 'routes') return [];
    return [{ count: (json.attributes as { count?: number } | undefined)?.count, items: child.length }];
  });
  return [...own, ...Object.values(json).flatMap(collectionsIn)];
}

function elementsIn(element: Element): Element[] {
  return [element, ...element.children.flatMap(elementsIn)];
}

const xmllint = hasXmllint ? test.serial : test.serial.skip;

for (const row of rows) {
  test.serial(`${row.method} ${row.sample} says the same as JSON and in XML, and may not be guessed at`, async (t) => {
    const { status, json, headers } = await call(row, 'application/json');
    t.is(`${status} ${headers.get('content-type')}`, '200 application/json; charset=utf-8');
    const { svcapi: _, ...head } = json;
    const request = `/ws/v2.0${row.sample.split('?')[0]}`;
    t.deepEqual(head, { version: '2.0', timestamp: 1_718_625_600, resource: row.resource, request });
    t.deepEqual(
      collectionsIn(json).filter(({ count, items }) => count !== items),
      [],
    );
    for (const type of ['application/xml', 'text/xml']) {
      const xml = await call(row, type);
      t.is(`${xml.status} ${xml.headers.get('content-type')}`, `200 ${type}; charset=utf-8`);
      t.deepEqual(readXml(xml.text), envelopeElement(json));
      const uncounted = elementsIn(readXml(xml.text)).filter(({ name, attributes, children }) => {
        const isRepeated = new Set(children.map((child) => child.name)).size < children.length;
        return isRepeated && name !== 'resources' && attributes.count !== String(children.length);
      });
      t.deepEqual(uncounted, []);
    }
    t.regex(headers.get('x-request-id') ?? '', /^[\w-]{36}$/);
    t.is(headers.get('x-content-type-options'), 'nosniff');
    t.regex(headers.get('vary') ?? '', /\bAccept, Authorization\b/);
    const mayBeKept = row.method === 'GET' && row.path !== '/api/ratelimits';
    t.is(headers.get('cache-control'), mayBeKept ? 'private, no-cache' : 'no-store');
    t.is(headers.has('etag'), mayBeKept);
  });

  xmllint(`${row.method} ${row.sample} is the same to libxml2 (needs xmllint)`, async (t) => {
    const { text } = await call(row, 'application/xml');
    t.deepEqual(readXml(`<?xml version="1.0" encoding="UTF-8"?>\n${canonical(text)}`), readXml(text));
  });
}

// What the second call of a pair cannot have in common with the first.
const changing = ['date', 'x-ratelimit-remaining', 'ratelimit'];

for (const { sample } of rows.filter(({ method }) => method === 'GET')) {
  for (const format of ['json', 'xml']) {
    test.serial(`HEAD ${sample} as ${format} is GET without its body`, async (t) => {
      const url = `${server.url}${sample}?format=${format}`;
      const headers = { Authorization: `Bearer ${server.token}`, 'X-Request-Id': 'head' };
      const get = await plainCall(url, { headers });
      const head = await plainCall(url, { headers, method: 'HEAD' });
      t.is(head.status, 200);
      t.is(head.text, '');
      t.is(head.headers['content-length'], String(Buffer.byteLength(get.text)));
      for (const name of changing) {
        t.is(name in head.headers, name in get.headers);
        delete get.headers[name];
        delete head.headers[name];
      }
      t.deepEqual(head.headers, get.headers);
    });
  }
}

test('every character that a path may hold survives in both formats', async (t) => {
  const path = `/ws/v2.0/character/${'A%20+&\'"<>;=@:!$*(),~'}`;
  const read = async (Accept: string) => {
    const [answer] = await exchange(
      server.url,
      request(`GET ${path}`, { Accept, Authorization: `Bearer ${server.token}` }),
    );
    return answer?.body ?? '';
  };
  const json = JSON.parse(await read('application/json'));
  t.like(json, { request: path, svcapi: { error: 'not_found' } });
  const xml = await read('application/xml');
  t.true(
    xml.startsWith(
      '<?xml version="1.0" encoding="UTF-8"?>\n<svcapi version="2.0" timestamp="1718625600" resource="error"',
    ),
  );
  t.deepEqual(readXml(xml), envelopeElement(json));
});
