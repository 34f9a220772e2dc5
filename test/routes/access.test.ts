import test from 'ava';
import type { Permission } from '../../src/domain/permission.js';
import { DatabaseSync } from '../../src/store/sqlite/driver.js';
import {
  expectedAccess,
  expectedChallenge,
  REVOKED_CLIENT,
  type TokenState,
  tokenStates,
} from '../helpers/access-table.js';
import { galaxyFile } from '../helpers/database.js';
import { NOW, tokenFor } from '../helpers/galaxy.js';
import { initOf, permissions, type Row, rows } from '../helpers/reference.js';
import { startServer } from '../helpers/server.js';

/** Each row of the reference with each state of a token; the trial `access` tries more of both. */

/** Each permission alone, none of them, and all of them. */
const SETS: Permission[][] = [[], ...permissions.map((permission) => [permission]), permissions];

/** Permissions decide only for a valid token where one is needed. */
function setsFor({ authentication }: Row, { name, expected }: TokenState): Permission[][] {
  if (!authentication || expected !== 'valid') return [permissions];
  return name === 'a valid token' ? SETS : [[], permissions];
}

test('the access of every row to every state of a token', async (t) => {
  const database = await galaxyFile();
  const server = await startServer({ database, rateLimit: 1e6 });
  t.teardown(() => server.close());
  const { store } = server;
  await store.clients.create({ id: REVOKED_CLIENT, name: 'Revoked client' }, NOW - 1000);
  await store.clients.revoke(REVOKED_CLIENT, NOW - 1);
  const beside = new DatabaseSync(database);
  t.teardown(() => beside.close());
  for (const state of tokenStates(NOW, 1)) {
    for (const granted of SETS) {
      const Authorization = state.header(await tokenFor(store, '1:1', granted));
      const { id } = beside.prepare('select id from tokens order by rowid desc limit 1').get() as { id: string };
      if (state.sql) beside.exec(state.sql(id));
      for (const row of rows.filter((each) => setsFor(each, state).includes(granted))) {
        // A revocation needs that something is assigned when it comes.
        if (row.method === 'DELETE') await store.datacards.assign('14:3', '4:1', 4);
        const { status, json, headers } = await server.call(row.sample, { ...initOf(row), headers: { Authorization } });
        const expected = expectedAccess(row, state, granted);
        const what = `${row.method} ${row.path} with ${state.name}, ${granted.join(', ') || 'no permission'}`;
        const { error, required_permission, available_permissions } = json.svcapi;
        const isMissing = expected === 'permission_missing';
        const challenge = expected === '200' ? null : expectedChallenge(row, expected);
        t.deepEqual(
          [status, error ?? json.resource, required_permission, available_permissions, headers.get('www-authenticate')],
          expected === '200'
            ? [200, row.resource, undefined, undefined, challenge]
            : [401, expected, isMissing ? row.permission : undefined, isMissing ? granted : undefined, challenge],
          what,
        );
      }
    }
  }
});
