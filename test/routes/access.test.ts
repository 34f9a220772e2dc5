import { join } from 'node:path';
import test from 'ava';
import type { Permission } from '../../src/domain/permission.js';
import { DatabaseSync } from '../../src/store/sqlite/engine.js';
import { temporaryFolder } from '../helpers/folder.js';
import { NOW, tokenFor } from '../helpers/galaxy.js';
import { initOf, permissions, type Row, rows } from '../helpers/reference.js';
import { type Server, startServer } from '../helpers/server.js';

/** Each permission alone, none of them, and all of them. */
const sets: Permission[][] = [[], ...permissions.map((permission) => [permission]), permissions];

/** An Authorization header, with the expected outcome. */
interface TokenState {
  name: string;
  header: (token: string) => string;
  expected: 'valid' | 'token_missing' | 'token_invalid';
  /** A change to the token, its grant or its client. */
  sql?: string;
}

const bearer = (token: string) => `Bearer ${token}`;
const dead = (name: string, sql: string): TokenState => ({ name, header: bearer, expected: 'token_invalid', sql });
const grantOf = '(select grant_id from tokens where id = :id)';

const states: TokenState[] = [
  { name: 'no header', header: () => '', expected: 'token_missing' },
  { name: 'a scheme without a token', header: () => 'Bearer', expected: 'token_missing' },
  { name: 'a token without a scheme', header: (token) => token, expected: 'token_missing' },
  { name: 'two tokens', header: (token) => `Bearer ${token} ${token}`, expected: 'token_missing' },
  { name: 'the scheme Basic', header: (token) => `Basic ${token}`, expected: 'token_missing' },
  { name: 'the scheme Token', header: (token) => `Token ${token}`, expected: 'token_missing' },
  { name: 'no token of this service', header: () => 'Bearer secret', expected: 'token_invalid' },
  { name: 'an unknown token', header: () => `Bearer svcapi_${'A'.repeat(43)}`, expected: 'token_invalid' },
  { name: 'a token cut short', header: (token) => `Bearer ${token.slice(0, -1)}`, expected: 'token_invalid' },
  { name: 'a token in lower case', header: (token) => bearer(token.toLowerCase()), expected: 'token_invalid' },
  dead('an expired token', `update tokens set expires_at = ${NOW} where id = :id`),
  dead('a revoked token', `update tokens set revoked_at = ${NOW - 1} where id = :id`),
  dead('a token of an expired grant', `update grants set expires_at = ${NOW} where id = ${grantOf}`),
  dead('a token of a revoked grant', `update grants set revoked_at = ${NOW - 1} where id = ${grantOf}`),
  dead('a token of a revoked client', `update grants set client_id = 'revoked' where id = ${grantOf}`),
  { name: 'a valid token', header: bearer, expected: 'valid' },
  {
    name: 'a valid token, about to expire',
    header: bearer,
    expected: 'valid',
    sql: `update tokens set expires_at = ${NOW + 1} where id = :id`,
  },
  { name: 'a valid token with the scheme OAuth', header: (token) => `OAuth ${token}`, expected: 'valid' },
  { name: 'a valid token with the scheme in another case', header: (token) => `bEARER  ${token} `, expected: 'valid' },
];

let server: Server;
/** The Authorization header of each state and set of permissions. */
const headers = new Map<TokenState, string[]>();

test.before(async () => {
  const path = join(temporaryFolder(), 'access.sqlite');
  server = await startServer({ database: path, rateLimit: 1_000_000 });
  const { store } = server;
  await store.clients.create({ id: 'revoked', name: 'Revoked client' }, NOW - 1000);
  await store.clients.revoke('revoked', NOW - 1);
  const beside = new DatabaseSync(path);
  for (const state of states) {
    const made: string[] = [];
    for (const granted of sets) {
      const token = await tokenFor(store, '1:1', granted);
      made.push(state.header(token));
      const newest = 'select id from tokens order by rowid desc limit 1';
      const { id } = beside.prepare(newest).get() as { id: string };
      if (state.sql) beside.prepare(state.sql).run({ id });
    }
    headers.set(state, made);
  }
  beside.close();
});
test.after.always(() => server.close());

/** The reference, sections 4 and 5.3: what is held when a permission is granted. */
function isAllowed(needed: Permission | null, granted: Permission[]): boolean {
  if (needed === null || granted.includes(needed)) return true;
  return needed === 'character_read' && granted.includes('character_stats');
}

/** Returns the expected outcome: 200, or the error code of the 401. */
function expectation(row: Row, state: TokenState, granted: Permission[]): string {
  if (!row.authentication) return '200';
  if (state.expected !== 'valid') return state.expected;
  return isAllowed(row.permission, granted) ? '200' : 'permission_missing';
}

const challenges: Record<string, string> = {
  token_missing: 'Bearer realm="svcapi"',
  token_invalid: 'Bearer realm="svcapi", error="invalid_token"',
};

for (const row of rows) {
  for (const state of states) {
    // Serial, since a revocation needs that something is assigned when it comes.
    test.serial(`${row.method} ${row.path} with ${state.name}`, async (t) => {
      for (const [index, granted] of sets.entries()) {
        if (row.method === 'DELETE') await server.store.datacards.assign('14:3', '4:1', 4);
        const Authorization = headers.get(state)?.[index] ?? '';
        const answer = await server.call(row.sample, { ...initOf(row), headers: { Authorization } });
        const expected = expectation(row, state, granted);
        const held = granted.join(', ') || 'no permission';
        if (expected === '200') {
          t.is(answer.status, 200, held);
          t.is(answer.json.resource, row.resource, held);
          t.is(answer.headers.get('www-authenticate'), null);
          continue;
        }
        const { error, error_code, required_permission, available_permissions } = answer.json.svcapi;
        t.deepEqual([answer.status, error_code, error], [401, 401, expected], held);
        const scope = `Bearer realm="svcapi", error="insufficient_scope", scope="${row.permission}"`;
        t.is(answer.headers.get('www-authenticate'), challenges[expected] ?? scope, held);
        const told = expected === 'permission_missing';
        t.is(required_permission, told ? row.permission : undefined);
        t.deepEqual(available_permissions, told ? granted : undefined);
      }
    });
  }
}

test('the matrix is complete', (t) => {
  t.is(rows.length, 19);
  t.is(sets.length, 9);
});
