import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { openSqlite } from '../../src/store/sqlite.js';
import type { DatacardChange } from '../../src/store/store.js';
import { type Child, startChild } from '../helpers/child.js';
import { type Answer, call, form } from '../helpers/server.js';

/** kill -9 in the middle of assigning and revoking loses nothing that was acknowledged. */

const DATACARDS = ['14:1', '14:2', '14:3'];
const LOCATIONS = ['4:1', '4:2', '5:1'];

/** The last state that the galaxy of the tests gives to an entity. */
const INITIAL: Record<string, number> = { '14:3 4:1': 4 };

/** A change that the server said it had made. */
interface Acknowledged {
  requestId: string;
  usesBefore: number;
  usesAfter: number;
}

/** Assigns and revokes until the server is gone, and answers what was acknowledged. */
async function work({ url, token }: Child, worker: number, onAnswer: () => void): Promise<Acknowledged[]> {
  const acknowledged: Acknowledged[] = [];
  const auth = { Authorization: `Bearer ${token}` };
  for (let turn = worker; ; turn++) {
    const card = `${url}/datacard/${DATACARDS[turn % DATACARDS.length]}`;
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
    const requestId = answer.headers.get('x-request-id') ?? '';
    const [assigned] = answer.json.svcapi.assignments?.assignment ?? [];
    const [revoked] = answer.json.svcapi.revocations?.revocation ?? [];
    if (assigned) {
      const { originaluse, newquantity } = assigned;
      acknowledged.push({ requestId, usesBefore: originaluse.quantity, usesAfter: newquantity });
    } else if (revoked) {
      acknowledged.push({ requestId, usesBefore: revoked.revokeduse.quantity, usesAfter: 0 });
    } else if (answer.status !== 404 && answer.status !== 409) {
      throw new Error(`Answered ${answer.status} ${answer.text}`);
    }
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
  const trail = (await Promise.all(DATACARDS.map((uid) => store.datacards.changes(uid)))).flat();
  const byRequest = new Map(trail.map((change) => [change.requestId, change]));
  t.is(byRequest.size, trail.length, 'no change is made twice');
  t.true(acknowledged.length > 100);
  for (const { requestId, usesBefore, usesAfter } of acknowledged) {
    t.like(byRequest.get(requestId), { usesBefore, usesAfter }, 'what was acknowledged is there');
  }

  for (const uid of DATACARDS) {
    const totalUses = (await store.datacards.find(uid))?.totalUses;
    const assignments = await store.datacards.assignments(uid);
    const assigned = assignments.reduce((sum, { uses }) => sum + uses, 0);
    t.is(totalUses, { '14:1': 100, '14:2': -1, '14:3': 10 }[uid]);
    t.true(totalUses === -1 || assigned <= (totalUses ?? 0), `${uid}: ${assigned} of ${totalUses}`);
    const state = Object.fromEntries(assignments.map(({ location, uses }) => [location.uid, uses]));
    t.deepEqual(state, replay(uid, trail), 'the trail explains the state');
  }
  await store.close();
});

/** What each entity has of a datacard when every change of the audit trail has been made, each on top of the last. */
function replay(datacardUid: string, trail: DatacardChange[]): Record<string, number> {
  const state: Record<string, number> = {};
  for (const [key, uses] of Object.entries(INITIAL)) {
    const [uid, location = ''] = key.split(' ');
    if (uid === datacardUid) state[location] = uses;
  }
  for (const { locationUid, usesBefore, usesAfter } of trail.filter((change) => change.datacardUid === datacardUid)) {
    if ((state[locationUid] ?? 0) !== usesBefore) throw new Error(`A change of ${locationUid} is missing`);
    if (usesAfter === 0) delete state[locationUid];
    else state[locationUid] = usesAfter;
  }
  return state;
}
