import test, { type ExecutionContext } from 'ava';
import { type Acknowledged, acknowledgedBy, DATACARDS, faultsOf, LOCATIONS } from '../helpers/audit.js';
import { changesOf } from '../helpers/changes-of.js';
import { openTestStore, postgresDatabase, postgresUrl } from '../helpers/database.js';
import { form, type Server, startServer } from '../helpers/server.js';

/** Three instances on one PostgreSQL database are one service. */

const withPostgres = postgresUrl === undefined ? test.skip : test;

/** Starts them on a database with a default isolation level that is not ours. */
async function startThree(t: ExecutionContext) {
  const { href, searchParams } = new URL(await postgresDatabase(t));
  const options = `${searchParams.get('options')} -c default_transaction_isolation=serializable`;
  const database = `${href.split('?')[0]}?options=${encodeURIComponent(options)}`;
  const setup = { database, redis: undefined, maxRequests: 10_000, rateLimit: 1e6 };
  const servers = [await startServer(setup), await startServer(setup), await startServer(setup)];
  t.teardown(() => Promise.all(servers.map((server) => server.close())));
  /** Returns the servers in turn. */
  return { pick: (turn: number) => servers[turn % servers.length] as Server, database };
}

withPostgres('parallel assignments and revocations on all datacards conserve every use', async (t) => {
  const { pick, database } = await startThree(t);
  const uids = Object.keys(DATACARDS);
  const acknowledged: Acknowledged[] = [];
  const statuses = new Set<number>();
  const calls = Array.from({ length: 600 }, async (_, turn) => {
    const path = `/datacard/${uids[turn % uids.length]}`;
    const location = LOCATIONS[(turn >> 2) % LOCATIONS.length] ?? '';
    const answer = await (turn % 2 === 0
      ? pick(turn).call(`${path}?production_entity_uid=${location}`, { method: 'DELETE' })
      : pick(turn).call(path, form({ production_entity_uid: location, uses: 1 })));
    statuses.add(answer.status);
    const made = acknowledgedBy(answer);
    if (made) acknowledged.push(made);
  });
  await Promise.all(calls);
  t.deepEqual([...statuses].sort(), [200, 404, 409]);
  const store = await openTestStore(database);
  t.true(acknowledged.length > 100);
  t.deepEqual(await faultsOf(store, acknowledged), []);
  await store.close();
});

withPostgres('a change that all get at once with one key is made once, and answered alike', async (t) => {
  const { pick } = await startThree(t);
  for (const [uid, query, init] of [
    ['14:1', '', form({ production_entity_uid: '4:2', uses: 60 })],
    ['14:3', '?production_entity_uid=4:1', { method: 'DELETE' }],
  ] as [string, string, RequestInit][]) {
    const send = (_: unknown, turn: number) =>
      pick(turn).call(`/datacard/${uid}${query}`, { ...init, headers: { 'Idempotency-Key': uid } });
    const answers = await Promise.all(Array.from({ length: 12 }, send));
    t.true(answers.every(({ status }) => status === 200));
    const told = answers.map(({ json }) => JSON.stringify(json.svcapi).replaceAll(/127\.0\.0\.1:\d+/g, 'HOST'));
    t.is(new Set(told).size, 1);
    t.is((await changesOf(pick(0).store, uid)).length, 1);
  }
});
