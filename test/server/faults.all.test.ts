import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { DatabaseSync } from '../../src/store/sqlite/driver.js';
import { type Child, startChild } from '../helpers/child.js';
import { NOW } from '../helpers/galaxy.js';
import { RawClient, request } from '../helpers/raw.js';
import { type Answer, call, form, startServer } from '../helpers/server.js';

/** A busy, full or failing database: the answer is 503, no lost change is acknowledged, and the service recovers. */

async function temporaryFolder(t: ExecutionContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'svcapi-faults-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function isUnavailable(t: ExecutionContext, answer: Answer): void {
  t.is(`${answer.status} ${answer.json?.svcapi.error}`, '503 unavailable', answer.text);
  t.is(answer.headers.get('retry-after'), '1');
  t.is(answer.json?.svcapi.retry_after, 1);
}

const assign = form({ production_entity_uid: '4:2', uses: 1 });

/** A server on a file, and another process's connection that holds the write lock until it lets go. */
async function startLocked(t: ExecutionContext, setup = {}) {
  const database = join(await temporaryFolder(t), 'galaxy.db');
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
  t.deepEqual(await server.store.datacards.changes('14:3'), []);
  t.is((await server.store.datacards.changes('14:1')).length, 1);
});

test('a change that got a 503 is made once when repeated with its key', async (t) => {
  const { server, letGo } = await startLocked(t);
  const init = { ...assign, headers: { 'Idempotency-Key': 'k1' } };
  isUnavailable(t, await server.call('/datacard/14:1', init));
  letGo();
  const [first, second] = [await server.call('/datacard/14:1', init), await server.call('/datacard/14:1', init)];
  t.deepEqual([first.status, second.status], [200, 200]);
  t.deepEqual(second.json.svcapi, first.json.svcapi);
  t.is((await server.store.datacards.changes('14:1')).length, 1);
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

/** Assigns one use after the other until one is not assigned; answers how many were, and what the last call got. */
async function assignUntilItFails({ url, token }: Child): Promise<{ assigned: number; last: Answer }> {
  for (let assigned = 0; assigned < 3000; assigned++) {
    const headers = { Authorization: `Bearer ${token}` };
    const last = await call(`${url}/datacard/14:2`, { ...assign, headers });
    if (last.status !== 200) return { assigned, last };
  }
  throw new Error('It never fails');
}

/** A server that cannot write, and then can again. */
async function withstands(t: ExecutionContext, child: Child, recover: () => Promise<void> | void): Promise<void> {
  const headers = { Authorization: `Bearer ${child.token}` };
  const usesOf = async () => {
    const { datacard } = (await call(`${child.url}/datacard/14:2`, { headers })).json.svcapi;
    return datacard.assignedlocations.assignedlocation[0]?.quantity ?? 0;
  };
  const { assigned, last } = await assignUntilItFails(child);
  isUnavailable(t, last);
  for (let again = 0; again < 3; again++) {
    isUnavailable(t, await call(`${child.url}/datacard/14:1`, { ...assign, headers }));
  }
  t.is(await usesOf(), assigned, 'reads are served, and show what was acknowledged');
  t.is((await call(`${child.url}/character`, { headers })).status, 200);

  await recover();
  t.is((await call(`${child.url}/datacard/14:2`, { ...assign, headers })).status, 200, 'it recovers by itself');
  t.is(await usesOf(), assigned + 1);
  await child.kill();
}

const canLimit = spawnSync('prlimit', ['--version']).status === 0;

(canLimit ? test : test.skip)('a disk that refuses to write (needs prlimit)', async (t) => {
  const database = join(await temporaryFolder(t), 'galaxy.db');
  const child = await startChild(database);
  const limit = (bytes: string) =>
    spawnSync('prlimit', ['--pid', String(child.process.pid), `--fsize=${bytes}:`]).status;
  t.is(limit('0'), 0);
  await withstands(t, child, () => {
    t.is(limit('unlimited'), 0);
  });
  const after = await startChild(database);
  const headers = { Authorization: `Bearer ${after.token}` };
  t.is(
    (await call(`${after.url}/datacard/14:2`, { headers })).json.svcapi.datacard.assignedlocations.attributes.count,
    1,
  );
  await after.kill();
});

const inNamespace = ['unshare', '--map-root-user', '--mount'];
const canMount = spawnSync('unshare', [...inNamespace.slice(1), 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

(canMount ? test : test.skip)('a full disk (needs a mount of its own)', async (t) => {
  const folder = await temporaryFolder(t);
  const script = 'mount -t tmpfs -o size=4m tmpfs "$0" && exec "$@"';
  const child = await startChild(join(folder, 'galaxy.db'), [...inNamespace, 'sh', '-c', script, folder]);
  // The mount is seen by the child alone, and ends with it.
  const filler = join('/proc', String(child.process.pid), 'root', folder, 'filler');
  spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=4k']);
  await withstands(t, child, () => unlink(filler));
});
