import test from 'ava';
import { changesOf } from '../../helpers/changes-of.js';
import { exchange, outcomeOf, RawClient, request } from '../../helpers/raw.js';
import { sharedServer } from '../../helpers/shared-server.js';

/** Bodies that are too large, of another type, or malformed. The route that changes something must change nothing. */

const DATACARD = 'POST /ws/v2.0/datacard/14:1';
const TIME = 'POST /ws/v2.0/api/time';
const REVOCATION = 'DELETE /ws/v2.0/datacard/14:1?production_entity_uid=4:9';
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const CHUNKED = { 'Transfer-Encoding': 'chunked' };

let auth: Record<string, string>;

const server = sharedServer({ rateLimit: 1e9 }, ({ token }) => {
  auth = { Authorization: `Bearer ${token}` };
});

test.after.always('no refused body changed anything or was a fault of the service', async (t) => {
  t.deepEqual(await changesOf(server.store, '14:1'), []);
  t.notRegex(server.log.join(''), /internal_error|fault outside/);
});

async function post(line: string, headers: Record<string, string>, body: string | Buffer = '') {
  const answers = await exchange(server.url, request(line, { ...auth, ...headers }, body));
  if (answers.length > 1) throw new Error(`${answers.length} answers to one request`);
  return answers[0];
}

/** Sends a head, and then the body, without saying that this was all. */
async function converse(line: string, headers: Record<string, string>, body: string) {
  const client = await RawClient.connect(server.url);
  client.send(request(line, { ...auth, ...headers }));
  // In a packet of its own, as gateways send it.
  await new Promise((resolve) => setImmediate(resolve));
  client.send(body);
  return { client, answer: await client.answer() };
}

const chunk = (body: string) => `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`;
const padded = (length: number) => 'uses=1&production_entity_uid=4:1&unlimited=1&pad='.padEnd(length, 'x');

test('16 KiB of a body are read, and no more is waited for', async (t) => {
  // They pass to the next check, which finds that `uses` and `unlimited` exclude each other.
  for (const [length, expected] of [
    [16_384, '400 invalid_parameter'],
    [16_385, '413 payload_too_large'],
    [1e6, '413 payload_too_large'],
  ] as const) {
    for (const [framing, body] of [
      [{ 'Content-Length': String(length) }, padded(length)],
      [CHUNKED, chunk(padded(length))],
    ] as [Record<string, string>, string][]) {
      const { client, answer } = await converse(DATACARD, { 'Content-Type': FORM_TYPE, ...framing }, body);
      t.is(outcomeOf(answer), expected, `${length} ${Object.keys(framing)}`);
      await client.close();
    }
  }
  const client = await RawClient.connect(server.url);
  client.send(request(DATACARD, { ...auth, 'Content-Type': FORM_TYPE, 'Content-Length': '1000000' }));
  t.is(outcomeOf((await client.answers())[0]), '413 payload_too_large');
});

const refusedTypes = `text/plain | application/xml | multipart/form-data; boundary=x | application/json5
  | application/vnd.api+json | application/json; charset=utf-16 | application/json; charset=iso-8859-1
  | application/x-www-form-urlencoded; charset=shift_jis | application/json, text/plain | application/ | */* | ;`;

test('a body of another type or coding, or of none, is a 415', async (t) => {
  const types = refusedTypes.split('|').map((type) => ({ 'Content-Type': type.trim() }));
  const codings = ['gzip', 'identity', 'gzip, gzip'].map((coding) => ({
    ...{ 'Content-Type': JSON_TYPE, 'Content-Encoding': coding },
  }));
  for (const headers of [{}, ...types, ...codings]) {
    const answer = await post(DATACARD, headers, '{"uses":1,"production_entity_uid":"4:1"}');
    t.is(outcomeOf(answer), '415 unsupported_media_type', JSON.stringify(headers));
  }
});

const nested = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;
const inJson = (...values: number[]) => Buffer.concat([Buffer.from('{"x":"'), Buffer.from(values), Buffer.from('"}')]);
const inForm = (...values: number[]) => Buffer.concat([Buffer.from(`${assignForm}&x=`), Buffer.from(values)]);
const assign = '"uses":1,"production_entity_uid":"4:1"';
const assignForm = 'uses=1&production_entity_uid=4:1';
const ENTITY = 'production_entity_uid';

/** Each is a 400 of `body`, or of the parameter that is named. */
const malformed: Record<string, [body: string | Buffer, parameter?: string][]> = {
  [JSON_TYPE]: [
    ...['{', '{}{}', '{} // x', '"text"', 'null', `[{${assign}}]`, assignForm].map((body): [string] => [body]),
    // A key that occurs twice in one object.
    ...['"uses":1', '"uses"\t\r\n :1', '"\\u0075ses":1', '"x":[{"b":1},{"a":1,"a":2}]', '"x":{"uses":1},"uses":1'].map(
      (more): [string] => [`{${assign},${more}}`],
    ),
    ...['"":1,"":2', '"a\\"":1,"a\\"":2', '"a\\\\":1,"a\\\\":2', '"b":"}","a":1,"a":2'].map((keys): [string] => [
      `{${keys}}`,
    ]),
    // No UTF-8: a byte, an overlong NUL, half a character, a surrogate.
    ...[[0xff], [0xc0, 0x80], [0xe2, 0x82], [0xed, 0xa0, 0x80]].map((bytes): [Buffer] => [inJson(...bytes)]),
    [nested(33)],
    [`{"a":${'['.repeat(2500)}${']'.repeat(2500)}}`],
    [`{${assign},"x":"\\u0000"}`, 'x'],
    [`{${assign},"x":["\\ud800"]}`, '0'],
    [`{${assign},"\\u0000":"\\u0000"}`],
    [`{${assign},"x":{"\\udc00":1}}`, 'x'],
    [`{${assign},"__proto__":{"uses":1}}`],
    ['{"uses":1,"production_entity_uid":{"$ne":1}}', ENTITY],
    ['{"uses":[1],"production_entity_uid":"4:1"}', 'uses'],
    // 32 levels pass to the next check.
    [nested(32), ENTITY],
  ],
  [FORM_TYPE]: [
    [inForm(0xe2)],
    [inForm(0x80)],
    [`${assignForm}&x=%00`, 'x'],
    [`${assignForm}&%00=x`],
    [`${assignForm}${Array.from({ length: 99 }, (_, at) => `&k${at}=1`).join('')}`],
    ['uses=1&production_entity_uid[]=4:1', ENTITY],
    ['uses[x]=1&production_entity_uid=4:1', 'uses'],
    [`${assignForm}&uses=1`, 'uses'],
  ],
};

test('a malformed body is a 400, and changes nothing', async (t) => {
  for (const [type, rows] of Object.entries(malformed)) {
    for (const [body, parameter = 'body'] of rows) {
      const answer = await post(DATACARD, { 'Content-Type': type }, body);
      const title = String(body).slice(0, 80);
      t.is(outcomeOf(answer), '400 invalid_parameter', title);
      t.is(JSON.parse(answer?.body ?? '').svcapi.parameter, parameter, title);
      t.is(answer?.headers.connection === 'close', /The body is malformed/.test(answer?.body ?? ''), title);
    }
  }
  t.false(Object.hasOwn(Object.prototype, 'uses'));
});

test('what is no fault: a type in any case, brackets and dots in a name, and the keys of one object in another', async (t) => {
  for (const type of ['APPLICATION/JSON', `${JSON_TYPE}; charset=utf-8`, `${JSON_TYPE};charset="UTF-8"; x=y`]) {
    const answer = await post(TIME, { 'Content-Type': type }, '{"time":1718625600}');
    t.is(JSON.parse(answer?.body ?? '').svcapi.years, 25, type);
  }
  t.is((await post(TIME, { 'Content-Type': FORM_TYPE }, 'a[]=x&a[a]=x&a.a=x&cgt=Y12D3'))?.status, 200);
  for (const body of ['"a":{"b":1},"b":[{"b":1},{"b":2}]', '"a":"\\":","b":": : \\":","c":["x:","\\\\"],"d":"a"'])
    t.is((await post(TIME, { 'Content-Type': JSON_TYPE }, `{"cgt":"Y12D3",${body}}`))?.status, 200, body);
});

const INVITED = { 'Content-Type': JSON_TYPE, 'Content-Length': '2', Expect: '100-continue' };

test('a body is invited by 100 Continue if the header fields are acceptable, and the client knows it', async (t) => {
  const client = await RawClient.connect(server.url);
  client.send(request(TIME, INVITED));
  t.is((await client.answer())?.status, 100);
  client.send('{}');
  t.is((await client.answer())?.status, 200);
  await client.close();

  const head = `Host: localhost\r\nContent-Type: ${JSON_TYPE}\r\nContent-Length: 2\r\nExpect: 100-continue`;
  const old = await exchange(server.url, `${TIME} HTTP/1.0\r\n${head}\r\n\r\n{}`);
  t.deepEqual(old.map(outcomeOf), ['200']);

  for (const [line, headers, status] of [
    [TIME, { 'Content-Length': '20000' }, 413],
    [TIME, { 'Content-Type': 'text/plain' }, 415],
    [DATACARD, {}, 401],
    ['POST /ws/v2.0/nothing', {}, 404],
  ] as const) {
    const refused = await RawClient.connect(server.url);
    refused.send(request(line, { ...INVITED, ...headers }));
    t.is((await refused.answer())?.status, status, line);
    await refused.close();
  }
});

test('chunks without a byte are no body, whatever their type', async (t) => {
  for (const [line, status] of [
    [REVOCATION, 404],
    [TIME, 200],
  ] as const) {
    for (const type of [undefined, 'text/plain', JSON_TYPE, FORM_TYPE]) {
      const headers = { ...CHUNKED, ...(type && { 'Content-Type': type }) };
      const { client, answer } = await converse(line, headers, '0\r\n\r\n');
      t.is(answer?.status, status, answer?.body);
      client.send(request('GET /ws/v2.0/api/time'));
      t.is((await client.answer())?.status, 200, 'the connection is good for another request');
      await client.close();
    }
  }
  const { client, answer } = await converse(REVOCATION, CHUNKED, chunk('x'));
  t.is(answer?.status, 415);
  await client.close();
});

test('a form of OAuth 2 can be multipart: invited, or chunks without a byte', async (t) => {
  const type = { 'Content-Type': 'multipart/form-data; boundary=x' };
  const form = '--x\r\nContent-Disposition: form-data; name="token"\r\n\r\nnone\r\n--x--\r\n';
  const invited = await RawClient.connect(server.url);
  invited.send(request('POST /ws/oauth2/revoke', { ...type, ...CHUNKED, Expect: '100-continue' }));
  t.is((await invited.answer())?.status, 100);
  invited.send(chunk(form));
  t.is((await invited.answer())?.status, 400);
  await invited.close();
  const { client, answer } = await converse('POST /ws/oauth2/token', { ...type, ...CHUNKED }, '0\r\n\r\n');
  t.is(answer?.status, 400);
  t.regex(answer?.body ?? '', /"invalid_request"/);
  t.notRegex(answer?.body ?? '', /malformed/);
  await client.close();
});
