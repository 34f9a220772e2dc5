import test from 'ava';
import type { Permission } from '../../src/domain/permission.js';
import { NOW, tokenFor } from '../helpers/galaxy.js';
import { type Server, withServer } from '../helpers/server.js';

/**
 * wire.md: rate limit, token, permission, parameters, existence and visibility, state. Each row is wrong in one step
 * and in all that come after it, so the answer tells which is looked at first.
 */
interface Case {
  step: string;
  error: string;
  method?: string;
  path: string;
  body?: string;
  token?: 'none' | 'unknown' | Permission[];
  /** The window is used up. */
  limited?: boolean;
  headers?: Record<string, string>;
}

const noState = 'production_entity_uid=4:1&uses=1000';
const noEntity = 'production_entity_uid=4:999&uses=1000';
const noParameter = 'production_entity_uid=x&uses=0';
const read: Permission[] = ['faction_datacards_read'];
const write: Permission[] = ['faction_datacards_write'];

const cases: Case[] = [
  {
    step: 'rate limit, with no token',
    error: 'rate_limit_exceeded',
    path: '/datacard/x',
    token: 'none',
    limited: true,
  },
  {
    step: 'rate limit, with an unknown token',
    error: 'rate_limit_exceeded',
    path: '/datacard/14:1',
    token: 'unknown',
    limited: true,
  },
  {
    step: 'rate limit, with a method that is unknown',
    error: 'rate_limit_exceeded',
    method: 'PUT',
    path: '/datacard/14:1',
    limited: true,
  },
  {
    step: 'token missing',
    error: 'token_missing',
    method: 'POST',
    path: '/datacard/x',
    body: noParameter,
    token: 'none',
  },
  {
    step: 'token unknown',
    error: 'token_invalid',
    method: 'POST',
    path: '/datacard/x',
    body: noParameter,
    token: 'unknown',
  },
  { step: 'token missing, with no format', error: 'token_missing', path: '/datacard/14:1?format=x', token: 'none' },
  {
    step: 'token missing, with a body of no type',
    error: 'token_missing',
    method: 'POST',
    path: '/datacard/14:1',
    body: 'x',
    token: 'none',
    headers: { 'content-type': 'text/plain' },
  },
  {
    step: 'permission',
    error: 'permission_missing',
    method: 'POST',
    path: '/datacard/x',
    body: noParameter,
    token: read,
  },
  { step: 'permission, with no format', error: 'permission_missing', path: '/datacard/14:1?format=x', token: write },
  {
    step: 'permission, with a key that is too long',
    error: 'permission_missing',
    method: 'POST',
    path: '/datacard/14:1',
    body: noState,
    token: read,
    headers: { 'idempotency-key': 'x'.repeat(256) },
  },
  {
    step: 'parameters of the path',
    error: 'invalid_parameter',
    method: 'POST',
    path: '/datacard/x',
    body: noEntity,
    token: write,
  },
  {
    step: 'parameters of the body',
    error: 'invalid_parameter',
    method: 'POST',
    path: '/datacard/14:999',
    body: noParameter,
    token: write,
  },
  {
    step: 'parameters that exclude each other',
    error: 'invalid_parameter',
    method: 'POST',
    path: '/datacard/14:999',
    body: `${noEntity}&unlimited=1`,
    token: write,
  },
  {
    step: 'parameters that are missing',
    error: 'invalid_parameter',
    method: 'DELETE',
    path: '/datacard/14:999',
    token: write,
  },
  {
    step: 'the key',
    error: 'invalid_parameter',
    method: 'POST',
    path: '/datacard/14:999',
    body: noState,
    token: write,
    headers: { 'idempotency-key': 'x'.repeat(256) },
  },
  {
    step: 'parameters of the query',
    error: 'invalid_parameter',
    path: '/character/nobody/creditlog?item_count=0',
    token: ['character_credits'],
  },
  {
    step: 'existence of the datacard',
    error: 'not_found',
    method: 'POST',
    path: '/datacard/14:999',
    body: noState,
    token: write,
  },
  {
    step: 'visibility of the datacard',
    error: 'not_found',
    method: 'POST',
    path: '/datacard/14:4',
    body: noState,
    token: write,
  },
  {
    step: 'existence of the entity',
    error: 'not_found',
    method: 'POST',
    path: '/datacard/14:1',
    body: noEntity,
    token: write,
  },
  { step: 'state', error: 'not_enough_uses', method: 'POST', path: '/datacard/14:1', body: noState, token: write },
];

/** Returns the Authorization header of a case. */
async function present(server: Server, token: Case['token'] = write): Promise<string> {
  if (token === 'none') return '';
  if (token === 'unknown') return `Bearer svcapi_${'A'.repeat(43)}`;
  return `Bearer ${await tokenFor(server.store, '1:1', token)}`;
}

for (const { step, error, method = 'GET', path, body, token, limited = false, headers } of cases) {
  test(
    `${step}: ${error}`,
    withServer,
    async (t, server) => {
      if (limited) await server.call('/datacard/14:1');
      const type = body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
      const Authorization = await present(server, token);
      const init = { method, headers: { ...type, ...headers, Authorization }, ...(body && { body }) };
      t.is((await server.call(path, init)).json.svcapi.error, error);
    },
    { rateLimit: limited ? 1 : 600 },
  );
}

test('the blacklist comes before everything: not a byte is answered', withServer, async (t, { store, call }) => {
  await store.blacklist.add({ address: '127.0.0.1', created_at: NOW - 10, expires_at: NOW + 10, reason: 'test' });
  for (const path of ['/api/time', '/datacard/x', '/nowhere']) await t.throwsAsync(call(path));
});
