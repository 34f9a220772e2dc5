import test from 'ava';
import { ask } from '../helpers/ask.js';
import { NOW } from '../helpers/galaxy.js';
import { envelope } from '../helpers/payload.js';
import { sharedServer } from '../helpers/shared-server.js';

const server = sharedServer({ empty: true });

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

const post = (body: string | Uint8Array<ArrayBuffer>, type = FORM) =>
  server.call('/api/time', { method: 'POST', body, headers: { 'Content-Type': type } });

const epoch = { years: 0, days: 1, hours: 0, mins: 0, secs: 0, timestamp: 912_668_400 };
const last = { years: 285_616_385, days: 287, hours: 0, mins: 36, secs: 31, timestamp: Number.MAX_SAFE_INTEGER };
const year12 = { years: 12, days: 3, hours: 0, mins: 0, secs: 0, timestamp: 1_291_273_200 };
const year3142 = { years: 3142, days: 15, hours: 2, mins: 46, secs: 39, timestamp: 99_999_999_999 };
const present = { years: 25, days: 204, hours: 5, mins: 0, secs: 0 };

test('the current galactic time', async (t) => {
  t.deepEqual((await server.call('/api/time')).json, envelope('time', '/ws/v2.0/api/time', present));
});

const conversions: [result: object, type: string, bodies: string][] = [
  [year12, FORM, 'cgt=Year+12+Day+3 | cgt=Year%2012%20Day%203%2C%2000%3A00 | cgt=y12d3 | cgt=Y12D3&language=en'],
  // Without a comma, as a client prints it, and of 64 characters.
  [year12, FORM, 'cgt=Y12D3+00:00 | cgt=y12d3+00:00:00 | cgt=Year+12+Day+3+00:00:00'],
  [year12, FORM, `cgt=Y${'12D3'.padStart(63, '0')} | time=${'1291273200'.padStart(64, '0')}`],
  [year12, JSON_TYPE, '{"cgt":"Year 12 Day 3"} | {"cgt":null,"time":1291273200}'],
  [year12, 'application/json; charset=utf-8', '{"cgt":"Year 12 Day 3"}'],
  [
    year12,
    FORM,
    'time=1291273200 | time=1291273200.99999999999 | time=+1291273200+ | time=%2B1291273200 | time=1291273200.',
  ],
  [year12, FORM, 'time=1.2912732e9 | time=12912732005E-1'],
  [year12, JSON_TYPE, '{"time":1291273200} | {"time":"1291273200"} | {"time":1291273200.9}'],
  // Where there is a cgt, time is not looked at.
  [year12, FORM, 'time=912668400&cgt=Y12D3 | time=nonsense&cgt=Y12D3'],
  [year12, JSON_TYPE, '{"time":[{}],"cgt":"Y12D3"}'],
  // The epoch, the last number that is no milliseconds, and the last exact second.
  [epoch, JSON_TYPE, '{"time":912668400}'],
  [year3142, FORM, 'time=99999999999'],
  [last, FORM, 'cgt=Year+285616385+Day+287,+00:36:31'],
  [{ ...present, timestamp: NOW }, FORM, ' | access_token=secret'],
  [{ ...present, timestamp: NOW }, JSON_TYPE, '{} | {"cgt":null,"time":null}'],
];

test('converts a galactic time or Unix seconds, or the current time', async (t) => {
  for (const [svcapi, type, bodies] of conversions) {
    for (const body of bodies.split(' | ')) {
      const { status, json } = await post(body, type);
      t.is(status, 200, body);
      t.deepEqual(json, envelope('time_result', '/ws/v2.0/api/time', svcapi), body);
    }
  }
  for (const query of ['', '?language=en'])
    t.like(await ask(server, `POST /api/time${query}`), { status: 200, json: { svcapi: present } });
});

/** Bodies, with a bar between them, by their type and the parameter that is at fault. */
const invalid: [type: string, parameter: string, bodies: string][] = [
  [FORM, 'body', '{"cgt":"Year 12 Day 3"} | "Year 12 Day 3" | Year 12 Day 3 | year=12&day=3'],
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
  [
    FORM,
    'time',
    'timestamp=1291273200 | time=noon | time= | time=+ | time=. | time=NaN | time=12+91 | time=1,291,273,200 | time=1291273200n | time=Infinity | time=0x48c27395',
  ],
  // Two, a second before the epoch, milliseconds, the first number that is in milliseconds, and 2^53.
  [FORM, 'time', 'time=1291273200&time=1291273200 | time=912668399 | time=1686347679374 | time=100000000000'],
  [FORM, 'time', `time=9007199254740992 | time=${'0'.repeat(16_000)}E | time=${'1291273200'.padStart(65, '0')}`],
  [
    JSON_TYPE,
    'time',
    '{"time":912668399.5} | {"time":0} | {"time":-1291273200} | {"time":"1686347679374"} | {"time":1e300}',
  ],
  [JSON_TYPE, 'time', '{"time":1e400} | {"time":[1291273200]} | {"time":{}} | {"time":true}'],
];

test('invalid input is a 500 that lists the accepted formats', async (t) => {
  const cases = invalid.flatMap(([type, parameter, bodies]) =>
    bodies.split(' | ').map((body) => [parameter, body, type] as const),
  );
  const notUtf8 = new Uint8Array([...Buffer.from('{"cgt":"Y12D3'), 0xff, ...Buffer.from('"}')]);
  for (const [parameter, body, type] of [...cases, ['body', notUtf8, JSON_TYPE] as const]) {
    const { status, json } = await post(body, type);
    t.is(`${status} ${json.resource}`, '500 error', String(body));
    t.like(json.svcapi, { error_code: 500, error: 'invalid_time', parameter }, String(body));
    t.regex(json.svcapi.error_message, /\bcgt\b.*Year 12 Day 3.*\btime\b.*Unix seconds/);
  }
  const messageFor = async (body: string) => (await post(body)).json.svcapi.error_message;
  t.regex(await messageFor('time=1686347679374'), /^Is this in milliseconds\?/);
  t.regex(await messageFor('{"cgt":"Year 12 Day 3"}'), /looks like JSON: send it as application\/json/);
});

test('a parameter in the query of a POST is invalid input, and that of a GET is ignored', async (t) => {
  for (const query of ['cgt=Year+12+Day+3', 'time=1291273200', 'Cgt=Y12D3', 'timestamp=1291273200']) {
    const { status, json } = await ask(server, `POST /api/time?${query}`);
    t.is(`${status} ${json.svcapi.error}`, '500 invalid_time', query);
    t.like(await ask(server, `GET /api/time?${query}`), { status: 200, json: { svcapi: present } }, query);
  }
});
