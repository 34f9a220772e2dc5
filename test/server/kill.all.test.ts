import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { openSqlite } from '../../src/store/sqlite/open.js';
import { type Acknowledged, acknowledgedBy, DATACARDS, faultsOf, LOCATIONS } from '../helpers/audit.js';
import { type Child, startChild } from '../helpers/child.js';
import { type Answer, call, form } from '../helpers/server.js';

/** kill -9 in the middle of assigning and revoking loses nothing that was acknowledged. */

const UIDS = Object.keys(DATACARDS);

/** Assigns and revokes until the server is gone, and answers what was acknowledged. */
async function work({ url, token }: Child, worker: number, onAnswer: () => void): Promise<Acknowledged[]> {
  const acknowledged: Acknowledged[] = [];
  const auth = { Authorization: `Bearer ${token}` };
  for (let turn = worker; ; turn++) {
    const card = `${url}/datacard/${UIDS[turn % UIDS.length]}`;
    const location = LOCATIONS[(turn >> 1) % LOCATIONS.length] ?? '';
    let answer: Answer;
    try {
      answer =
        turn % 3 === 2
          ? await call(`${card}?production_entity_uid=${location}`, { method: 'DELETE', headers: auth })
          : await call(card, { ...form({ production_entity_uid: location, uses: 1 + (turn % 4) }), headers: auth });
    } catch {
      return acknowledged;
    }
    onAnswer();
    const made = acknowledgedBy(answer);
    if (made) acknowledged.push(made);
    else if (answer.status !== 404 && answer.status !== 409)
      throw new Error(`Answered ${answer.status} ${answer.text}`);
  }
}

test('every acknowledged change survives kill -9, and uses are conserved', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'svcapi-kill-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const database = join(folder, 'galaxy.db');
  const acknowledged: Acknowledged[] = [];

  for (const answersBeforeKill of [50, 133, 211]) {
    const child = await startChild(database);
    let answers = 0;
    let killed: Promise<void> | undefined;
    const workers = Array.from({ length: 8 }, (_, worker) =>
      work(child, worker * 5, () => {
        answers += 1;
        if (answers === answersBeforeKill) killed = child.kill();
      }),
    );
    acknowledged.push(...(await Promise.all(workers)).flat());
    await killed;
    t.is(child.process.signalCode, 'SIGKILL');
    t.deepEqual(child.errors, []);
  }

  // Opening looks through the whole file for damage.
  const store = await openSqlite({ path: database, check: true });
  t.true(acknowledged.length > 100);
  t.deepEqual(await faultsOf(store, acknowledged), []);
  await store.close();
});
