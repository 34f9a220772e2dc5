import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { DatabaseSync } from '../../src/store/sqlite/driver.js';
import { changesOf } from '../helpers/changes-of.js';
import { temporaryFolder } from '../helpers/folder.js';
import { NOW } from '../helpers/galaxy.js';
import { RawClient, request } from '../helpers/raw.js';
import { type Answer, call, form, startServer } from '../helpers/server.js';

/** A busy database: the answer is 503, and no lost change is acknowledged. The trial `faults` has a full and a failing one. */

function isUnavailable(t: ExecutionContext, answer: Answer): void {
  t.is(`${answer.status} ${answer.json?.svcapi.error}`, '503 unavailable', answer.text);
  t.is(answer.headers.get('retry-after'), '1');
  t.is(answer.json?.svcapi.retry_after, 1);
}

const assign = form({ production_entity_uid: '4:2', uses: 1 });

/** A server on a file, and another process's connection that holds the write lock until it lets go. */
async function startLocked(t: ExecutionContext, setup = {}) {
  const database = join(temporaryFolder(), 'galaxy.db');
  const server = await startServer({ database, ...setup });
  const other = new DatabaseSync(database);
  other.exec('begin immediate');
  t.teardown(async () => {
    other.close();
    await server.close();
  });
  return { server, letGo: () => other.exec('rollback') };
}

test('while another process writes, changes get a 503 and everything else is served', async (t) => {
  const { server, letGo } = await startLocked(t);
  isUnavailable(t, await server.call('/datacard/14:1', assign));
  isUnavailable(t, await server.call('/datacard/14:3?production_entity_uid=4:1', { method: 'DELETE' }));
  for (const path of ['/character', '/character/1:1/creditlog', '/datacards/20:1', '/event/39:1', '/api/time']) {
    t.is((await server.call(path)).status, 200, path);
  }
  t.is((await call(new URL('/readyz', server.url).href)).status, 200);

  letGo();
  const { datacard } = (await server.call('/datacard/14:1')).json.svcapi;
  t.is(datacard.uses, 100, 'nothing was changed');
  t.is((await server.call('/datacard/14:1', assign)).status, 200);
  t.deepEqual(await changesOf(server.store, '14:3'), []);
  t.is((await changesOf(server.store, '14:1')).length, 1);
});

test('an address blacklisted while another process writes is refused for a second, and its calls over the limit still', async (t) => {
  const { server, letGo } = await startLocked(t, { rateLimit: 1, blacklistAfter: 1 });
  t.is((await server.call('/event/39:1')).status, 200);
  t.is((await server.call('/event/39:1')).status, 400, 'the refusal is not a failure');
  const isClosed = async () => {
    const client = await RawClient.connect(server.url);
    client.send(request('GET /healthz'));
    await client.closed;
    return client.received.length === 0;
  };
  t.true(await isClosed());
  server.time.now += 1000;
  t.is((await server.call('/event/39:1')).status, 400, 'the list was read again');
  letGo();
  t.is((await server.call('/event/39:1')).status, 400);
  t.deepEqual(await server.store.blacklist.list(NOW), []);
});
