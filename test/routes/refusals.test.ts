import test from 'ava';
import type { Permission } from '../../src/domain/permission.js';
import { ask, type Case, expectAnswers } from '../helpers/ask.js';
import { changesOf } from '../helpers/changes-of.js';
import { tokenFor } from '../helpers/galaxy.js';
import { sharedServer } from '../helpers/shared-server.js';

const server = sharedServer({ rateLimit: 10_000 });

const ENTITY = 'production_entity_uid';
const LONG = '1'.padStart(65, '0');
const HUGE = '12345678901234567890123';
/** Texts that are no whole number; the first is empty. */
const NO_NUMBER = ` -1 one 1.5 1e2 0x10 NaN 9007199254740992 %20 1,2 ${LONG}`;
const LOG = 'GET /character/1:1/creditlog?';
const ASSIGN = `POST /datacard/14:2 ${ENTITY}`;
const IN_JSON = `POST /datacard/14:2 {"${ENTITY}":`;

/** Requests that are wrong in one thing: their beginning, and the ends that it can have. */
const refused: [status: number, error: string, start: string, ends: string][] = [
  [404, 'not_found', 'GET /character/', '1:999 Nobody Hana The%20Lantern%20Guild 1:01'],
  [400, 'invalid_parameter', 'GET /character/', '20:1 %20 %07 %00 a%EF%BF%BF %ff %zz'],
  [404, 'not_found', 'GET /character/handlecheck/', 'Hana nobody The%20Lantern%20Guild 1:1 1%3A1 20:1'],
  [400, 'invalid_parameter handle', 'GET /character/handlecheck/', '%20'],
  [404, 'not_found', 'GET /character/', '1:2/credits 1:99/credits 1:999/permissions Nobody/permissions'],
  [400, 'invalid_parameter', 'GET /character/', '4:1/permissions %20/permissions'],
  [404, 'not_found', 'GET /character/', '1:999/creditlog nobody/creditlog'],
  [400, 'invalid_parameter start_id', `${LOG}start_id=`, `${NO_NUMBER} 1&start_id=1`],
  [400, 'invalid_parameter start_index', `${LOG}start_index=`, `${NO_NUMBER} 1&start_index=x`],
  [400, 'invalid_parameter item_count', `${LOG}item_count=`, `${NO_NUMBER} 0 1001 1&item_count=2`],
  // These have the form of a uid: they are no mistake, but nothing is there.
  [404, 'not_found', 'GET /event/', `39:2 39:999 39:0 39:01 39:${HUGE}`],
  [400, 'invalid_parameter uid', 'GET /event/', '39 39: 39:x 39:-1 39:1.0 14:1 x 39:1%20 39:1:1'],
  [400, 'invalid_parameter mode', 'GET /events/', 'faction 1:1'],
  [400, 'invalid_parameter type', 'GET /events/personal/', '%20'],
  [400, 'invalid_parameter start_index', 'GET /events/personal?start_index=', '-1'],
  [400, 'invalid_parameter item_count', 'GET /events/personal?item_count=', '0 1001'],
  [400, 'invalid_parameter start_time', 'GET /events/personal?start_time=', 'Y12D3 1718625600000'],
  [404, 'not_found', 'GET /datacard/', '14:4 14:999 14:0 14:01 14:99999999999999999999'],
  [400, 'invalid_parameter uid', 'GET /datacard/', '14 14: 14:x 14:-1 39:1 Heron%20freighter 14:1.5 14:1,14:2'],
  [404, 'not_found', 'GET /datacards/', '20:999 Nobody Dorn'],
  [400, 'invalid_parameter', 'GET /datacards/', '1:1 14:1 %20'],
  // An event has no name.
  [404, 'not_found', 'GET /entity/', `39:1 4:999 4:01 99:1 6:1 14:999 4:${HUGE}`],
  [400, 'invalid_parameter uid', 'GET /entity/', `4 4: x 4:x 4:-1 Ember%20Works 4:1:1 %204:1 4:${'1'.repeat(63)}`],
  [404, 'route_not_found', 'GET /', '/ api api/time/now api/time// api//time api/timex %61pi%2Ftime %2561pi/time'],
  [404, 'route_not_found', 'GET /', 'event event/ event/39:1/more datacard datacards/ faction/20:1 ratelimit'],
  [404, 'route_not_found', 'GET /', 'character//creditlog character/1:1/credit api/time%2Ejson'],
  [400, `invalid_parameter ${ENTITY}`, 'POST /datacard/14:2 ', ` uses=1 ${ENTITY}=4:1&${ENTITY}=4:2&uses=1`],
  [400, `invalid_parameter ${ENTITY}`, `${ASSIGN}=`, '&uses=1 4&uses=1 Ember+Works&uses=1 1:1&uses=1 20:1&uses=1'],
  [400, `invalid_parameter ${ENTITY}`, `${ASSIGN}=`, '14:1&uses=1 8:1&uses=1 9:1&uses=1 22:1&uses=1 25:1&uses=1'],
  [400, `invalid_parameter ${ENTITY}`, `${ASSIGN}=`, `39:1&uses=1 4:${'1'.repeat(63)}&uses=1`],
  [400, `invalid_parameter ${ENTITY}`, IN_JSON, '4,"uses":1} ["4:1"],"uses":1} null,"uses":1}'],
  [400, 'invalid_parameter uses', `${ASSIGN}=4:1`, ` &uses= &uses=1&uses=2`],
  [400, 'invalid_parameter uses', `${ASSIGN}=4:1&uses=`, `0 -1 1.5 1e2 0x10 many 9007199254740992 %07 ${LONG}`],
  [400, 'invalid_parameter uses', `${IN_JSON}"4:1","uses":`, '1.5} 1e400} null} [1]} true}'],
  [400, 'invalid_parameter unlimited', `${ASSIGN}=4:1&unlimited=`, '0 2 -1 true 1&uses=1 0&uses=1'],
  [400, 'invalid_parameter unlimited', IN_JSON, '"4:1","unlimited":true}'],
  [400, 'invalid_parameter body', 'POST /datacard/14:2 ', `{"${ENTITY}":"4:1","uses":1 ["4:1",1]`],
  [400, `invalid_parameter ${ENTITY}`, 'DELETE /datacard/14:3', ` ?${ENTITY}=4:1&${ENTITY}=4:1`],
  [400, `invalid_parameter ${ENTITY}`, `DELETE /datacard/14:3?${ENTITY}=`, ' 1:1 22:1 25:1 Ember%20Works'],
];

test('a wrong path, query or body is refused, by the parameter that is at fault, and changes nothing', async (t) => {
  const cases = refused.flatMap(([status, error, start, ends]) => {
    const [code, parameter] = error.split(' ');
    const expected = { error: code, ...(parameter && { parameter }) };
    return ends.split(' ').map((end): Case => [start + end, status, expected]);
  });
  await expectAnswers(t, server, cases);
  for (const uid of ['14:2', '14:3']) t.deepEqual(await changesOf(server.store, uid), []);
});

const LONG_KEY = { 'Idempotency-Key': 'x'.repeat(256) };
const noState = 'production_entity_uid=4:1&uses=1000';
const noEntity = 'production_entity_uid=4:999&uses=1000';
const noParameter = 'production_entity_uid=x&uses=0';
const read = 'faction_datacards_read';
const write = 'faction_datacards_write';
const unknown = `svcapi_${'A'.repeat(43)}`;

/**
 * wire.md: token, permission, parameters, existence and visibility, state. Each row is wrong in one step and in all that come
 * after it, so the answer tells which is looked at first.
 */
const orders: [error: string, token: string, line: string, headers?: Record<string, string>][] = [
  ['token_missing', '', `POST /datacard/x ${noParameter}`],
  ['token_invalid', unknown, `POST /datacard/x ${noParameter}`],
  ['token_missing', '', 'GET /datacard/14:1?format=x'],
  ['token_missing', '', `POST /datacard/14:1 x`, { 'Content-Type': 'text/plain' }],
  ['permission_missing', read, `POST /datacard/x ${noParameter}`],
  ['permission_missing', write, 'GET /datacard/14:1?format=x'],
  ['permission_missing', read, `POST /datacard/14:1 ${noState}`, LONG_KEY],
  ['invalid_parameter', write, `POST /datacard/x ${noEntity}`],
  ['invalid_parameter', write, `POST /datacard/14:999 ${noParameter}`],
  ['invalid_parameter', write, `POST /datacard/14:999 ${noEntity}&unlimited=1`],
  ['invalid_parameter', write, 'DELETE /datacard/14:999'],
  ['invalid_parameter', write, `POST /datacard/14:999 ${noState}`, LONG_KEY],
  ['invalid_parameter', 'character_credits', 'GET /character/nobody/creditlog?item_count=0'],
  ['not_found', write, `POST /datacard/14:999 ${noState}`],
  ['not_found', write, `POST /datacard/14:4 ${noState}`],
  ['not_found', write, `POST /datacard/14:1 ${noEntity}`],
  ['not_enough_uses', write, `POST /datacard/14:1 ${noState}`],
];

test('a request that is wrong in several things is refused for the first in the order of the contract', async (t) => {
  for (const [error, token, line, headers] of orders) {
    const as = token === '' || token === unknown ? token : await tokenFor(server.store, '1:1', [token as Permission]);
    t.is((await ask(server, line, as, headers)).json.svcapi.error, error, line);
  }
});

/** What somebody may not see, and what does not exist. */
const hidden: [path: string, missing: string, as: string][] = [
  ['/event/39:2', '/event/39:3', '1:1'],
  ['/character/1:2/credits', '/character/1:99/credits', '1:1'],
  ['/character/1:1/creditlog', '/character/1:99/creditlog', '1:4'],
  ['/datacard/14:1', '/datacard/14:999', '1:4'],
  ['/entity/39:1', '/entity/39:999', '1:1'],
];

test('what somebody may not see is answered like what does not exist', async (t) => {
  for (const [path, missing, as] of hidden) {
    const [one, other] = [await ask(server, `GET ${path}`, [as]), await ask(server, `GET ${missing}`, [as])];
    t.is(one.status, 404, path);
    t.deepEqual({ ...one.json, request: '' }, { ...other.json, request: '' });
  }
});
