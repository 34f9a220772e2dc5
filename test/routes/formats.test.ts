import test from 'ava';
import { plainCall } from '../helpers/plain.js';
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
  for (const type of ['application/xml', 'text/xml']) {
    test.serial(`${row.method} ${row.sample} says the same as JSON and as ${type}`, async (t) => {
      const json = await call(row, 'application/json');
      const xml = await call(row, type);
      t.is(json.status, 200);
      t.is(xml.status, 200);
      t.is(json.headers.get('content-type'), 'application/json; charset=utf-8');
      t.is(xml.headers.get('content-type'), `${type}; charset=utf-8`);
      const { version, timestamp, resource, request } = json.json;
      t.deepEqual(
        { version, timestamp, resource, request },
        {
          version: '2.0',
          timestamp: 1_718_625_600,
          resource: row.resource,
          request: `/ws/v2.0${row.sample.split('?')[0]}`,
        },
      );
      t.deepEqual(readXml(xml.text), envelopeElement(json.json));
    });
  }

  test.serial(`each collection of ${row.method} ${row.sample} has the number of its items`, async (t) => {
    const json = await call(row, 'application/json');
    const wrong = collectionsIn(json.json).filter(({ count, items }) => count !== items);
    t.deepEqual(wrong, []);
    const xml = await call(row, 'application/xml');
    const uncounted = elementsIn(readXml(xml.text)).filter(({ name, attributes, children }) => {
      const isRepeated = new Set(children.map((child) => child.name)).size < children.length;
      return isRepeated && name !== 'resources' && attributes.count !== String(children.length);
    });
    t.deepEqual(uncounted, []);
  });

  xmllint(`${row.method} ${row.sample} is the same to libxml2 (needs xmllint)`, async (t) => {
    const { text } = await call(row, 'application/xml');
    t.deepEqual(readXml(`<?xml version="1.0" encoding="UTF-8"?>\n${canonical(text)}`), readXml(text));
  });

  test.serial(`${row.method} ${row.sample} names its request and may not be guessed at`, async (t) => {
    const { headers } = await call(row, 'application/json');
    t.regex(headers.get('x-request-id') ?? '', /^[\w-]{36}$/);
    t.is(headers.get('x-content-type-options'), 'nosniff');
    t.regex(headers.get('vary') ?? '', /\bAccept, Authorization\b/);
    const mayBeKept = row.method === 'GET' && row.path !== '/api/ratelimits';
    t.is(headers.get('cache-control'), mayBeKept ? 'private, no-cache' : 'no-store');
    t.is(headers.has('etag'), mayBeKept);
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

test.serial('HEAD of what is not there is a 404 without a body', async (t) => {
  const { status, text, headers } = await plainCall(`${server.url}/datacards/20:999`, { method: 'HEAD' });
  t.is(status, 404);
  t.is(text, '');
  t.true(Number(headers['content-length']) > 0);
});
