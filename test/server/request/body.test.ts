import { once } from 'node:events';
import http from 'node:http';
import { json } from 'node:stream/consumers';
import test from 'ava';
import { exchange, outcomeOf, RawClient, request } from '../../helpers/raw.js';
import { type Server, startServer, statusesOf } from '../../helpers/server.js';
import { inTime } from '../../helpers/until.js';

/** Bodies that are too large, of another type, or malformed. The route that changes something must change nothing. */

const DATACARD = 'POST /ws/v2.0/datacard/14:1';
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

let server: Server;
let auth: Record<string, string>;

test.before(async () => {
  server = await startServer({ rateLimit: 1e9 });
  auth = { Authorization: `Bearer ${server.token}` };
});

test.after.always('no refused body changed anything or was a fault of the service', async (t) => {
  const { datacard } = (await server.call('/datacard/14:1')).json.svcapi;
  await server.close();
  t.is(datacard.uses, 100);
  t.notRegex(server.log.join(''), /internal_error|fault outside/);
});

async function post(line: string, headers: Record<string, string>, body: string | Buffer = '') {
  const [answer, ...others] = await exchange(server.url, request(line, { ...auth, ...headers }, body));
  return { answer, others };
}

const chunk = (body: string) => `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`;
const padded = (length: number) => 'uses=1&production_entity_uid=4:1&unlimited=1&pad='.padEnd(length, 'x');

/** 16 KiB pass to the next check, which finds that `uses` and `unlimited` exclude each other. */
const sizes: [title: string, headers: Record<string, string>, body: string, answer: string][] = [
  ['16 KiB', {}, padded(16_384), '400 invalid_parameter'],
  ['16 KiB and a byte', {}, padded(16_385), '413 payload_too_large'],
  ['1 MB', {}, padded(1e6), '413 payload_too_large'],
  ['16 KiB in chunks', { 'Transfer-Encoding': 'chunked' }, chunk(padded(16_384)), '400 invalid_parameter'],
  ['16 KiB and a byte in chunks', { 'Transfer-Encoding': 'chunked' }, chunk(padded(16_385)), '413 payload_too_large'],
  ['1 MB in chunks', { 'Transfer-Encoding': 'chunked' }, chunk(padded(1e6)), '413 payload_too_large'],
];

test('16 KiB of a body are read', async (t) => {
  for (const [title, headers, body, expected] of sizes) {
    const fields = { 'Content-Type': FORM_TYPE, ...auth, ...headers };
    const length = 'Transfer-Encoding' in headers ? {} : { 'Content-Length': String(body.length) };
    const client = await RawClient.connect(server.url);
    client.send(request(DATACARD, { ...fields, ...length }));
    client.send(body);
    t.is(outcomeOf(await client.answer()), expected, title);
    await client.close();
  }
});

test('a Content-Length over the limit is refused without waiting for the body', async (t) => {
  const client = await RawClient.connect(server.url);
  client.send(request(DATACARD, { ...auth, 'Content-Type': FORM_TYPE, 'Content-Length': '1000000' }));
  const [answer] = await client.answers();
  t.is(answer?.status, 413);
  t.is(answer?.headers.connection, 'close');
});

const refusedTypes = `
  text/plain | application/xml | multipart/form-data; boundary=x | application/json5 | application/vnd.api+json
  application/json-patch+json | application/octet-stream | application/json; charset=utf-16
  application/json; charset=iso-8859-1 | application/x-www-form-urlencoded; charset=shift_jis
  application/json, text/plain | application/ | json | */* | ;`;

test('a body of another type or coding, or of none, is a 415', async (t) => {
  const refused: Record<string, string>[] = [
    {},
    ...refusedTypes.split(/[|\n]/).flatMap((type) => (type.trim() ? { 'Content-Type': type.trim() } : [])),
    ...['gzip', 'deflate', 'br', 'identity', 'x', 'gzip, gzip'].map((coding) => ({
      'Content-Type': JSON_TYPE,
      'Content-Encoding': coding,
    })),
  ];
  t.is(refused.length, 22);
  for (const headers of refused) {
    const { answer } = await post(DATACARD, headers, '{"uses":1,"production_entity_uid":"4:1"}');
    t.is(outcomeOf(answer), '415 unsupported_media_type', JSON.stringify(headers));
  }
});

test('a type is read in any case, with UTF-8 as its charset', async (t) => {
  for (const type of [
    JSON_TYPE,
    'APPLICATION/JSON',
    `${JSON_TYPE}; charset=utf-8`,
    `${JSON_TYPE};charset="UTF-8"; x=y`,
  ]) {
    const { answer } = await post('POST /ws/v2.0/api/time', { 'Content-Type': type }, '{"time":1718625600}');
    t.is(JSON.parse(answer?.body ?? '').svcapi.years, 25, type);
  }
});

const nested = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;
const bytes = (...values: number[]) => Buffer.from(values);
const inJson = (...values: number[]) => Buffer.concat([Buffer.from('{"x":"'), bytes(...values), Buffer.from('"}')]);
const assign = '"uses":1,"production_entity_uid":"4:1"';
const assignForm = 'uses=1&production_entity_uid=4:1';

/** Each is a 400 of `body`, or of the parameter that is named. */
const malformed: [title: string, type: string, body: string | Buffer, parameter?: string][] = [
  ['no JSON', JSON_TYPE, '{'],
  ['two values', JSON_TYPE, '{}{}'],
  ['a comment', JSON_TYPE, '{} // x'],
  ['a text', JSON_TYPE, '"text"'],
  ['a number', JSON_TYPE, '1'],
  ['null', JSON_TYPE, 'null'],
  ['a key twice', JSON_TYPE, `{${assign},"uses":1}`],
  ['a key twice, once as an escape sequence', JSON_TYPE, `{${assign},"\\u0075ses":1}`],
  ['a key of an inner object twice', JSON_TYPE, `{${assign},"x":[{"a":1,"a":2}]}`],
  ['an array', JSON_TYPE, `[{${assign}}]`],
  ['a form that calls itself JSON', JSON_TYPE, assignForm],
  ['a byte that is no UTF-8', JSON_TYPE, inJson(0xff)],
  ['an overlong NUL', JSON_TYPE, inJson(0xc0, 0x80)],
  ['half a character', JSON_TYPE, inJson(0xe2, 0x82)],
  ['a surrogate as UTF-8', JSON_TYPE, inJson(0xed, 0xa0, 0x80)],
  ['half a character at the very end', FORM_TYPE, Buffer.concat([Buffer.from(`${assignForm}&x=`), bytes(0xe2)])],
  ['a byte that is no UTF-8 in a form', FORM_TYPE, Buffer.concat([Buffer.from(`${assignForm}&x=`), bytes(0x80)])],
  ['33 levels', JSON_TYPE, nested(33)],
  ['2500 levels', JSON_TYPE, nested(2500)],
  ['2500 arrays', JSON_TYPE, `{"a":${'['.repeat(2500)}${']'.repeat(2500)}}`],
  ['NUL', JSON_TYPE, `{${assign},"x":"\\u0000"}`, 'x'],
  ['a lone surrogate', JSON_TYPE, `{${assign},"x":["\\ud800"]}`, '0'],
  ['NUL in a name', JSON_TYPE, `{${assign},"\\u0000":"\\u0000"}`],
  ['a lone surrogate in a name', JSON_TYPE, `{${assign},"x":{"\\udc00":1}}`, 'x'],
  ['NUL in a form', FORM_TYPE, `${assignForm}&x=%00`, 'x'],
  ['NUL in a name of a form', FORM_TYPE, `${assignForm}&%00=x`],
  ['__proto__', JSON_TYPE, `{${assign},"__proto__":{"uses":1}}`],
  ['101 form keys', FORM_TYPE, `${assignForm}${Array.from({ length: 99 }, (_, at) => `&k${at}=1`).join('')}`],
  ['2000 form keys', FORM_TYPE, Array.from({ length: 2000 }, (_, index) => `k${index}=`).join('&')],
  ['brackets', FORM_TYPE, 'uses=1&production_entity_uid[]=4:1', 'production_entity_uid'],
  ['brackets with a name', FORM_TYPE, 'uses[x]=1&production_entity_uid=4:1', 'uses'],
  ['a dot', FORM_TYPE, 'uses=1&production_entity_uid.x=4:1', 'production_entity_uid'],
  ['a parameter twice', FORM_TYPE, `${assignForm}&uses=1`, 'uses'],
  ['an object for a text', JSON_TYPE, '{"uses":1,"production_entity_uid":{"$ne":1}}', 'production_entity_uid'],
  ['an array for a number', JSON_TYPE, '{"uses":[1],"production_entity_uid":"4:1"}', 'uses'],
];

test('a malformed body is a 400, and changes nothing', async (t) => {
  for (const [title, type, body, parameter = 'body'] of malformed) {
    const { answer, others } = await post(DATACARD, { 'Content-Type': type }, body);
    t.is(outcomeOf(answer), '400 invalid_parameter', title);
    t.is(JSON.parse(answer?.body ?? '').svcapi.parameter, parameter, title);
    t.is(answer?.headers.connection === 'close', /The body is malformed/.test(answer?.body ?? ''), title);
    t.deepEqual(others, [], title);
    t.is(Object.hasOwn(Object.prototype, 'uses'), false);
  }
});

test('malformed: POST api/time is the documented 500', async (t) => {
  for (const body of ['{', '[]', nested(33), inJson(0xff), '{"x":"\\u0000"}']) {
    const { answer } = await post('POST /ws/v2.0/api/time', { 'Content-Type': JSON_TYPE }, body);
    t.is(outcomeOf(answer), '500 invalid_time');
  }
});

test('brackets and dots are ordinary characters of a name', async (t) => {
  const form = { 'Content-Type': FORM_TYPE };
  const { answer } = await post('POST /ws/v2.0/api/time', form, 'a[]=x&a[a]=x&a.a=x&cgt=Y12D3');
  t.is(answer?.status, 200, 'none of the first is a parameter of the route');
});

test('a body of 32 levels passes to the next check', async (t) => {
  const { answer } = await post(DATACARD, { 'Content-Type': JSON_TYPE }, nested(32));
  t.is(JSON.parse(answer?.body ?? '').svcapi.parameter, 'production_entity_uid');
});

test('Expect: 100-continue is answered when the header fields are acceptable', async (t) => {
  const client = await RawClient.connect(server.url);
  const headers = { 'Content-Type': JSON_TYPE, 'Content-Length': '2', Expect: '100-continue' };
  client.send(request('POST /ws/v2.0/api/time', headers));
  t.is((await client.answer())?.status, 100);
  client.send('{}');
  t.is((await client.answer())?.status, 200);
  await client.close();
});

test('100 Continue is not sent to HTTP/1.0, which does not know it', async (t) => {
  const head = `Host: localhost\r\nContent-Type: ${JSON_TYPE}\r\nContent-Length: 2\r\nExpect: 100-continue`;
  const [answer, ...others] = await exchange(server.url, `POST /ws/v2.0/api/time HTTP/1.0\r\n${head}\r\n\r\n{}`);
  t.is(answer?.status, 200);
  t.deepEqual(others, []);
});

test('a multipart form is invited by 100 Continue', async (t) => {
  const headers = { 'Content-Type': 'multipart/form-data; boundary=x', Expect: '100-continue' };
  const sent = http.request(`${new URL(server.url).origin}/ws/oauth2/revoke`, { method: 'POST', headers });
  sent.flushHeaders();
  await inTime(once(sent, 'continue'), 'no 100 Continue');
  sent.end('--x\r\nContent-Disposition: form-data; name="token"\r\n\r\nnone\r\n--x--\r\n');
  const [answer] = (await inTime(once(sent, 'response'), 'no answer')) as [http.IncomingMessage];
  answer.resume();
  t.is(answer.statusCode, 400);
});

const EMPTY = Buffer.from('0\r\n\r\n');
const REVOCATION = 'DELETE /ws/v2.0/datacard/14:1?production_entity_uid=4:9';
const empty: [line: string, type: string | undefined, status: number][] = [
  [REVOCATION, undefined, 404],
  [REVOCATION, 'text/plain', 404],
  [REVOCATION, 'application/octet-stream', 404],
  [REVOCATION, JSON_TYPE, 404],
  [REVOCATION, FORM_TYPE, 404],
  ['POST /ws/v2.0/api/time', undefined, 200],
  ['POST /ws/v2.0/api/time', 'text/xml', 200],
  ['POST /ws/v2.0/api/time', JSON_TYPE, 200],
];

test('chunks without a byte are no body, whatever their type', async (t) => {
  for (const [line, type, status] of empty) {
    const headers = { ...auth, 'Transfer-Encoding': 'chunked', ...(type && { 'Content-Type': type }) };
    const client = await RawClient.connect(server.url);
    client.send(request(line, headers));
    // In a packet of its own, as gateways send it.
    await new Promise((resolve) => setImmediate(resolve));
    client.send(EMPTY);
    const answer = await client.answer();
    t.is(answer?.status, status, answer?.body);
    t.not(answer?.headers.connection, 'close');
    client.send(request('GET /ws/v2.0/api/time'));
    t.is((await client.answer())?.status, 200, 'the connection is good for another request');
    await client.close();
  }
  const headers = { ...auth, 'Transfer-Encoding': 'chunked' };
  const coded = request(REVOCATION, { ...headers, 'Content-Encoding': 'gzip' });
  t.deepEqual(statusesOf(await exchange(server.url, Buffer.concat([coded, EMPTY]))), [404]);
  const full = Buffer.concat([request(REVOCATION, headers), Buffer.from(chunk('x'))]);
  t.is((await exchange(server.url, full))[0]?.status, 415);
});

for (const type of [undefined, 'multipart/form-data; boundary=x']) {
  test(`POST /ws/oauth2/token: chunks without a byte of ${type ?? 'no type'} are no body`, async (t) => {
    const headers = { 'Transfer-Encoding': 'chunked', ...(type && { 'Content-Type': type }) };
    const sent = http.request(`${new URL(server.url).origin}/ws/oauth2/token`, { method: 'POST', headers }).end();
    const [answer] = (await inTime(once(sent, 'response'), 'no answer')) as [http.IncomingMessage];
    const { error, error_description } = (await json(answer)) as Record<string, string>;
    t.is(`${answer.statusCode} ${error}`, '400 invalid_request');
    t.notRegex(error_description ?? '', /malformed/);
  });
}

const uninvited: [title: string, line: string, headers: Record<string, string>, status: number][] = [
  ['that is too large', 'POST /ws/v2.0/api/time', { 'Content-Type': JSON_TYPE, 'Content-Length': '20000' }, 413],
  ['of another type', 'POST /ws/v2.0/api/time', { 'Content-Type': 'text/plain', 'Content-Length': '2' }, 415],
  ['without a token', DATACARD, { 'Content-Type': JSON_TYPE, 'Content-Length': '2' }, 401],
  ['for no route', 'POST /ws/v2.0/nothing', { 'Content-Type': JSON_TYPE, 'Content-Length': '2' }, 404],
];

test('Expect: 100-continue with a body that is refused gets no invitation', async (t) => {
  for (const [title, line, headers, status] of uninvited) {
    const client = await RawClient.connect(server.url);
    client.send(request(line, { ...headers, Expect: '100-continue' }));
    t.is((await client.answer())?.status, status, title);
    await client.close();
  }
});

test('an aborted upload leaves nothing behind', async (t) => {
  for (const type of [JSON_TYPE, FORM_TYPE]) {
    const client = await RawClient.connect(server.url);
    const id = `given-up-${type.length}`;
    client.send(
      request(DATACARD, { ...auth, 'Content-Type': type, 'Content-Length': '100', 'X-Request-Id': id }, 'uses=1'),
    );
    await client.close();
    const next = await server.call('/api/time');
    t.is(next.status, 200);
  }
});
