import test from 'ava';
import { DatabaseSync } from '../../src/store/sqlite/driver.js';
import { ask } from '../helpers/ask.js';
import { galaxyFile } from '../helpers/database.js';
import { tokenFor } from '../helpers/galaxy.js';
import { plainCall } from '../helpers/plain.js';
import { type Server, type ServerSetup, startServer } from '../helpers/server.js';
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
const shared = sharedServer({ rateLimit: 10_000 });

test('each error has its status, its envelope in both formats and its header fields', async (t) => {
  for (const [status, error, line, more = {}] of cases) {
    const isOwn = more.before !== undefined;
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
    t.deepEqual(head, { version: '2.0', timestamp: 1_718_625_600, resource: 'error', request }, error);
    t.deepEqual(svcapi, { error_code: status, error_message: svcapi.error_message, error, ...more.details });
    t.regex(svcapi.error_message, /^[“\w].{12,}\.$/su);
    const xml = more.jsonOnly ? undefined : await send('application/xml');
    if (xml) t.deepEqual(readXml(xml.text), envelopeElement(envelope), error);
    for (const [answer, type] of [[json, 'json'] as const, ...(xml ? [[xml, 'xml'] as const] : [])]) {
      t.is(`${answer.status} ${answer.headers['content-type']}`, `${status} application/${type}; charset=utf-8`, error);
      t.regex(String(answer.headers['x-request-id']), /^[\w-]{36}$/);
      for (const [name, value] of Object.entries(more.answered ?? {})) t.is(answer.headers[name] ?? null, value, error);
    }
    beside.close();
    if (error !== 'internal_error') continue;
    t.notRegex(json.text, /events|table|sqlite/i);
    const fault = server.log.map((each) => JSON.parse(each)).find(({ err }) => err);
    t.is(fault.requestId, json.headers['x-request-id'], 'the cause is in the log only, under the id of the request');
    t.regex(fault.err.message, /no such table: events/);
  }
});

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

test('no cache keeps an error for longer than it holds', async (t) => {
  for (const path of ['/entity/4:999', '/nowhere', '/entity/x', '/character'])
    t.is((await plainCall(shared.url + path)).headers['cache-control'], 'no-cache', path);
  t.is((await shared.call('/entity/4:999')).headers.get('cache-control'), 'no-store');
});
