import test from 'ava';
import { type Case, expectAnswers } from '../helpers/ask.js';
import { NOW } from '../helpers/galaxy.js';
import { hostileTexts } from '../helpers/hostile.js';
import { plainCall } from '../helpers/plain.js';
import { exchange, request } from '../helpers/raw.js';
import { initOf, type Row, rows } from '../helpers/reference.js';
import { sharedServer } from '../helpers/shared-server.js';
import { envelopeElement, readXml } from '../helpers/xml.js';
import { file, importAll, lines } from '../transfer/galaxy.js';

/** The formats and the methods of every row of the reference. */

const server = sharedServer({ rateLimit: 10_000 });

/** Calls a row in a format. The key lets a change answer a second time, in another format, as it did the first. */
const call = (row: Row, Accept: string) =>
  server.call(row.sample, { ...initOf(row), headers: { Accept, 'Idempotency-Key': `row ${row.number}` } });

test.serial('each row says the same as JSON and in XML, and its head to HEAD', async (t) => {
  for (const row of rows) {
    const { method, sample, resource } = row;
    const { status, json, headers } = await call(row, 'application/json');
    t.is(`${status} ${headers.get('content-type')}`, '200 application/json; charset=utf-8', `${method} ${sample}`);
    const { svcapi: _, ...head } = json;
    const request = `/ws/v2.0${sample.split('?')[0]}`;
    t.deepEqual(head, { version: '2.0', timestamp: 1_718_625_600, resource, request });
    for (const type of ['application/xml', 'text/xml']) {
      const xml = await call(row, type);
      t.is(`${xml.status} ${xml.headers.get('content-type')}`, `200 ${type}; charset=utf-8`);
      t.deepEqual(readXml(xml.text), envelopeElement(json));
    }
    t.regex(headers.get('x-request-id') ?? '', /^[\w-]{36}$/);
    t.is(headers.get('x-content-type-options'), 'nosniff');
    t.regex(headers.get('vary') ?? '', /\bAccept, Authorization\b/);
    const mayBeKept = method === 'GET' && row.path !== '/api/ratelimits';
    t.is(headers.get('cache-control'), mayBeKept ? 'private, no-cache' : 'no-store');
    t.is(headers.has('etag'), mayBeKept);
    if (method !== 'GET') continue;
    const fields = { Authorization: `Bearer ${server.token}` };
    const answer = await plainCall(server.url + sample, { method: 'HEAD', headers: fields });
    t.deepEqual([answer.status, answer.text, answer.headers.etag ?? null], [200, '', headers.get('etag')], sample);
    const get = await plainCall(server.url + sample, { headers: fields });
    t.is(answer.headers['content-length'], String(Buffer.byteLength(get.text)), sample);
  }
});

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
  t.deepEqual(readXml(await read('application/xml')), envelopeElement(json));
});

test('each text is returned as it was stored, in both formats', async (t) => {
  const texts = hostileTexts.map((text, index) => ({ text, name: `${text}${1000 + index}`, number: 1000 + index }));
  const records = texts.flatMap(({ text, name, number }) => [
    { kind: 'character', uid: `1:${number}`, name, image: text, short_description: text, biography: text },
    { kind: 'event', uid: `39:${number}`, receiver: '1:1', time: NOW, text },
    {
      kind: 'transaction',
      id: 9000 + number,
      time: NOW,
      amount: 1,
      sender: '1:1',
      receiver: `1:${number}`,
      communication: text,
    },
  ]);
  t.deepEqual((await importAll(server.store, file(lines(...records)), { now: NOW })).refused, []);
  const cases = texts.flatMap(({ text, name, number }): Case[] => {
    const transaction = [{ receiver: { value: name }, communication: text }];
    return [
      [
        `GET /character/${encodeURIComponent(name)}`,
        200,
        { character: { name, image: text, shortdescription: text, biography: text } },
      ],
      [`GET /event/39:${number}`, 200, { event: { text } }],
      [
        `GET /character/1:1/creditlog?start_id=${9000 + number}&start_index=${texts.length - number + 1000}&item_count=1`,
        200,
        { transactions: { transaction } },
      ],
    ];
  });
  await expectAnswers(t, server, cases);
});
