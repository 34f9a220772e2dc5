import test, { type ExecutionContext } from 'ava';
import { type Acknowledged, acknowledgedBy, DATACARDS, faultsOf, LOCATIONS } from '../helpers/audit.js';
import { changesOf } from '../helpers/changes-of.js';
import { openTestStore, postgresDatabase, postgresUrl } from '../helpers/database.js';
import { form, type Server, type ServerSetup, startServer } from '../helpers/server.js';

/** Three instances on one PostgreSQL database are one service. */

const withPostgres = postgresUrl === undefined ? test.skip : test;

async function startThree(
  t: ExecutionContext,
  setup: ServerSetup = {},
): Promise<{ servers: Server[]; database: string }> {
  const database = await postgresDatabase(t);
  const servers: Server[] = [];
  for (const _ of [1, 2, 3])
    servers.push(await startServer({ database, redis: undefined, maxRequests: 10_000, ...setup }));
  t.teardown(() => Promise.all(servers.map((server) => server.close())));
  return { servers, database };
}

/** Returns the servers in turn. */
const pick = (servers: Server[], turn: number) => servers[turn % servers.length] as Server;

withPostgres('parallel assignments and revocations on all datacards conserve every use', async (t) => {
  const { servers, database } = await startThree(t, { rateLimit: 1e6 });
  const uids = Object.keys(DATACARDS);
  const acknowledged: Acknowledged[] = [];
  const statuses = new Map<number, number>();
  const calls = Array.from({ length: 600 }, async (_, turn) => {
    const path = `/datacard/${uids[turn % uids.length]}`;
    const location = LOCATIONS[(turn >> 2) % LOCATIONS.length] ?? '';
    const init = turn % 2 === 0 ? { method: 'DELETE' } : form({ production_entity_uid: location, uses: 1 });
    const answer = await pick(servers, turn).call(
      turn % 2 === 0 ? `${path}?production_entity_uid=${location}` : path,
      init,
    );
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    const made = acknowledgedBy(answer);
    if (made) acknowledged.push(made);
  });
  await Promise.all(calls);
  t.deepEqual(
    [...statuses.keys()].filter((status) => ![200, 404, 409].includes(status)),
    [],
  );
  const store = await openTestStore(database);
  t.true(acknowledged.length > 100);
  t.deepEqual(await faultsOf(store, acknowledged), []);
  await store.close();
});

withPostgres('no call fails on a database whose default isolation level is serializable', async (t) => {
  const database = new URL(await postgresDatabase(t));
  database.searchParams.set(
    'options',
    `${database.searchParams.get('options')} -c default_transaction_isolation=serializable`,
  );
  const address = database.href.replaceAll('+', '%20');
  const servers = await Promise.all(
    [1, 2, 3].map(() => startServer({ database: address, redis: undefined, maxRequests: 1000, rateLimit: 1e6 })),
  );
  t.teardown(() => Promise.all(servers.map((server) => server.close())));
  const calls = Array.from({ length: 120 }, (_, turn) => {
    const location = LOCATIONS[turn % LOCATIONS.length] ?? '';
    if (turn % 4 === 3) return pick(servers, turn).call('/character/1:1/credits');
    return pick(servers, turn).call('/datacard/14:1', form({ production_entity_uid: location, uses: 1 }));
  });
  const answers = await Promise.all(calls);
  t.deepEqual(
    [...new Set(answers.map(({ status }) => status))].filter((status) => ![200, 409].includes(status)),
    [],
  );
});

withPostgres('a change that all get at once with one key is made once, and answered alike', async (t) => {
  const { servers } = await startThree(t);
  for (const [uid, query, init] of [
    ['14:1', '', form({ production_entity_uid: '4:2', uses: 60 })],
    ['14:3', '?production_entity_uid=4:1', { method: 'DELETE' }],
  ] as [string, string, RequestInit][]) {
    const send = (_: unknown, turn: number) =>
      pick(servers, turn).call(`/datacard/${uid}${query}`, { ...init, headers: { 'Idempotency-Key': uid } });
    const answers = await Promise.all(Array.from({ length: 12 }, send));
    t.true(answers.every(({ status }) => status === 200));
    const told = answers.map(({ json }) => JSON.stringify(json.svcapi).replaceAll(/127\.0\.0\.1:\d+/g, 'HOST'));
    t.is(new Set(told).size, 1);
    t.is((await changesOf(pick(servers, 0).store, uid)).length, 1);
  }
});
