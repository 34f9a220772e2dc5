import { readFileSync, statSync } from 'node:fs';
import test from 'ava';
import { DatabaseSync } from '../../../../src/store/sqlite/engine.js';
import { run, withGalaxy, withGalaxyFile } from '../../../helpers/cli/run.js';
import { serve } from '../../../helpers/cli/serving.js';
import { lastingDatabase, onPostgres } from '../../../helpers/database.js';
import { NOW } from '../../../helpers/galaxy.js';
import { startServer } from '../../../helpers/server.js';

const DAY = 86_400;
/** The small galaxy has 2500 transactions, one a second, and the newest has the time NOW - 97,501. */
const OLDEST = NOW - 100_000;
const ALL = ['--events-older-than', '1d', '--transactions-older-than', '1d', '--audit-older-than', '1d'];

const iso = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');

test('a dry run shows what would be removed, and removes nothing', async (t) => {
  const { run, look } = await withGalaxy(t);
  const { code, stdout, stderr } = await run(['prune', ...ALL, '--dry-run']);
  t.is(code, 8);
  const before = iso(NOW - DAY);
  t.is(
    stdout,
    `events\t0\t\t\t${before}\ntransactions\t2500\t${iso(OLDEST)}\t${iso(NOW - 97_501)}\t${before}\naudit\t0\t\t\t${before}\n`,
  );
  t.is(stderr, '');
  t.is((await look((store) => store.creditLog.page('1:1', { startId: 1, startIndex: 1, itemCount: 1 }))).total, 1000);
});

test('a dry run that would remove nothing exits with 0, and --json has all', async (t) => {
  const { run } = await withGalaxy(t);
  const { code, stdout } = await run(['prune', '--events-older-than', '400d', '--dry-run', '--json']);
  t.is(code, 0);
  t.deepEqual(JSON.parse(stdout), [
    { kind: 'events', count: 0, oldest: null, newest: null, before: iso(NOW - 400 * DAY) },
  ]);
});

test('what is older is removed beside a server, and the rest stays as it was', async (t) => {
  const database = await lastingDatabase(t);
  const server = await startServer({ database });
  const log = (query: string) => server.call(`/character/1:1/creditlog?${query}`);
  const ids = async (query: string) => {
    const { transactions } = (await log(query)).json.svcapi;
    return transactions.transaction.map(
      (each: { attributes: { transaction_id: number } }) => each.attributes.transaction_id,
    );
  };
  const [newest, credits] = [await ids('item_count=1000'), (await server.call('/character/1:1/credits')).text];
  // The transactions 1 to 1100 are older.
  const now = OLDEST + 1100 + DAY;
  const env = { SVCAPI_DATABASE: database };
  const { code, stdout, stderr } = await run(['prune', '--transactions-older-than', '1d'], { env, now });
  t.is(code, 0);
  t.is(stdout, `transactions\t1100\t${iso(OLDEST)}\t${iso(OLDEST + 1099)}\t${iso(OLDEST + 1100)}\n`);
  t.regex(stderr, /^Removed 1,100 transactions from before \d{4}-\d\d-\d\d\.\n/);
  t.deepEqual(await ids('item_count=1000'), newest);
  const oldest = await ids('start_id=1&item_count=1000');
  t.is(oldest.length, 1000);
  t.is(oldest.at(-1), 1101);
  t.deepEqual(await ids('start_id=1&start_index=999'), oldest.slice(-2));
  t.like((await log('start_id=1')).json.svcapi.transactions.attributes, { total: 1000 });
  t.is(
    (await server.call('/character/1:1/credits')).text.replace(/"timestamp":\d+/, ''),
    credits.replace(/"timestamp":\d+/, ''),
  );
  t.deepEqual(
    await ids('start_id=2000&item_count=1000'),
    (await ids('item_count=1000')).filter((id: number) => id >= 2000),
  );
  await server.close();
  t.is((await run(['prune', '--transactions-older-than', '1d', '--dry-run'], { env, now })).code, 0);
});

const refused: [title: string, argv: string[], message: RegExp][] = [
  [
    'nothing to remove',
    [],
    /nothing is named; give --events-older-than, --transactions-older-than or --audit-older-than/,
  ],
  [
    'an age in hours',
    ['--events-older-than', '23h'],
    /--events-older-than is “23h”; give seconds, .* from 24h to 36500d/,
  ],
  ['a date', ['--audit-older-than', '2020-01-01'], /--audit-older-than is “2020-01-01”; give/],
  ['--vacuum in a dry run', [...ALL, '--dry-run', '--vacuum'], /--vacuum.*cannot be used with option '--dry-run'/],
];

for (const [title, argv, message] of refused) {
  test(`${title} is refused`, async (t) => {
    const { code, stderr } = await run(['prune', ...argv]);
    t.is(code, 2);
    t.regex(stderr, message);
  });
}

const onFile = onPostgres ? test.skip : test;

/** Makes a file look as an earlier version made it. */
function makeUnshrinkable(path: string): void {
  const database = new DatabaseSync(path);
  database.exec('pragma auto_vacuum = none; vacuum; pragma wal_checkpoint(truncate)');
  database.close();
}

onFile('what becomes free is given back to the disk', async (t) => {
  const { run } = await withGalaxyFile();
  const { code, stderr } = await run(['prune', '--transactions-older-than', '1d', '--yes']);
  t.is(code, 0);
  t.regex(stderr, /\nGave 0\.\d MB of the file back to the disk\.\n$/);
});

onFile('the file becomes smaller, also beside a server, which may give the space back itself', async (t) => {
  const { path, run } = await withGalaxyFile();
  const service = await serve(t, ['--database', path]);
  const { size } = statSync(path);
  t.is((await run(['prune', '--transactions-older-than', '1d', '--yes'])).code, 0);
  await service.stop();
  t.true(statSync(path).size < size - 100_000, `${statSync(path).size} of ${size} bytes`);
});

onFile('a file of an earlier version stays as large, until it is rewritten', async (t) => {
  const { path, run } = await withGalaxyFile();
  makeUnshrinkable(path);
  const { size } = statSync(path);
  const first = await run(['prune', '--transactions-older-than', '1d']);
  t.regex(
    first.stderr,
    /\n0\.\d MB of the file are free for new rows\. .* stop the server and run svcapi prune --vacuum once\.\n$/,
  );
  t.is(statSync(path).size, size);

  const service = await serve(t, ['--database', path]);
  const busy = await run(['prune', '--vacuum']);
  t.is(busy.code, 1);
  t.regex(busy.stderr, /^svcapi: another server uses the database /);
  await service.stop();

  const { code, stdout, stderr } = await run(['prune', '--vacuum']);
  t.is(code, 0);
  t.is(stdout, '');
  t.regex(stderr, /^Rewrote .*: it is 0\.\d MB smaller, and can give space back from now on\.\n$/);
  t.true(statSync(path).size < size - 100_000);
  const database = new DatabaseSync(path, { readOnly: true });
  t.deepEqual({ ...database.prepare('pragma auto_vacuum').get() }, { auto_vacuum: 2 });
  database.close();
});

onFile('the backup of a file of an earlier version can shrink', async (t) => {
  const { path, run } = await withGalaxyFile();
  makeUnshrinkable(path);
  const copy = `${path}.copy`;
  t.is((await run(['backup', copy])).code, 0);
  t.is(readFileSync(copy).readUInt32BE(64), 1, 'the header says: incremental');
});

test('--vacuum is for files alone', async (t) => {
  const { code, stderr } = await run(['prune', '--vacuum'], {
    env: { SVCAPI_DATABASE: 'postgres://nobody@127.0.0.1:1/x' },
  });
  t.is(code, 2);
  t.regex(stderr, /--vacuum is for SQLite; PostgreSQL has vacuumdb --full/);
});

test('--vacuum names a file that is missing', async (t) => {
  const { code, stderr } = await run(['prune', '--vacuum'], { env: { SVCAPI_DATABASE: '/nonexistent/galaxy.db' } });
  t.is(code, 1);
  t.regex(stderr, /there is no database \/nonexistent\/galaxy\.db/);
});
