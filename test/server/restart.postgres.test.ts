import test from 'ava';
import { openStore } from '../../src/store/open-store.js';
import { type Acknowledged, acknowledgedBy, DATACARDS, faultsOf, LOCATIONS } from '../helpers/audit.js';
import { type Child, startChild } from '../helpers/child.js';
import { call, form } from '../helpers/server.js';
import { hasPostgres, startPostgres } from '../helpers/servers/postgres-server.js';
import { LONG, until } from '../helpers/until.js';

/** PostgreSQL is restarted again and again while two instances assign and revoke. */

const UIDS = Object.keys(DATACARDS);

/** Changes acknowledged between two restarts: after each, the service has recovered by itself. */
const BETWEEN = 25;

interface Load {
  acknowledged: Acknowledged[];
  /** Number of answers by status and error. */
  answers: Map<string, number>;
  over: boolean;
}

async function work({ url, token }: Child, worker: number, load: Load): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` };
  for (let turn = worker; !load.over; turn++) {
    const card = `${url}/datacard/${UIDS[turn % UIDS.length]}`;
    const location = LOCATIONS[(turn >> 1) % LOCATIONS.length] ?? '';
    const answer =
      turn % 3 === 2
        ? await call(`${card}?production_entity_uid=${location}`, { method: 'DELETE', headers })
        : await call(card, { ...form({ production_entity_uid: location, uses: 1 + (turn % 4) }), headers });
    const made = acknowledgedBy(answer);
    if (made) load.acknowledged.push(made);
    const word = `${answer.status} ${answer.json?.svcapi.error ?? ''}`.trim();
    load.answers.set(word, (load.answers.get(word) ?? 0) + 1);
  }
}

/** Waits for the changes between two restarts. */
async function more({ acknowledged }: Load): Promise<void> {
  const enough = acknowledged.length + BETWEEN;
  await until(() => acknowledged.length >= enough, { what: `${BETWEEN} more changes are acknowledged` });
}

(hasPostgres ? test : test.skip)(
  'fifteen restarts of PostgreSQL under load lose no change, and the service answers 503 at worst (needs PostgreSQL here)',
  async (t) => {
    t.timeout(LONG);
    const postgres = await startPostgres(t);
    const instances = [await startChild(postgres.address), await startChild(postgres.address)];
    const load: Load = { acknowledged: [], answers: new Map(), over: false };
    t.teardown(() => {
      load.over = true;
    });
    const workers = instances.flatMap((instance, index) =>
      [0, 1, 2, 3].map((worker) => work(instance, worker * 5 + index, load)),
    );
    for (let restart = 0; restart < 15; restart++) {
      await more(load);
      await postgres.restart(restart % 2 === 0 ? 'fast' : 'immediate');
    }
    await more(load);
    load.over = true;
    await Promise.all(workers);

    const known = ['200', '404 not_found', '409 not_enough_uses', '503 unavailable'];
    t.deepEqual(
      [...load.answers.keys()].filter((answer) => !known.includes(answer)),
      [],
    );
    t.true((load.answers.get('503 unavailable') ?? 0) > 0, 'some were put off');
    const store = await openStore({ database: postgres.address });
    t.deepEqual(await faultsOf(store, load.acknowledged), []);
    await store.close();
    for (const instance of instances) await instance.kill();
    t.log(`${load.acknowledged.length} changes; ${JSON.stringify([...load.answers])}`);
  },
);
