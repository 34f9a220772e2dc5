import { statSync } from 'node:fs';
import test from 'ava';
import { hurriedClock, Kept, run, withGalaxy, withGalaxyFile } from '../../../helpers/cli/run.js';
import { serve } from '../../../helpers/cli/serving.js';
import { lastingDatabase, onPostgres } from '../../../helpers/database.js';
import { NOW } from '../../../helpers/galaxy.js';
import { needs } from '../../../helpers/needs.js';
import { startServer } from '../../../helpers/server.js';

const DAY = 86_400;
/** The small galaxy has 2500 transactions, one a second, and the newest has the time NOW - 97,501. */
const OLDEST = NOW - 100_000;
const ALL = ['--events-older-than', '1d', '--transactions-older-than', '1d', '--audit-older-than', '1d'];

const iso = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');

test('a dry run shows what would be removed, and removes nothing; long removals show their progress', async (t) => {
  const { run, look } = await withGalaxy(t);
  const before = iso(NOW - DAY);
  t.deepEqual(await run(['prune', ...ALL, '--dry-run']), {
    ...{ code: 8, stdout: `events\t0\t${before}\ntransactions\t2500\t${before}\naudit\t0\t${before}\n`, stderr: '' },
  });
  t.is(await look((store) => store.history.count('transactions', NOW)), 2500);
  t.like(await run(['prune', '--events-older-than', '400d', '--dry-run']), {
    ...{ code: 0, stdout: `events\t0\t${iso(NOW - 400 * DAY)}\n` },
  });
  const stderr = new Kept(80);
  await run(['prune', ...ALL, '--yes'], { stderr, now: hurriedClock(2000) });
  t.regex(stderr.text, /Removing \[#+\.*\] +\d+ % [\d,]+ rows removed/);
});

test('what is older is removed, credits stay, and a server does not list it any more', async (t) => {
  const database = await lastingDatabase(t);
  const server = await startServer({ database });
  t.teardown(() => server.close());
  const log = async () => (await server.call('/character/1:1/creditlog?start_id=1&item_count=1000')).json.svcapi;
  const idOf = (row: { attributes: { transaction_id: number } }) => row.attributes.transaction_id;
  t.is(idOf((await log()).transactions.transaction.at(-1)), 1);
  // The transactions 1 to 1100 are older.
  const around = { env: { SVCAPI_DATABASE: database }, now: OLDEST + 1100 + DAY };
  const { code, stdout } = await run(['prune', '--transactions-older-than', '1d', '--yes'], around);
  t.deepEqual([code, stdout], [0, `transactions\t1100\t${iso(OLDEST + 1100)}\n`]);
  const { transaction, attributes } = (await log()).transactions;
  t.deepEqual([transaction.length, idOf(transaction.at(-1)), attributes.total], [1000, 1101, 1000]);
  t.is((await server.call('/character/1:1/credits')).json.svcapi.credits, 123_456);
});

const onFile = needs('SQLite', !onPostgres);

onFile('the file becomes smaller, also beside a server, which may give the space back itself', async (t) => {
  const { path, run } = await withGalaxyFile();
  const service = await serve(t, ['--database', path]);
  const { size } = statSync(path);
  t.is((await run(['prune', '--transactions-older-than', '1d', '--yes'])).code, 0);
  await service.stop();
  const { code, stderr } = await (await withGalaxyFile()).run(['prune', '--transactions-older-than', '1d', '--yes']);
  t.is(code, 0);
  t.is(stderr.replace(/\d\.\d/, 'X'), 'Gave X MB of the file back to the disk.\n', 'without a server');
  t.true(statSync(path).size < size - 100_000, `${statSync(path).size} of ${size} bytes`);
});
