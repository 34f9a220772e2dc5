import test from 'ava';
import { type Response, step } from '../helpers/document/document.js';
import { findOperation } from '../helpers/document/find.js';
import { readBySchema } from '../helpers/document/read-by-schema.js';
import { violations } from '../helpers/document/validate.js';
import { initOf, rows } from '../helpers/reference.js';
import { type Server, startServer } from '../helpers/server.js';
import { readXml } from '../helpers/xml.js';

let server: Server;
test.before(async () => {
  server = await startServer();
});
test.after.always(() => server.close());

type Json = string | number | boolean | Json[] | { [name: string]: Json };

/** Moves `attributes` into their objects, as the schemas of XML have them. */
function withoutAttributes(json: Json): Json {
  if (typeof json !== 'object') return json;
  if (Array.isArray(json)) return json.map(withoutAttributes);
  const { attributes = {}, ...rest } = json;
  const children = Object.entries(rest).map(([name, child]) => [name, withoutAttributes(inElement(name, child))]);
  return { ...(attributes as object), ...Object.fromEntries(children) };
}

/** Returns the element that factions stand in. */
function inElement(name: string, child: Json): Json {
  return name === 'factions' && Array.isArray(child) ? { count: child.length, faction: child } : child;
}

interface Envelope {
  timestamp: number;
  svcapi: { [name: string]: Json };
}

/** Returns the root of an answer in XML: the fields of its envelope are attributes, and one can have the name of an element. */
function rootOf({ svcapi, timestamp, ...head }: Envelope): object {
  const name = 'timestamp' in svcapi ? 'timestampAttribute' : 'timestamp';
  return { ...head, [name]: timestamp, ...(withoutAttributes(svcapi) as object) };
}

/** Removes empty arrays, which leave nothing in XML. */
function withoutEmptyLists(json: Json): Json {
  if (typeof json !== 'object') return json;
  if (Array.isArray(json)) return json.map(withoutEmptyLists);
  const filled = Object.entries(json).filter(([, child]) => !(Array.isArray(child) && child.length === 0));
  return Object.fromEntries(filled.map(([name, child]) => [name, withoutEmptyLists(child)]));
}

for (const row of rows) {
  for (const type of ['application/xml', 'text/xml']) {
    test.serial(`${row.method} ${row.sample}: its schema reads the values of the JSON from ${type}`, async (t) => {
      const found = findOperation(row.method, new URL(server.url + row.sample).pathname);
      if (!found) return t.fail('no such operation');
      const read = (accept: string) =>
        server.call(row.sample, {
          ...initOf(row),
          // With the key, a change returns its first answer again.
          headers: { Accept: accept, 'Idempotency-Key': `row ${row.number}` },
        });
      const [json, xml] = [await read('application/json'), await read(type)];
      const { schema } = (found.operation.responses['200'] as Response).content?.[type] ?? {};
      if (!schema) return t.fail(`${type} is not described`);
      const { value, problems } = readBySchema(readXml(xml.text), schema);
      t.deepEqual(problems, []);
      t.deepEqual(withoutEmptyLists(value as Json), withoutEmptyLists(rootOf(json.json) as Json));
      t.deepEqual(violations(step(found.pointer, 'responses', '200', 'content', type, 'schema'), value), []);
    });
  }
}
