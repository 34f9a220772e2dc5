import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { type Acknowledged, acknowledgedBy, DATACARDS, faultsOf, LOCATIONS } from '../helpers/audit.js';
import { startProgram } from '../helpers/cli/program.js';
import { run } from '../helpers/cli/run.js';
import { lastingDatabase } from '../helpers/database.js';
import { temporaryFolder } from '../helpers/folder.js';
import { NOW } from '../helpers/galaxy.js';
import { form, startServer } from '../helpers/server.js';
import { numbers } from '../helpers/stream.js';
import { LONG } from '../helpers/until.js';
import { lines } from '../transfer/galaxy.js';

const UIDS = Object.keys(DATACARDS);

/** Records of pilots, of which neighbours may swap their names, and of transactions between them. */
function records(first: number, transactions: number, areSwapped: boolean): string {
  const pilots = numbers(first, 2999).map((n) => ({
    ...{ kind: 'character', uid: `1:${1000 + n}`, name: `Pilot ${areSwapped ? n ^ 1 : n}` },
  }));
  const payments = numbers(10_000, 9999 + transactions).map((id) => ({
    ...{ kind: 'transaction', id, time: NOW, amount: id % 7, sender: `1:${1100 + (id % 50)}`, receiver: '1:1' },
  }));
  return lines(...pilots, ...payments);
}

test('beside a sync of another process no call is refused, and no change is lost', async (t) => {
  t.timeout(LONG);
  const [folder, database] = [temporaryFolder(), await lastingDatabase(t)];
  const env = { SVCAPI_DATABASE: database, HOME: folder };
  const server = await startServer({ database, rateLimit: 1e9 });
  t.teardown(() => server.close());
  const [before, after] = [join(folder, 'before'), join(folder, 'after')];
  writeFileSync(before, records(0, 1000, false));
  t.is((await run(['import', before], { env })).code, 0);
  const { stdout: galaxy } = await run(['export', '--galaxy'], { env });
  const others = galaxy.replaceAll(/^(.*"uid":"1:\d{4}"|\{"kind":"end").*\n/gm, '');
  writeFileSync(after, `${others}${records(60, 30_000, true)}`);

  let isOver = false;
  const acknowledged: Acknowledged[] = [];
  const refused: string[] = [];
  const workers = [0, 5, 10, 15].map(async (first) => {
    for (let turn = first; !isOver; turn += 1) {
      const card = `/datacard/${UIDS[turn % UIDS.length]}`;
      const location = LOCATIONS[(turn >> 1) % LOCATIONS.length] ?? '';
      const answer = await (turn % 4 === 3
        ? server.call('/character/1:1/creditlog')
        : turn % 4 === 2
          ? server.call(`${card}?production_entity_uid=${location}`, { method: 'DELETE' })
          : server.call(card, form({ production_entity_uid: location, uses: 1 + (turn % 4) })));
      const made = acknowledgedBy(answer);
      if (made) acknowledged.push(made);
      else if (![200, 404, 409].includes(answer.status)) refused.push(`${answer.status} ${answer.text}`);
    }
  });
  const sync = await startProgram(['import', '--sync', '--no-require-end', after], env).ended;
  isOver = true;
  await Promise.all(workers);
  t.is(sync.code, 0, sync.stderr);
  t.regex(sync.stdout, /^character\t0 added\t2940 changed\t60 removed\t4 unchanged$/m);
  t.regex(sync.stdout, /^transaction\t29000 added\t0 changed\t0 removed\t/m);
  t.deepEqual(refused, []);
  t.true(acknowledged.length > 0);
  t.deepEqual(await faultsOf(server.store, acknowledged), []);
});
