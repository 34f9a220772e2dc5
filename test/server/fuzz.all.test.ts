import test from 'ava';
import fc from 'fast-check';
import { routes } from '../../src/routes/index.js';
import { character } from '../helpers/any-text.js';
import { deviations } from '../helpers/contract.js';
import { exchange, request } from '../helpers/raw.js';
import { call, type Server, startServer } from '../helpers/server.js';

/** Every answer to random requests is documented, and the next client is served. */

let server: Server;

test.before(async () => {
  server = await startServer({ rateLimit: 1e9 });
});

test.after.always('none of it is a fault of the service', async (t) => {
  await server.close();
  t.deepEqual(
    server.log.filter((line) => /internal_error|fault outside/.test(line)),
    [],
  );
});

/** Answers what is wrong with the answers to some bytes, as one list. */
async function faults(bytes: Buffer): Promise<string[]> {
  const answers = await exchange(server.url, bytes);
  return answers.filter((answer) => answer.status !== 100).flatMap(deviations);
}

const anyBytes = fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('latin1'));
const oddities = [
  '',
  ' ',
  '\r\n',
  '\r\n\r\n',
  '\0',
  ':',
  '%',
  '/',
  '?',
  '&',
  '=',
  '9'.repeat(25),
  'x'.repeat(3000),
  '\xff',
];
const odd = fc.oneof(fc.constantFrom(...oddities), anyBytes);

const methods = ['GET', 'POST', 'DELETE', 'OPTIONS', 'PUT', 'TRACE', 'CONNECT', 'get', 'PRI', 'M-SEARCH'];
const targets = [
  '/ws/v2.0/',
  '/ws/v2.0/api/time',
  '/ws/v2.0/datacard/14:1',
  '/healthz',
  '*',
  'http://x/',
  'http://[',
  '//x',
];
const names = [
  ...['Host', 'Content-Length', 'Content-Length', 'Transfer-Encoding', 'Content-Type', 'Connection', 'Expect'],
  ...['Authorization', 'Accept', 'Upgrade', 'X-Forwarded-For', 'X-Request-Id', 'Origin', 'Idempotency-Key', 'Trailer'],
];
const values = [
  ...['localhost', '0', '2', '-1', '20000', '0x2', 'chunked', 'gzip, chunked', 'identity', 'close', 'keep-alive'],
  ...['application/json', 'application/x-www-form-urlencoded', '100-continue', 'Bearer x', 'h2c', '::1', '*/*;q=x'],
];
const bodies = [
  '{}',
  '{',
  '2\r\n{}\r\n0\r\n\r\n',
  'ffffffff\r\n',
  'cgt=Y1D1',
  'a[b]=c&__proto__[x]=y',
  'GET / HTTP/1.1\r\n\r\n',
];

const mostly = <T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: other });

const rawRequest = fc
  .record({
    method: mostly(fc.constantFrom(...methods), odd),
    target: mostly(fc.constantFrom(...targets), odd),
    version: mostly(fc.constantFrom('HTTP/1.1', 'HTTP/1.0'), fc.constantFrom('HTTP/2.0', 'HTTP/1.9', '')),
    fields: fc.array(
      fc.tuple(
        mostly(fc.constantFrom(...names), odd),
        mostly(fc.constant(': '), odd),
        mostly(fc.constantFrom(...values), odd),
        mostly(fc.constant('\r\n'), odd),
      ),
      { maxLength: 8 },
    ),
    end: mostly(fc.constant('\r\n'), odd),
    body: mostly(fc.constantFrom('', ...bodies), odd),
  })
  .map(({ method, target, version, fields, end, body }) => {
    const text = `${method} ${target} ${version}\r\n${fields.map((parts) => parts.join('')).join('')}${end}${body}`;
    return Buffer.from(text, 'latin1');
  });

test('random bytes get documented answers', async (t) => {
  const sequences = fc.array(rawRequest, { minLength: 1, maxLength: 3 }).map((requests) => Buffer.concat(requests));
  await t.notThrowsAsync(
    fc.assert(
      fc.asyncProperty(sequences, async (bytes) => {
        const found = await faults(bytes);
        if (found.length > 0) throw new Error(found.join('\n'));
      }),
      { numRuns: 600 },
    ),
  );
  t.is((await call(`${server.url}/api/time`)).status, 200);
});

const text = fc.oneof(
  fc.constantFrom('1:1', '14:1', '39:1', '4:1', 'Hana Veil', '20:1', '-1', '0', '1e3', 'NaN', '__proto__', '..', ''),
  fc.string({ unit: character, maxLength: 12 }),
);
const parameterNames = [
  'production_entity_uid',
  'uses',
  'unlimited',
  'cgt',
  'time',
  'item_count',
  'format',
  'constructor',
];
const parameters = fc.dictionary(mostly(fc.constantFrom(...parameterNames), fc.string({ maxLength: 8 })), text, {
  maxKeys: 5,
});
const json = fc.oneof(
  parameters,
  fc.dictionary(fc.constantFrom(...parameterNames, 'a'), fc.jsonValue(), { maxKeys: 4 }),
);

const call15 = fc.record({
  route: fc.constantFrom(...routes),
  uid: mostly(fc.constantFrom('1:1', '14:1', '39:1', '20:1'), text),
  query: parameters,
  asJson: fc.boolean(),
  form: parameters,
  json,
  key: fc.option(fc.string({ maxLength: 10 }), { nil: undefined }),
});

/** Text that can be encoded: the lone surrogates of the others are tried in bodies, as bytes. */
const encode = (value: string) => encodeURIComponent(value.replace(/\p{Surrogate}/gu, ''));
const formOf = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map((pair) => pair.map(encode).join('='))
    .join('&');

test('random parameters of every route get documented answers', async (t) => {
  await t.notThrowsAsync(
    fc.assert(
      fc.asyncProperty(call15, async ({ route, uid, query, asJson, form, json, key }) => {
        const path = route.path.path.replace(/\[(.*)\]/, '$1').replace('{uid}', encode(uid));
        const bytes = request(
          `${route.method} /ws/v2.0${path}?${formOf(query)}`,
          {
            Authorization: `Bearer ${server.token}`,
            Accept: 'application/json',
            'Content-Type': asJson ? 'application/json' : 'application/x-www-form-urlencoded',
            ...(key !== undefined && { 'Idempotency-Key': key }),
          },
          route.method === 'GET' ? '' : asJson ? JSON.stringify(json) : formOf(form),
        );
        const found = await faults(bytes);
        if (found.length > 0) throw new Error(found.join('\n'));
      }),
      { numRuns: 600 },
    ),
  );
});
