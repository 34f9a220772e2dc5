import test from 'ava';
import { DatabaseSync } from '../../src/store/sqlite/driver.js';
import { ask } from '../helpers/ask.js';
import { galaxyFile } from '../helpers/database.js';
import { tokenFor } from '../helpers/galaxy.js';
import { plainCall } from '../helpers/plain.js';
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
  /** Prepares the state that the request then meets. */
  before?: (server: Server, database: InstanceType<typeof DatabaseSync>) => unknown;
  /** Answered in JSON only, since no format was negotiated. */
  jsonOnly?: boolean;
}

const answered = { connection: 'close' };
const CARD = 'POST /datacard/14:1';
const assign = 'production_entity_uid=4:1&uses=';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const JSON_TYPE = { 'content-type': 'application/json' };
const UNKNOWN = { 'www-authenticate': 'Bearer realm="svcapi", error="invalid_token"', 'cache-control': 'no-store' };
const OVER = { 'retry-after': '3600', 'x-ratelimit-limit': '1', 'x-ratelimit-remaining': '0' };
const manyFields = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`x-${index}`, '']));
const NOBODY = { authorization: '' };

const sql = (statement: string) => (_: Server, database: InstanceType<typeof DatabaseSync>) => database.exec(statement);

/** Assigns with the key of the request that follows. */
const useKey = (server: Server) => ask(server, `${CARD} ${assign}1`, server.token, { 'Idempotency-Key': 'k' });

// The distance to the blacklist differs from call to call, and a trusted proxy is never listed.
const over: More = {
  ...{ setup: { rateLimit: 1, trustedProxies: ['127.0.0.1'] }, before: ({ call }) => call('/event/39:1') },
  ...{ details: { retry_after: 3600 }, answered: OVER },
};
const busy: More = {
  ...{ body: `${assign}1`, before: sql('begin immediate') },
  ...{ details: { retry_after: 1 }, answered: { 'retry-after': '1' } },
};

const cases: [status: number, error: string, line: string, more?: More][] = [
  [400, 'invalid_parameter', 'GET /event/39', { details: { parameter: 'uid' } }],
  [400, 'invalid_parameter', CARD, { body: '[', headers: JSON_TYPE, details: { parameter: 'body' }, answered }],
  [400, 'rate_limit_exceeded', 'GET /event/39:1', over],
  [
    ...([401, 'token_missing', 'GET /event/39:1'] as const),
    { headers: NOBODY, answered: { 'www-authenticate': 'Bearer realm="svcapi"' } },
  ],
  [401, 'token_invalid', 'GET /event/39:1', { headers: { authorization: 'Bearer secret' }, answered: UNKNOWN }],
  [404, 'not_found', 'GET /datacards/nobody', { headers: NOBODY }],
  [404, 'route_not_found', 'GET /nowhere', { answered: { 'x-ratelimit-limit': null } }],
  [405, 'method_not_allowed', 'PUT /datacard/14:1', { answered: { allow: 'GET, POST, DELETE, HEAD, OPTIONS' } }],
  [406, 'not_acceptable', 'GET /api/time', { headers: { accept: 'text/html' }, jsonOnly: true }],
  [409, 'not_enough_uses', CARD, { body: `${assign}101` }],
  [409, 'idempotency_key_reused', CARD, { body: `${assign}2`, headers: { 'idempotency-key': 'k' }, before: useKey }],
  [413, 'payload_too_large', 'POST /api/time', { body: `cgt=${'x'.repeat(16_384)}`, answered }],
  [414, 'uri_too_long', `GET /api/time?a=${'x'.repeat(2048)}`, { answered }],
  [
    ...([415, 'unsupported_media_type', 'POST /api/time'] as const),
    { body: '<cgt/>', headers: { 'content-type': 'text/xml' }, answered },
  ],
  [431, 'header_fields_too_large', 'GET /api/time', { headers: manyFields, answered }],
  [500, 'invalid_time', 'POST /api/time', { body: 'cgt=noon', details: { parameter: 'cgt' } }],
  [500, 'internal_error', 'GET /event/39:1', { before: sql('drop table events') }],
  [503, 'unavailable', CARD, busy],
];

/** For those that need no server of their own. */
const shared = sharedServer();

for (const [status, error, line, more = {}] of cases) {
  test(`${error}: ${line.slice(0, 60)} ${(more.body ?? '').slice(0, 30)}`, async (t) => {
    const isOwn = more.setup !== undefined || more.before !== undefined;
    const file = isOwn ? await galaxyFile() : ':memory:';
    const server = isOwn ? await startServer({ database: file, ...more.setup }) : shared;
    if (isOwn) t.teardown(() => server.close());
    const beside = new DatabaseSync(file);
    await more.before?.(server, beside);
    const [method = '', path = ''] = line.split(' ');
    const send = (accept: string) => {
      const fields = { authorization: `Bearer ${server.token}`, accept, ...(more.body && FORM), ...more.headers };
      return plainCall(server.url + path, { method, body: more.body ?? '', headers: fields });
    };
    const json = await send('application/json');
    const envelope = JSON.parse(json.text);
    const { svcapi, ...head } = envelope;
    const request = `/ws/v2.0${path.split('?')[0]}`;
    t.deepEqual(head, { version: '2.0', timestamp: 1_718_625_600, resource: 'error', request });
    t.deepEqual(svcapi, { error_code: status, error_message: svcapi.error_message, error, ...more.details });
    t.regex(svcapi.error_message, /^[“\w].{12,}\.$/su);
    const xml = more.jsonOnly ? undefined : await send('application/xml');
    if (xml) t.deepEqual(readXml(xml.text), envelopeElement(envelope));
    for (const [answer, type] of [[json, 'json'] as const, ...(xml ? [[xml, 'xml'] as const] : [])]) {
      t.is(answer.status, status);
      t.is(answer.headers['content-type'], `application/${type}; charset=utf-8`);
      t.regex(String(answer.headers['x-request-id']), /^[\w-]{36}$/);
      for (const [name, value] of Object.entries(more.answered ?? {})) t.is(answer.headers[name] ?? null, value);
    }
    beside.close();
  });
}

test('permission_missing names the permission and those of the token', async (t) => {
  const token = await tokenFor(shared.store, '1:1', ['character_auth', 'character_events']);
  const { status, json, headers } = await ask(shared, 'GET /character/1:1/creditlog', token);
  t.is(status, 401);
  const challenge = 'Bearer realm="svcapi", error="insufficient_scope", scope="character_credits"';
  t.is(headers.get('www-authenticate'), challenge);
  t.deepEqual(json.svcapi, {
    error_code: 401,
    error_message: 'The token lacks character_credits. Ask the player to grant it.',
    error: 'permission_missing',
    required_permission: 'character_credits',
    available_permissions: ['character_auth', 'character_events'],
  });
  const { text } = await ask(shared, 'GET /character/1:1/creditlog?format=xml', token);
  t.deepEqual(readXml(text), envelopeElement(json));
});

test('the cause of a fault is in the log, under the id of the request, and not in the answer', async (t) => {
  const database = await galaxyFile();
  const server = await startServer({ database });
  t.teardown(() => server.close());
  const beside = new DatabaseSync(database);
  beside.exec('drop table events');
  beside.close();
  const { text } = await ask(server, 'GET /event/39:1', server.token, { 'X-Request-Id': 'fault-1' });
  t.notRegex(text, /events|table|sqlite/i);
  const fault = server.log.map((line) => JSON.parse(line)).find(({ err }) => err);
  t.like(fault, { requestId: 'fault-1' });
  t.regex(fault.err.message, /no such table: events/);
});

test('no cache keeps an error for longer than it holds', withServer, async (t, { url, call }) => {
  for (const path of ['/entity/4:999', '/nowhere', '/entity/x', '/character']) {
    const { headers } = await plainCall(url + path);
    t.is(headers['cache-control'], 'no-cache', path);
  }
  t.is((await call('/entity/4:999')).headers.get('cache-control'), 'no-store');
});
