import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { DatabaseSync, type SqliteConnection } from '../../src/store/sqlite/driver.js';
import { temporaryFolder } from '../helpers/folder.js';
import { tokenFor } from '../helpers/galaxy.js';
import { type PlainAnswer, plainCall } from '../helpers/plain.js';
import { type Server, type ServerSetup, withServer } from '../helpers/server.js';
import { envelopeElement, readXml } from '../helpers/xml.js';

/** A row of wire.md, “Errors”, with a request that meets it. */
interface Case {
  error: string;
  status: number;
  method?: string;
  path: string;
  body?: string;
  /** In place of Hana’s token and a form. */
  headers?: Record<string, string>;
  /** Details beside the status, the message and the error code. */
  details?: object;
  /** Header fields of the answer; null for one that must be absent. */
  answered?: Record<string, string | null>;
  setup?: ServerSetup;
  /** Prepares the state that the request then meets. */
  before?: (server: Server) => unknown;
  /** Answered in JSON only, since no format was negotiated. */
  jsonOnly?: boolean;
}

const closes = { connection: 'close' };
const assign = 'production_entity_uid=4:1&uses=';

/** A database in a file, which a second connection can meddle with. */
function onFile(): ServerSetup & { database: string } {
  return { database: join(temporaryFolder(), 'errors.sqlite') };
}

function meddle(database: string, sql: string): () => SqliteConnection {
  return () => {
    const beside = new DatabaseSync(database);
    beside.exec(sql);
    return beside;
  };
}

const broken = onFile();
const brokenToo = onFile();
const busy = onFile();

const cases: Case[] = [
  { error: 'invalid_parameter', status: 400, path: '/event/39', details: { parameter: 'uid' } },
  {
    error: 'invalid_parameter',
    status: 400,
    path: '/character/1:1/creditlog?item_count=0',
    details: { parameter: 'item_count' },
  },
  {
    error: 'invalid_parameter',
    status: 400,
    method: 'POST',
    path: '/datacard/14:1',
    body: 'uses=1',
    details: { parameter: 'production_entity_uid' },
  },
  {
    error: 'invalid_parameter',
    status: 400,
    method: 'POST',
    path: '/datacard/14:1',
    body: '[',
    headers: { 'content-type': 'application/json' },
    details: { parameter: 'body' },
    answered: closes,
  },
  {
    error: 'rate_limit_exceeded',
    status: 400,
    path: '/event/39:1',
    // The distance to the blacklist differs from call to call, and a trusted proxy is never listed.
    setup: { rateLimit: 1, trustedProxies: ['127.0.0.1'] },
    before: ({ call }) => call('/event/39:1'),
    details: { retry_after: 3600 },
    answered: { 'retry-after': '3600', 'x-ratelimit-limit': '1', 'x-ratelimit-remaining': '0' },
  },
  {
    error: 'token_missing',
    status: 401,
    path: '/event/39:1',
    headers: { authorization: '' },
    answered: { 'www-authenticate': 'Bearer realm="svcapi"' },
  },
  {
    error: 'token_invalid',
    status: 401,
    path: '/event/39:1',
    headers: { authorization: 'Bearer secret' },
    answered: { 'www-authenticate': 'Bearer realm="svcapi", error="invalid_token"', 'cache-control': 'no-store' },
  },
  { error: 'not_found', status: 404, path: '/event/39:999' },
  { error: 'not_found', status: 404, path: '/datacards/nobody', headers: { authorization: '' } },
  { error: 'route_not_found', status: 404, path: '/nowhere', answered: { 'x-ratelimit-limit': null } },
  {
    error: 'method_not_allowed',
    status: 405,
    method: 'PUT',
    path: '/datacard/14:1',
    answered: { allow: 'GET, POST, DELETE, HEAD, OPTIONS' },
  },
  { error: 'not_acceptable', status: 406, path: '/api/time', headers: { accept: 'text/html' }, jsonOnly: true },
  { error: 'not_enough_uses', status: 409, method: 'POST', path: '/datacard/14:1', body: `${assign}101` },
  {
    error: 'idempotency_key_reused',
    status: 409,
    method: 'POST',
    path: '/datacard/14:1',
    body: `${assign}2`,
    headers: { 'idempotency-key': 'k' },
    before: ({ url, token }) =>
      plainCall(`${url}/datacard/14:1`, {
        method: 'POST',
        body: `${assign}1`,
        headers: {
          authorization: `Bearer ${token}`,
          'idempotency-key': 'k',
          'content-type': 'application/x-www-form-urlencoded',
        },
      }),
  },
  {
    error: 'payload_too_large',
    status: 413,
    method: 'POST',
    path: '/api/time',
    body: `cgt=${'x'.repeat(16_384)}`,
    answered: closes,
  },
  { error: 'uri_too_long', status: 414, path: `/api/time?a=${'x'.repeat(2048)}`, answered: closes },
  {
    error: 'unsupported_media_type',
    status: 415,
    method: 'POST',
    path: '/api/time',
    body: '<cgt/>',
    headers: { 'content-type': 'text/xml' },
    answered: closes,
  },
  {
    error: 'header_fields_too_large',
    status: 431,
    path: '/api/time',
    headers: Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`x-${index}`, ''])),
    answered: closes,
  },
  {
    error: 'invalid_time',
    status: 500,
    method: 'POST',
    path: '/api/time',
    body: 'cgt=noon',
    details: { parameter: 'cgt' },
  },
  {
    error: 'internal_error',
    status: 500,
    path: '/event/39:1',
    setup: broken,
    before: () => meddle(broken.database, 'drop table events')().close(),
  },
  {
    error: 'unavailable',
    status: 503,
    method: 'POST',
    path: '/datacard/14:1',
    body: `${assign}1`,
    setup: busy,
    before: meddle(busy.database, 'begin immediate'),
    details: { retry_after: 1 },
    answered: { 'retry-after': '1' },
  },
];

function send({ url, token }: Server, { method, path, body, headers }: Case, accept: string): Promise<PlainAnswer> {
  const type = body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
  return plainCall(url + path, {
    ...(method && { method }),
    ...(body && { body }),
    headers: { authorization: `Bearer ${token}`, accept, ...type, ...headers },
  });
}

for (const row of cases) {
  const { error, status, method = 'GET', path, details = {}, answered = {}, setup = {}, before, jsonOnly } = row;
  const work = async (t: ExecutionContext, server: Server) => {
    const prepared = await before?.(server);
    const json = await send(server, row, 'application/json');
    const envelope = JSON.parse(json.text);
    const { svcapi, ...head } = envelope;
    t.is(json.status, status);
    t.is(json.headers['content-type'], 'application/json; charset=utf-8');
    const request = `/ws/v2.0${path.split('?')[0]}`;
    t.deepEqual(head, { version: '2.0', timestamp: 1_718_625_600, resource: 'error', request });
    t.deepEqual(svcapi, { error_code: status, error_message: svcapi.error_message, error, ...details });
    t.regex(svcapi.error_message, /^[“\w].{12,}\.$/su);
    for (const [name, value] of Object.entries(answered)) t.is(json.headers[name] ?? null, value);
    t.regex(String(json.headers['x-request-id']), /^[\w-]{36}$/);
    if (!jsonOnly) {
      const xml = await send(server, row, 'application/xml');
      t.is(xml.status, status);
      t.is(xml.headers['content-type'], 'application/xml; charset=utf-8');
      t.deepEqual(readXml(xml.text), envelopeElement(envelope));
      for (const [name, value] of Object.entries(answered)) t.is(xml.headers[name] ?? null, value);
    }
    if (prepared instanceof DatabaseSync) prepared.close();
  };
  test(`${error}: ${method} ${path.slice(0, 60)} ${(row.body ?? '').slice(0, 30)}`, withServer, work, setup);
}

test(
  'permission_missing names the missing permission and those of the token',
  withServer,
  async (t, { store, call }) => {
    const token = await tokenFor(store, '1:1', ['character_auth', 'character_events']);
    const headers = { Authorization: `Bearer ${token}` };
    const { status, json, headers: answered } = await call('/character/1:1/creditlog', { headers });
    t.is(status, 401);
    t.is(
      answered.get('www-authenticate'),
      'Bearer realm="svcapi", error="insufficient_scope", scope="character_credits"',
    );
    t.deepEqual(json.svcapi, {
      error_code: 401,
      error_message: 'The token lacks character_credits. Ask the player to grant it.',
      error: 'permission_missing',
      required_permission: 'character_credits',
      available_permissions: ['character_auth', 'character_events'],
    });
    const xml = await call('/character/1:1/creditlog?format=xml', { headers });
    t.deepEqual(readXml(xml.text), envelopeElement(json));
  },
);

test(
  'the cause of a fault is in the log, under the id of the request, and not in the answer',
  withServer,
  async (t, { call, log }) => {
    meddle(brokenToo.database, 'drop table events')().close();
    const { status, text } = await call('/event/39:1', { headers: { 'X-Request-Id': 'fault-1' } });
    t.is(status, 500);
    t.notRegex(text, /events|table|sqlite/i);
    const fault = log.map((line) => JSON.parse(line)).find(({ err }) => err);
    t.is(fault.requestId, 'fault-1');
    t.regex(fault.err.message, /no such table: events/);
  },
  brokenToo,
);

test('no cache keeps an error for longer than it holds', withServer, async (t, { url, call }) => {
  const anonymous = { headers: { Authorization: '' } };
  for (const path of ['/entity/4:999', '/nowhere', '/entity/x', '/character']) {
    const { headers } = await plainCall(url + path);
    t.is(headers['cache-control'], 'no-cache', path);
  }
  t.is((await call('/entity/4:999', anonymous)).status, 404);
  t.is((await call('/entity/4:999')).headers.get('cache-control'), 'no-store');
});
