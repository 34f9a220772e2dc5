import test from 'ava';
import type { Permission } from '../../src/domain/permission.js';
import { ask } from '../helpers/ask.js';
import { serverWith } from '../helpers/server.js';
import { sharedServer } from '../helpers/shared-server.js';

const server = sharedServer({ rateLimit: 10_000 });

const LONG_KEY = { 'Idempotency-Key': 'x'.repeat(256) };
const noState = 'production_entity_uid=4:1&uses=1000';
const noEntity = 'production_entity_uid=4:999&uses=1000';
const noParameter = 'production_entity_uid=x&uses=0';
const read: Permission = 'faction_datacards_read';
const write: Permission = 'faction_datacards_write';
const unknown = `svcapi_${'A'.repeat(43)}`;
const CARD = 'POST /datacard';

/**
 * wire.md: token, permission, parameters, existence and visibility, state. Each row is wrong in one step and in all that come
 * after it, so the answer tells which is looked at first.
 */
const cases: [
  error: string,
  token: '' | typeof unknown | Permission,
  line: string,
  headers?: Record<string, string>,
][] = [
  ['token_missing', '', `${CARD}/x ${noParameter}`],
  ['token_invalid', unknown, `${CARD}/x ${noParameter}`],
  ['token_missing', '', 'GET /datacard/14:1?format=x'],
  ['token_missing', '', `${CARD}/14:1 x`, { 'Content-Type': 'text/plain' }],
  ['permission_missing', read, `${CARD}/x ${noParameter}`],
  ['permission_missing', write, 'GET /datacard/14:1?format=x'],
  ['permission_missing', read, `${CARD}/14:1 ${noState}`, LONG_KEY],
  ['invalid_parameter', write, `${CARD}/x ${noEntity}`],
  ['invalid_parameter', write, `${CARD}/14:999 ${noParameter}`],
  ['invalid_parameter', write, `${CARD}/14:999 ${noEntity}&unlimited=1`],
  ['invalid_parameter', write, 'DELETE /datacard/14:999'],
  ['invalid_parameter', write, `${CARD}/14:999 ${noState}`, LONG_KEY],
  ['invalid_parameter', 'character_credits', 'GET /character/nobody/creditlog?item_count=0'],
  ['not_found', write, `${CARD}/14:999 ${noState}`],
  ['not_found', write, `${CARD}/14:4 ${noState}`],
  ['not_found', write, `${CARD}/14:1 ${noEntity}`],
  ['not_enough_uses', write, `${CARD}/14:1 ${noState}`],
];

test('a request that is wrong in several things is refused for the first in the order of the contract', async (t) => {
  for (const [error, token, line, headers] of cases) {
    const as = token === '' || token === unknown ? token : (['1:1', token as Permission] as [string, Permission]);
    t.is((await ask(server, line, as, headers)).json.svcapi.error, error, line);
  }
});

const limited = serverWith({ rateLimit: 1 });

test('the rate limit comes before tokens, methods and parameters', limited, async (t, server) => {
  await ask(server, 'GET /datacard/14:1');
  for (const [line, token] of [
    ['GET /datacard/x', ''],
    ['GET /datacard/14:1', 'x'],
    ['PUT /datacard/14:1', ''],
  ] as const)
    t.is((await ask(server, line, token)).json.svcapi.error, 'rate_limit_exceeded', line);
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
