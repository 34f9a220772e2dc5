import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { changesOf } from '../../../helpers/changes-of.js';
import { run, temporaryFolder } from '../../../helpers/cli/run.js';
import { postgresDatabase, postgresUrl } from '../../../helpers/database.js';
import { needs } from '../../../helpers/needs.js';
import { form, startServer } from '../../../helpers/server.js';

/** A service moves whole from one database into another, tokens included, by an export and an import. */

const withPostgres = needs('SVCAPI_TEST_POSTGRES_URL', postgresUrl !== undefined);

withPostgres('a service moves from SQLite to PostgreSQL and back, to the byte, and its token goes on', async (t) => {
  const folder = await temporaryFolder(t);
  const postgres = await postgresDatabase(t);
  const [first, last] = [join(folder, 'first.db'), join(folder, 'last.db')];

  const server = await startServer({ database: first });
  const { store, token } = server;
  const init = { ...form({ production_entity_uid: '4:2', uses: 3 }), headers: { 'Idempotency-Key': 'k' } };
  const answer = await server.call('/datacard/14:1', init);
  t.is((await server.call('/datacard/14:3?production_entity_uid=4:1', { method: 'DELETE' })).status, 200);
  await store.clients.create({ id: 'Äpfel', name: 'Umlaut' }, 1e9);
  await store.clients.create({ id: 'Zwetschgen', name: 'No umlaut' }, 1e9);
  await store.clients.revoke('other', 1.8e9);
  await store.blacklist.add({ address: '192.0.2.7', created_at: 1e9, expires_at: 2e9, reason: 'flood' });
  await store.metadata.set('demo', '{}');
  await server.close();

  const files: string[] = [];
  const moves = [first, postgres, last];
  for (const [index, database] of moves.entries()) {
    const env = { SVCAPI_DATABASE: database };
    const file = join(folder, `${index}.ndjson`);
    t.is((await run(['export', file], { env })).code, 0);
    t.is((await stat(file)).mode & 0o777, 0o600);
    files.push(await readFile(file, 'utf8'));
    const next = moves[index + 1];
    if (next === undefined) break;
    const imported = await run(['import', file], { env: { SVCAPI_DATABASE: next } });
    t.is(imported.code, 0, imported.stderr);
    const again = await run(['import', file], { env: { SVCAPI_DATABASE: next } });
    t.false(/\t[1-9]\d* written/.test(again.stdout), again.stdout);
  }
  t.is(files[1], files[0]);
  t.is(files[2], files[0]);
  t.false(files[0]?.includes(token));

  for (const database of [postgres, last]) {
    const moved = await startServer({ database });
    const headers = { Authorization: `Bearer ${token}` };
    t.is((await moved.call('/character', { headers })).status, 200, 'a token of the first works');
    const repeated = await moved.call('/datacard/14:1', { ...init, headers: { ...init.headers, ...headers } });
    t.deepEqual(repeated.json.svcapi.assignments.assignment[0].newquantity, 3);
    t.deepEqual(repeated.json.svcapi.assignments.attributes, answer.json.svcapi.assignments.attributes);
    t.is((await changesOf(moved.store, '14:1')).length, 1, 'what was done is not done again');
    const fresh = await moved.call('/datacard/14:1', form({ production_entity_uid: '4:1', uses: 1 }));
    t.is(fresh.status, 200, 'the audit trail counts on');
    await moved.close();
  }
});
