import test from 'ava';
import type { Permission } from '../../src/domain/permission.js';
import { tokenFor } from '../helpers/galaxy.js';
import { serverWith } from '../helpers/server.js';
import { sharedServer } from '../helpers/shared-server.js';

const server = sharedServer({ rateLimit: 10_000 });

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const LONG_KEY = { ...FORM, 'idempotency-key': 'x'.repeat(256) };
const noState = 'production_entity_uid=4:1&uses=1000';
const noEntity = 'production_entity_uid=4:999&uses=1000';
const noParameter = 'production_entity_uid=x&uses=0';
const read: Permission = 'faction_datacards_read';
const write: Permission = 'faction_datacards_write';
const CARD = 'POST /datacard';

/**
 * wire.md: token, permission, parameters, existence and visibility, state. Each row is wrong in one step and in all that come
 * after it, so the answer tells which is looked at first.
 */
const cases: [error: string, token: Permission | 'none' | 'unknown', line: string, body?: string, headers?: object][] =
  [
    ['token_missing', 'none', `${CARD}/x`, noParameter],
    ['token_invalid', 'unknown', `${CARD}/x`, noParameter],
    ['token_missing', 'none', 'GET /datacard/14:1?format=x'],
    ['token_missing', 'none', `${CARD}/14:1`, 'x', { 'content-type': 'text/plain' }],
    ['permission_missing', read, `${CARD}/x`, noParameter],
    ['permission_missing', write, 'GET /datacard/14:1?format=x'],
    ['permission_missing', read, `${CARD}/14:1`, noState, LONG_KEY],
    ['invalid_parameter', write, `${CARD}/x`, noEntity],
    ['invalid_parameter', write, `${CARD}/14:999`, noParameter],
    ['invalid_parameter', write, `${CARD}/14:999`, `${noEntity}&unlimited=1`],
    ['invalid_parameter', write, 'DELETE /datacard/14:999'],
    ['invalid_parameter', write, `${CARD}/14:999`, noState, LONG_KEY],
    ['invalid_parameter', 'character_credits', 'GET /character/nobody/creditlog?item_count=0'],
    ['not_found', write, `${CARD}/14:999`, noState],
    // It is there, and not visible.
    ['not_found', write, `${CARD}/14:4`, noState],
    ['not_found', write, `${CARD}/14:1`, noEntity],
    ['not_enough_uses', write, `${CARD}/14:1`, noState],
  ];

for (const [error, token, line, body, headers = FORM] of cases) {
  test(`${error} comes first for ${line} ${body ?? ''} with ${token}`, async (t) => {
    const known = token === 'none' || token === 'unknown' ? undefined : await tokenFor(server.store, '1:1', [token]);
    const Authorization = token === 'none' ? '' : `Bearer ${known ?? `svcapi_${'A'.repeat(43)}`}`;
    const [method = '', path = ''] = line.split(' ');
    const init = { method, headers: { ...headers, Authorization }, ...(body && { body }) };
    t.is((await server.call(path, init)).json.svcapi.error, error);
  });
}

const limited = serverWith({ rateLimit: 1 });

test('the rate limit comes before tokens, methods and parameters', limited, async (t, { call }) => {
  await call('/datacard/14:1');
  for (const [method, path, Authorization] of [
    ['GET', '/datacard/x', ''],
    ['GET', '/datacard/14:1', 'Bearer x'],
    ['PUT', '/datacard/14:1', ''],
  ] as const)
    t.is((await call(path, { method, headers: { Authorization } })).json.svcapi.error, 'rate_limit_exceeded');
});
