import test from 'ava';
import { DatabaseSync } from '../../src/store/sqlite/driver.js';
import { galaxyFile } from '../helpers/database.js';
import { tokenFor } from '../helpers/galaxy.js';
import { type PlainAnswer, plainCall } from '../helpers/plain.js';
import { type Server, type ServerSetup, startServer, withServer } from '../helpers/server.js';
import { sharedServer } from '../helpers/shared-server.js';
import { envelopeElement, readXml } from '../helpers/xml.js';

/** What a request of wire.md, “Errors”, needs, and what its answer has beside the usual. */
interface More {
  body?: string;
  /** In place of Hana’s token and a form. */
  headers?: Record<string, string>;
  details?: object;
  /** Header fields of the answer; null for one that must be absent. */
  answered?: Record<string, string | null>;
  setup?: ServerSetup;
  /** Prepares the state that the request then meets; what it returns is closed afterwards. */
  before?: (server: Server, database: string) => unknown;
  /** Answered in JSON only, since no format was negotiated. */
  jsonOnly?: boolean;
}

const answered = { connection: 'close' };
const CARD = 'POST /datacard/14:1';
const assign = 'production_entity_uid=4:1&uses=';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const unavailable = { details: { retry_after: 1 }, answered: { 'retry-after': '1' } };
const UNKNOWN = { 'www-authenticate': 'Bearer realm="svcapi", error="invalid_token"', 'cache-control': 'no-store' };
const OVER = { 'retry-after': '3600', 'x-ratelimit-limit': '1', 'x-ratelimit-remaining': '0' };
const manyFields = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`x-${index}`, '']));

const meddle = (sql: string) => (_: Server, database: string) => {
  const beside = new DatabaseSync(database);
  beside.exec(sql);
  return beside;
};

/** Assigns with the key of the request that follows. */
const useKey = ({ url, token }: Server) => {
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': 'k', ...FORM };
  return plainCall(`${url}/datacard/14:1`, { method: 'POST', body: `${assign}1`, headers });
};

// The distance to the blacklist differs from call to call, and a trusted proxy is never listed.
const over = {
  ...{ setup: { rateLimit: 1, trustedProxies: ['127.0.0.1'] }, before: ({ call }: Server) => call('/event/39:1') },
  ...{ details: { retry_after: 3600 }, answered: OVER },
};

const cases: [error: string, status: number, line: string, more?: More][] = [
  ['invalid_parameter', 400, 'GET /event/39', { details: { parameter: 'uid' } }],
  ['invalid_parameter', 400, 'GET /character/1:1/creditlog?item_count=0', { details: { parameter: 'item_count' } }],
  ['invalid_parameter', 400, CARD, { body: 'uses=1', details: { parameter: 'production_entity_uid' } }],
  [
    ...(['invalid_parameter', 400, CARD] as const),
    { body: '[', headers: { 'content-type': 'application/json' }, details: { parameter: 'body' }, answered },
  ],
  ['rate_limit_exceeded', 400, 'GET /event/39:1', over],
  [
    ...(['token_missing', 401, 'GET /event/39:1'] as const),
    { headers: { authorization: '' }, answered: { 'www-authenticate': 'Bearer realm="svcapi"' } },
  ],
  ['token_invalid', 401, 'GET /event/39:1', { headers: { authorization: 'Bearer secret' }, answered: UNKNOWN }],
  ['not_found', 404, 'GET /event/39:999'],
  ['not_found', 404, 'GET /datacards/nobody', { headers: { authorization: '' } }],
  ['route_not_found', 404, 'GET /nowhere', { answered: { 'x-ratelimit-limit': null } }],
  ['method_not_allowed', 405, 'PUT /datacard/14:1', { answered: { allow: 'GET, POST, DELETE, HEAD, OPTIONS' } }],
  ['not_acceptable', 406, 'GET /api/time', { headers: { accept: 'text/html' }, jsonOnly: true }],
  ['not_enough_uses', 409, CARD, { body: `${assign}101` }],
  ['idempotency_key_reused', 409, CARD, { body: `${assign}2`, headers: { 'idempotency-key': 'k' }, before: useKey }],
  ['payload_too_large', 413, 'POST /api/time', { body: `cgt=${'x'.repeat(16_384)}`, answered }],
  ['uri_too_long', 414, `GET /api/time?a=${'x'.repeat(2048)}`, { answered }],
  [
    ...(['unsupported_media_type', 415, 'POST /api/time'] as const),
    { body: '<cgt/>', headers: { 'content-type': 'text/xml' }, answered },
  ],
  ['header_fields_too_large', 431, 'GET /api/time', { headers: manyFields, answered }],
  ['invalid_time', 500, 'POST /api/time', { body: 'cgt=noon', details: { parameter: 'cgt' } }],
  ['internal_error', 500, 'GET /event/39:1', { before: meddle('drop table events') }],
  ['unavailable', 503, CARD, { body: `${assign}1`, before: meddle('begin immediate'), ...unavailable }],
];

/** For those that need no server of their own. */
const shared = sharedServer();

function send({ url, token }: Server, line: string, { body, headers }: More, accept: string): Promise<PlainAnswer> {
  const [method = '', path] = line.split(' ');
  return plainCall(url + path, {
    ...{ method, ...(body && { body }) },
    headers: { authorization: `Bearer ${token}`, accept, ...(body && FORM), ...headers },
  });
}

for (const [error, status, line, more = {}] of cases) {
  test(`${error}: ${line.slice(0, 60)} ${(more.body ?? '').slice(0, 30)}`, async (t) => {
    const isOwn = more.setup !== undefined || more.before !== undefined;
    const database = isOwn ? await galaxyFile() : '';
    const server = isOwn ? await startServer({ database, ...more.setup }) : shared;
    if (isOwn) t.teardown(() => server.close());
    const prepared = await more.before?.(server, database);
    const json = await send(server, line, more, 'application/json');
    const envelope = JSON.parse(json.text);
    const { svcapi, ...head } = envelope;
    const request = `/ws/v2.0${line.split(/[ ?]/)[1]}`;
    t.deepEqual(head, { version: '2.0', timestamp: 1_718_625_600, resource: 'error', request });
    t.deepEqual(svcapi, { error_code: status, error_message: svcapi.error_message, error, ...more.details });
    t.regex(svcapi.error_message, /^[“\w].{12,}\.$/su);
    t.regex(String(json.headers['x-request-id']), /^[\w-]{36}$/);
    const xml = more.jsonOnly ? undefined : await send(server, line, more, 'application/xml');
    if (xml) t.deepEqual(readXml(xml.text), envelopeElement(envelope));
    for (const [answer, type] of [[json, 'json'] as const, ...(xml ? [[xml, 'xml'] as const] : [])]) {
      t.is(answer.status, status);
      t.is(answer.headers['content-type'], `application/${type}; charset=utf-8`);
      for (const [name, value] of Object.entries(more.answered ?? {})) t.is(answer.headers[name] ?? null, value);
    }
    if (prepared instanceof DatabaseSync) prepared.close();
  });
}

test('permission_missing names the permission and those of the token', withServer, async (t, { store, call }) => {
  const token = await tokenFor(store, '1:1', ['character_auth', 'character_events']);
  const headers = { Authorization: `Bearer ${token}` };
  const { status, json, headers: answered } = await call('/character/1:1/creditlog', { headers });
  t.is(status, 401);
  const challenge = 'Bearer realm="svcapi", error="insufficient_scope", scope="character_credits"';
  t.is(answered.get('www-authenticate'), challenge);
  t.deepEqual(json.svcapi, {
    error_code: 401,
    error_message: 'The token lacks character_credits. Ask the player to grant it.',
    error: 'permission_missing',
    required_permission: 'character_credits',
    available_permissions: ['character_auth', 'character_events'],
  });
  const xml = await call('/character/1:1/creditlog?format=xml', { headers });
  t.deepEqual(readXml(xml.text), envelopeElement(json));
});

test('the cause of a fault is in the log, under the id of the request, and not in the answer', async (t) => {
  const database = await galaxyFile();
  const server = await startServer({ database });
  t.teardown(() => server.close());
  meddle('drop table events')(server, database).close();
  const { status, text } = await server.call('/event/39:1', { headers: { 'X-Request-Id': 'fault-1' } });
  t.is(status, 500);
  t.notRegex(text, /events|table|sqlite/i);
  const fault = server.log.map((line) => JSON.parse(line)).find(({ err }) => err);
  t.is(fault.requestId, 'fault-1');
  t.regex(fault.err.message, /no such table: events/);
});

test('no cache keeps an error for longer than it holds', withServer, async (t, { url, call }) => {
  for (const path of ['/entity/4:999', '/nowhere', '/entity/x', '/character']) {
    const { headers } = await plainCall(url + path);
    t.is(headers['cache-control'], 'no-cache', path);
  }
  t.is((await call('/entity/4:999')).headers.get('cache-control'), 'no-store');
});
