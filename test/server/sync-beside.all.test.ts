import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { type Acknowledged, acknowledgedBy, DATACARDS, faultsOf, LOCATIONS } from '../helpers/audit.js';
import { type Child, startChild } from '../helpers/child.js';
import { startProgram } from '../helpers/cli/program.js';
import { run } from '../helpers/cli/run.js';
import { lastingDatabase, openTestStore } from '../helpers/database.js';
import { temporaryFolder } from '../helpers/folder.js';
import { NOW } from '../helpers/galaxy.js';
import { call, form } from '../helpers/server.js';
import { LONG } from '../helpers/until.js';

/** Calls of other processes go on while files are imported. */

const UIDS = Object.keys(DATACARDS);

/** Changes and reads datacards until it is told to stop, and returns what was acknowledged and what was refused. */
async function work({ url, token }: Child, worker: number, isOver: () => boolean) {
  const acknowledged: Acknowledged[] = [];
  const refused: string[] = [];
  const auth = { Authorization: `Bearer ${token}` };
  for (let turn = worker; !isOver(); turn += 1) {
    const card = `${url}/datacard/${UIDS[turn % UIDS.length]}`;
    const location = LOCATIONS[(turn >> 1) % LOCATIONS.length] ?? '';
    const answer = await (turn % 4 === 3
      ? call(`${url}/character/1:1/creditlog`, { headers: auth })
      : turn % 4 === 2
        ? call(`${card}?production_entity_uid=${location}`, { method: 'DELETE', headers: auth })
        : call(card, { ...form({ production_entity_uid: location, uses: 1 + (turn % 4) }), headers: auth }));
    const made = acknowledgedBy(answer);
    if (made) acknowledged.push(made);
    else if (![200, 404, 409].includes(answer.status)) refused.push(`${answer.status} ${answer.text}`);
  }
  return { acknowledged, refused };
}

/** Records of pilots, of which neighbours may swap their names, and of transactions between them. */
function records(first: number, pilots: number, transactions: number, areSwapped: boolean): string {
  const lines: object[] = [];
  for (let n = first; n < pilots; n += 1) {
    lines.push({ kind: 'character', uid: `1:${1000 + n}`, name: `Pilot ${areSwapped ? n ^ 1 : n}` });
  }
  for (let n = 0; n < transactions; n += 1) {
    const parties = { sender: `1:${1100 + (n % 50)}`, receiver: '1:1' };
    lines.push({ kind: 'transaction', id: 10_000 + n, time: NOW, amount: n % 7, ...parties });
  }
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

test('beside a sync no call is refused, and no change is lost', async (t) => {
  t.timeout(LONG);
  const [folder, database] = [temporaryFolder(), await lastingDatabase(t)];
  const env = { SVCAPI_DATABASE: database, HOME: folder };
  const child = await startChild(database);
  t.teardown(() => child.kill());
  const [before, after] = [join(folder, 'before'), join(folder, 'after')];
  writeFileSync(before, records(0, 3000, 1000, false));
  t.is((await run(['import', before], { env })).code, 0);
  const { stdout: galaxy } = await run(['export', '--galaxy'], { env });
  const others = galaxy.replaceAll(/^(.*"uid":"1:\d{4}"|\{"kind":"end").*\n/gm, '');
  writeFileSync(after, `${others}${records(60, 3000, 30_000, true)}`);

  let isOver = false;
  const workers = Array.from({ length: 4 }, (_, worker) => work(child, worker * 5, () => isOver));
  const sync = await startProgram(['import', '--sync', '--no-require-end', after], env).ended;
  isOver = true;
  const results = await Promise.all(workers);
  t.is(sync.code, 0, sync.stderr);
  t.regex(sync.stdout, /^character\t0 added\t2940 changed\t60 removed\t4 unchanged$/m);
  t.regex(sync.stdout, /^transaction\t29000 added\t0 changed\t0 removed\t/m);
  t.deepEqual(
    results.flatMap(({ refused }) => refused),
    [],
  );
  const acknowledged = results.flatMap((result) => result.acknowledged);
  t.true(acknowledged.length > 0);
  const store = await openTestStore(database);
  t.deepEqual(await faultsOf(store, acknowledged), []);
  await store.close();
  await child.kill();
});
