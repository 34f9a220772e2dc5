import { join } from 'node:path';
import test from 'ava';
import type { Permission } from '../../src/domain/permission.js';
import { DatabaseSync } from '../../src/store/sqlite/driver.js';
import { expectedAccess, expectedChallenge, REVOKED_CLIENT, type TokenState, tokenStates } from './access-table.js';
import { temporaryFolder } from './folder.js';
import { NOW, tokenFor } from './galaxy.js';
import { initOf, permissions, type Row, rows } from './reference.js';
import { type Server, startServer } from './server.js';

/** Each permission alone, none of them, and all of them. */
export const sets: Permission[][] = [[], ...permissions.map((permission) => [permission]), permissions];

/**
 * Declares a test for each row of the reference and each state of a token.
 *
 * @param setsFor returns those of `sets` that the token of a test is tried with, one after the other
 */
export function testAccess(setsFor: (row: Row, state: TokenState) => Permission[][]): void {
  const states = tokenStates(NOW, 1);

  let server: Server;
  /** The Authorization header of each state and set of permissions. */
  const headers = new Map<TokenState, string[]>();

  test.before(async () => {
    const path = join(temporaryFolder(), 'access.sqlite');
    server = await startServer({ database: path, rateLimit: 1_000_000 });
    const { store } = server;
    await store.clients.create({ id: REVOKED_CLIENT, name: 'Revoked client' }, NOW - 1000);
    await store.clients.revoke(REVOKED_CLIENT, NOW - 1);
    const beside = new DatabaseSync(path);
    for (const state of states) {
      const made: string[] = [];
      for (const granted of sets) {
        const token = await tokenFor(store, '1:1', granted);
        made.push(state.header(token));
        const newest = 'select id from tokens order by rowid desc limit 1';
        const { id } = beside.prepare(newest).get() as { id: string };
        if (state.sql) beside.exec(state.sql(id));
      }
      headers.set(state, made);
    }
    beside.close();
  });
  test.after.always(() => server.close());

  for (const row of rows) {
    for (const state of states) {
      // Serial, since a revocation needs that something is assigned when it comes.
      test.serial(`${row.method} ${row.path} with ${state.name}`, async (t) => {
        for (const granted of setsFor(row, state)) {
          if (row.method === 'DELETE') await server.store.datacards.assign('14:3', '4:1', 4);
          const Authorization = headers.get(state)?.[sets.indexOf(granted)] ?? '';
          const answer = await server.call(row.sample, { ...initOf(row), headers: { Authorization } });
          const expected = expectedAccess(row, state, granted);
          const held = granted.join(', ') || 'no permission';
          if (expected === '200') {
            t.is(answer.status, 200, held);
            t.is(answer.json.resource, row.resource, held);
            t.is(answer.headers.get('www-authenticate'), null);
            continue;
          }
          const { error, error_code, required_permission, available_permissions } = answer.json.svcapi;
          t.deepEqual([answer.status, error_code, error], [401, 401, expected], held);
          t.is(answer.headers.get('www-authenticate'), expectedChallenge(row, expected), held);
          const told = expected === 'permission_missing';
          t.is(required_permission, told ? row.permission : undefined);
          t.deepEqual(available_permissions, told ? granted : undefined);
        }
      });
    }
  }
}
