import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { NOW } from '../helpers/galaxy.js';
import { envelope } from '../helpers/payload.js';
import { type Answer, form } from '../helpers/server.js';
import { sharedServer } from '../helpers/shared-server.js';

const server = sharedServer({ empty: true });

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

function post(body: string, type = FORM): Promise<Answer> {
  return server.call('/api/time', { method: 'POST', body, headers: { 'Content-Type': type } });
}

const epoch = { years: 0, days: 1, hours: 0, mins: 0, secs: 0 };
const last = { years: 285_616_385, days: 287, hours: 0, mins: 36, secs: 31, timestamp: Number.MAX_SAFE_INTEGER };
const year12 = { years: 12, days: 3, hours: 0, mins: 0, secs: 0, timestamp: 1_291_273_200 };
const year3141 = { years: 3142, days: 15, hours: 2, mins: 46, secs: 39 };
const present = { years: 25, days: 204, hours: 5, mins: 0, secs: 0, timestamp: NOW };

test('the current galactic time', async (t) => {
  const { status, json } = await server.call('/api/time');
  t.is(status, 200);
  t.deepEqual(json, envelope('time', '/ws/v2.0/api/time', { years: 25, days: 204, hours: 5, mins: 0, secs: 0 }));
});

const conversions: [string, string, string, object][] = [
  ['a form', FORM, 'cgt=Year+12+Day+3', year12],
  ['a form, percent-encoded', FORM, 'cgt=Year%2012%20Day%203%2C%2000%3A00', year12],
  ['the shorter grammar', FORM, 'cgt=y12d3', year12],
  ['JSON', JSON_TYPE, '{"cgt":"Year 12 Day 3"}', year12],
  ['JSON with a charset', 'application/json; charset=utf-8', '{"cgt":"Year 12 Day 3"}', year12],
  ['time in a form', FORM, 'time=1291273200', year12],
  ['a time of 64 characters', FORM, `time=${'1291273200'.padStart(64, '0')}`, year12],
  ['a cgt of 64 characters', FORM, `cgt=Y${'12D3'.padStart(63, '0')}`, year12],
  ['time with a fraction', FORM, 'time=1291273200.99999999999', year12],
  ['a number in JSON', JSON_TYPE, '{"time":1291273200}', year12],
  ['a string in JSON', JSON_TYPE, '{"time":"1291273200"}', year12],
  ['a fraction in JSON', JSON_TYPE, '{"time":1291273200.9}', year12],
  ['the epoch', JSON_TYPE, '{"time":912668400}', { ...epoch, timestamp: 912_668_400 }],
  ['the last number that is no milliseconds', FORM, 'time=99999999999', { ...year3141, timestamp: 99_999_999_999 }],
  ['cgt without a comma, as a client prints it', FORM, 'cgt=Y12D3+00:00', year12],
  ['cgt in lower case without a comma', FORM, 'cgt=y12d3+00:00:00', year12],
  ['the longer grammar without a comma', FORM, 'cgt=Year+12+Day+3+00:00:00', year12],
  ['the last exact second', FORM, 'cgt=Year+285616385+Day+287,+00:36:31', last],
  ['cgt before time', FORM, 'time=912668400&cgt=Y12D3', year12],
  ['cgt, however wrong time is', FORM, 'time=nonsense&cgt=Y12D3', year12],
  ['cgt, however wrong time is in JSON', JSON_TYPE, '{"time":[{}],"cgt":"Y12D3"}', year12],
  ['neither: an empty form', FORM, '', present],
  ['neither: an empty object', JSON_TYPE, '{}', present],
  ['neither: null for both', JSON_TYPE, '{"cgt":null,"time":null}', present],
  ['time beside cgt null', JSON_TYPE, '{"cgt":null,"time":1291273200}', year12],
  ['neither: an access_token', FORM, 'access_token=secret', present],
  ['beside a foreign parameter', FORM, 'cgt=Y12D3&language=en', year12],
];

test('converts a galactic time or Unix seconds, or the current time', async (t) => {
  for (const [what, type, body, svcapi] of conversions) {
    const { status, json } = await post(body, type);
    t.is(status, 200, what);
    t.deepEqual(json, envelope('time_result', '/ws/v2.0/api/time', svcapi), what);
  }
  for (const query of ['', '?language=en'])
    t.like(await server.call(`/api/time${query}`, { method: 'POST' }), { status: 200, json: { svcapi: present } });
});

/** Bodies, with a bar between them, by their type and the parameter that is at fault. */
const invalid: [type: string, parameter: string, bodies: string][] = [
  [
    FORM,
    'body',
    '{"cgt":"Year 12 Day 3"} | \n { "time": 1291273200 } | "Year 12 Day 3" | Year 12 Day 3 | year=12&day=3',
  ],
  [FORM, 'body', `${'a=1&'.repeat(100)}cgt=Y12D3`],
  [
    JSON_TYPE,
    'body',
    '{"year":12} | {"data":{"cgt":"Year 12 Day 3"}} | {"cgt": | "Y12D3" | ["Y12D3"] | null | cgt=Y12D3',
  ],
  [JSON_TYPE, 'body', `{"cgt":${'['.repeat(40)}${']'.repeat(40)}}`],
  [FORM, 'cgt', 'CGT=Year+12+Day+3 | ctg=Year+12+Day+3 | ctg=Y12D3&time=912668400 | cgt[]=Year+12+Day+3'],
  [FORM, 'cgt', 'cgt%5B0%5D=Year+12+Day+3 | cgt=yesterday | cgt= | cgt=&time=1291273200 | cgt=Y12D366'],
  // An hour that there is not, a year beyond exact seconds, a clock that is not set off, and 65 characters.
  [FORM, 'cgt', 'cgt=Y12D3,+24:00 | cgt=Y999999999D1 | cgt=Y12D3&cgt=Y12D3 | cgt=Y12D300:00 | cgt=Y12D3%07'],
  [FORM, 'cgt', `cgt=Y${'12D3'.padStart(64, '0')}`],
  [JSON_TYPE, 'cgt', '{"CGT":"Year 12 Day 3"} | {"cgt":12} | {"cgt":["Y12D3"]} | {"cgt":{"years":12}} | {"cgt":true}'],
  [FORM, 'time', 'timestamp=1291273200 | time=noon | time= | time=+ | time=NaN | time=Infinity | time=0x48c27395'],
  // Two, a second before the epoch, milliseconds, the first number that is in milliseconds, and 2^53.
  [FORM, 'time', 'time=1291273200&time=1291273200 | time=912668399 | time=1686347679374 | time=100000000000'],
  [FORM, 'time', `time=9007199254740992 | time=${'0'.repeat(16_000)}E | time=${'1291273200'.padStart(65, '0')}`],
  [JSON_TYPE, 'time', '{"time":912668399.5} | {"time":0} | {"time":-1291273200} | {"time":1686347679374}'],
  [
    JSON_TYPE,
    'time',
    '{"time":"1686347679374"} | {"time":1e400} | {"time":[1291273200]} | {"time":{}} | {"time":true}',
  ],
];

test('invalid input is a 500 that lists the accepted formats', async (t) => {
  const cases = invalid.flatMap(([type, parameter, bodies]) =>
    bodies.split(' | ').map((body) => [type, parameter, body] as const),
  );
  t.is(cases.length, 57);
  for (const [type, parameter, body] of cases) {
    const { status, json } = await post(body, type);
    t.is(`${status} ${json.resource}`, '500 error', body);
    t.like(json.svcapi, { error_code: 500, error: 'invalid_time', parameter }, body);
    t.regex(json.svcapi.error_message, /\bcgt\b.*Year 12 Day 3.*\btime\b.*Unix seconds/);
  }
});

test('a time in milliseconds is asked about, and JSON as a form is told its type', async (t) => {
  const messageFor = async (body: string) => (await post(body)).json.svcapi.error_message;
  t.regex(await messageFor('time=1686347679374'), /^Is this in milliseconds\?/);
  t.regex(await messageFor('{"cgt":"Year 12 Day 3"}'), /looks like JSON: send it as application\/json/);
});

test('a parameter in the query of a POST is invalid input, and that of a GET is ignored', async (t) => {
  for (const query of ['cgt=Year+12+Day+3', 'time=1291273200', 'Cgt=Y12D3', 'timestamp=1291273200']) {
    const { status, json } = await server.call(`/api/time?${query}`, { method: 'POST' });
    t.is(`${status} ${json.svcapi.error}`, '500 invalid_time', query);
    t.like(await server.call(`/api/time?${query}`), { status: 200, json: { svcapi: { years: 25 } } }, query);
  }
});

test('a body that is not UTF-8 is invalid input', async (t) => {
  const body = new Uint8Array([...Buffer.from('{"cgt":"Y12D3'), 0xff, ...Buffer.from('"}')]);
  const { status, json } = await server.call('/api/time', {
    method: 'POST',
    body,
    headers: { 'Content-Type': JSON_TYPE },
  });
  t.is(status, 500);
  t.is(json.svcapi.error, 'invalid_time');
});

test('any two parameters lead to a conversion or to invalid_time', async (t) => {
  const body = fc.record({ cgt: fc.jsonValue(), time: fc.jsonValue() }, { requiredKeys: [] });
  const property = fc.asyncProperty(body, async (body) => {
    const { status, json } = await post(JSON.stringify(body), JSON_TYPE);
    if (status === 200) assert.equal(json.resource, 'time_result');
    else assert.deepEqual([status, json.svcapi.error], [500, 'invalid_time']);
  });
  await t.notThrowsAsync(fc.assert(property, { numRuns: 100 }));
});

test('conversions are inverse to each other', async (t) => {
  const convert = async (fields: Record<string, string | number>) =>
    (await server.call('/api/time', form(fields))).json.svcapi;
  const property = fc.asyncProperty(fc.integer({ min: 912_668_400, max: 99_999_999_999 }), async (time) => {
    const there = await convert({ time });
    assert.equal(there.timestamp, time);
    const { years, days, hours, mins, secs } = there;
    assert.deepEqual(await convert({ cgt: `Year ${years} Day ${days}, ${hours}:${mins}:${secs}` }), there);
  });
  await t.notThrowsAsync(fc.assert(property, { numRuns: 50, examples: [[99_999_999_999]] }));
});
