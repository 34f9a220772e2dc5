import { spawnSync } from 'node:child_process';
import test from 'ava';
import { deviations } from '../helpers/document/deviations.js';
import { at } from '../helpers/document/document.js';
import type { Exchange } from '../helpers/document/exchange.js';
import { watched } from '../helpers/document/watch-child.js';

/** Exchanges that each depart from the description in one thing, which the check of all tests has to find. */

const headers = {
  'x-request-id': 'x',
  etag: 'W/"aaaaaaaaaaaaaaaaaaaaaa"',
  'content-type': 'application/json; charset=utf-8',
};

/** The example of an operation, as an exchange. */
function exchange(id: string, method: string, path: string, rest: Partial<Exchange> = {}): Exchange {
  const { value } = at(`#/components/examples/${id}`) as { value: object };
  return {
    ...{ method, path: `/ws/v2.0${path}`, status: 200, headers, body: JSON.stringify(value) },
    ...rest,
  };
}

const time = (rest: Partial<Exchange> = {}) => exchange('getTime', 'GET', '/api/time', rest);

const departures: [title: string, exchange: Exchange, expected: RegExp][] = [
  ['a missing field', time({ body: time().body.replace('"secs"', '"seconds"') }), /'secs'/],
  ['another status', time({ status: 201 }), /status 201/],
  ['another format', time({ headers: { ...headers, 'content-type': 'text/html' } }), /type “text\/html”/],
  ['a malformed header', time({ headers: { ...headers, etag: 'soon' } }), /ETag/],
  ['an error of another route', exchange('NotFound', 'GET', '/api/time', { status: 404 }), /status 404/],
];

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

test('an answer that departs from the description is found and ends its program, and one that matches does not', (t) => {
  const argv = ['--input-type=module', '--eval', program];
  const { status, stderr } = spawnSync(process.execPath, argv, { env: watched, encoding: 'utf8' });
  t.is(status, 1, stderr);
  t.regex(stderr, /docs\/openapi\.json is not true of GET \/ws\/v2\.0\/api\/helloworld, answered with 200/);
  t.notRegex(stderr, /api\/time/);
  for (const [title, departure, expected] of departures) t.regex(deviations(departure).join('\n'), expected, title);
  t.deepEqual(deviations(time()), []);
});
