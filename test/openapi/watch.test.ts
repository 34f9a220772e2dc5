import { spawnSync } from 'node:child_process';
import test from 'ava';
import { deviations } from '../helpers/document/deviations.js';
import { at } from '../helpers/document/document.js';
import type { Exchange } from '../helpers/document/exchange.js';
import { findOperation } from '../helpers/document/find.js';
import { watched } from '../helpers/document/watch-child.js';

/** Exchanges that each depart from the description in one thing, which the check of all tests has to find. */

const headers = {
  'x-request-id': 'x',
  etag: 'W/"aaaaaaaaaaaaaaaaaaaaaa"',
  'content-type': 'application/json; charset=utf-8',
};
const limits = {
  'x-ratelimit-limit': '600',
  'x-ratelimit-remaining': '599',
  'x-ratelimit-reset': '1718629200',
  'x-ratelimit-resettime': 'Mon, 17 Jun 2024 13:00:00 +0000',
  ratelimit: '"event";r=599;t=3600',
  'ratelimit-policy': '"event";q=600;w=3600',
};

/** The example of an operation, as an exchange. */
function exchange(id: string, method: string, path: string, rest: Partial<Exchange> = {}): Exchange {
  const { value } = at(`#/components/examples/${id}`) as { value: object };
  return {
    ...{ method, path: `/ws/v2.0${path}`, query: new URLSearchParams(), requestHeaders: {}, requestBody: '' },
    ...{ status: 200, headers: { ...headers, ...limits }, body: JSON.stringify(value) },
    ...rest,
  };
}

const time = (rest: Partial<Exchange> = {}) => exchange('getTime', 'GET', '/api/time', rest);
const assign = (rest: Partial<Exchange> = {}) =>
  exchange('postDatacard', 'POST', '/datacard/14:1', {
    requestHeaders: { 'content-type': 'application/json' },
    requestBody: '{"production_entity_uid":"4:1","uses":3}',
    ...rest,
  });
const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** Returns a body with a change in its payload. */
function changed({ body }: Exchange, change: (svcapi: Record<string, unknown>) => void): string {
  const envelope = JSON.parse(body) as { svcapi: Record<string, unknown> };
  change(envelope.svcapi);
  return JSON.stringify(envelope);
}

const without = (...names: string[]) =>
  Object.fromEntries(Object.entries({ ...headers, ...limits }).filter(([name]) => !names.includes(name)));

const departures: [title: string, exchange: Exchange, expected: RegExp][] = [
  ['a field of another type', time({ body: changed(time(), (svcapi) => (svcapi.years = '25')) }), /must be integer/],
  ['a missing field', time({ body: changed(time(), (svcapi) => delete svcapi.secs) }), /'secs'/],
  [
    'an additional field',
    time({ body: changed(time(), (svcapi) => (svcapi.more = 1)) }),
    /additional properties.*more/,
  ],
  ['a value out of range', time({ body: changed(time(), (svcapi) => (svcapi.days = 366)) }), /<= 365/],
  ['another status', time({ status: 201 }), /status 201/],
  ['another format', time({ headers: { ...headers, 'content-type': 'text/html' } }), /type “text\/html”/],
  ['an undescribed path', time({ path: '/ws/v2.0/api/clock' }), /status 200/],
  ['an answer without a request id', time({ headers: without('x-request-id') }), /X-Request-Id is missing/],
  ['an answer without a rate-limit header', assign({ headers: without('ratelimit') }), /RateLimit is missing/],
  ['a malformed header', assign({ headers: { ...headers, ...limits, 'x-ratelimit-reset': 'soon' } }), /Reset/],
  ['an error of another route', exchange('NotFound', 'GET', '/api/time', { status: 404 }), /status 404/],
  ['an error with another status', exchange('NotFound', 'GET', '/event/39:1', { status: 406 }), /error_code/],
  ['an undescribed body', assign({ requestHeaders: { 'content-type': 'text/plain' } }), /type “text\/plain”/],
  ['a missing body', assign({ requestBody: '' }), /body is missing/],
  ['a form without a required field', assign({ requestHeaders: form, requestBody: 'uses=3' }), /production_entity/],
  ['a parameter out of range', assign({ requestBody: '{"production_entity_uid":"4:1","uses":0}' }), />= 1/],
  ['a malformed path parameter', assign({ path: '/ws/v2.0/datacard/15:1' }), /parameter uid/],
  ['an undescribed format', time({ query: new URLSearchParams('format=yaml') }), /parameter format/],
];

for (const [title, departure, expected] of departures) {
  test(`${title} is found`, (t) => {
    t.regex(deviations(departure).join('\n'), expected);
  });
}

test('exchanges that match the description pass', (t) => {
  t.deepEqual(deviations(time()), []);
  t.deepEqual(deviations(assign()), []);
  t.deepEqual(deviations(assign({ requestHeaders: form, requestBody: 'production_entity_uid=4:1&uses=3' })), []);
});

test('the suffix of a format is no value in a path', (t) => {
  const found = (path: string) => findOperation('GET', `/ws/v2.0${path}`)?.operation.operationId;
  t.is(found('/datacard/.json'), undefined);
  t.is(found('/datacard/.XML/'), undefined);
  t.is(found('/datacard/14:1.json'), 'getDatacard');
  t.is(found('/datacard/14:1/.json'), 'getDatacard');
});

/** A program that asks itself for two answers, of which the first matches the description. */
const program = `
  import http from 'node:http';
  const server = http.createServer((request, response) => {
    response.setHeaders(new Map(Object.entries(${JSON.stringify(headers)})));
    response.end(request.url.endsWith('time') ? ${JSON.stringify(time().body)} : '{}');
  });
  server.listen(0, '127.0.0.1', async () => {
    for (const name of ['time', 'helloworld']) {
      await (await fetch('http://127.0.0.1:' + server.address().port + '/ws/v2.0/api/' + name)).text();
    }
    server.close();
  });
`;

test('an answer that departs from the description ends its program, and one that matches does not', (t) => {
  const argv = ['--input-type=module', '--eval', program];
  const { status, stderr } = spawnSync(process.execPath, argv, { env: watched, encoding: 'utf8' });
  t.is(status, 1, stderr);
  t.regex(stderr, /docs\/openapi\.json is not true of GET \/ws\/v2\.0\/api\/helloworld, answered with 200/);
  t.notRegex(stderr, /api\/time/);
});
