import { once } from 'node:events';
import { copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import test from 'ava';
import { DatabaseSync } from '../../../src/store/sqlite/engine.js';
import { type Hosted, host, refused, stop, tokenIn } from '../../helpers/cli/hosted.js';
import { run, temporaryFolder, withGalaxyFile } from '../../helpers/cli/run.js';
import { makeOlder } from '../../helpers/database.js';
import { until } from '../../helpers/until.js';

/** `svcapi serve` and the file that it serves. */

const DEMO = ['--demo', '--demo-size', '0.1'];

async function assign({ url }: Hosted, token: string): Promise<number> {
  const response = await fetch(`${url}/ws/v2.0/datacard/14:1`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body: new URLSearchParams({ production_entity_uid: '4:1', uses: '1' }),
  });
  await response.arrayBuffer();
  return response.status;
}

const losses: [what: string, lose: (path: string) => void][] = [
  ['deleted', (path) => rmSync(path)],
  [
    'replaced',
    (path) => {
      copyFileSync(path, `${path}.new`);
      renameSync(`${path}.new`, path);
    },
  ],
];

for (const [what, lose] of losses) {
  test(`a service whose database was ${what} acknowledges no change and is not ready`, async (t) => {
    const database = join(await temporaryFolder(t), 'galaxy.db');
    const hosted = await host(t, [...DEMO, '--database', database], /datacard\/14:1/, { SVCAPI_LOG_LEVEL: 'error' });
    const token = tokenIn(hosted);
    t.is(await assign(hosted, token), 200);
    t.is((await fetch(`${hosted.url}/readyz`)).status, 200);
    lose(database);
    for (let attempt = 0; attempt < 3; attempt++) t.is(await assign(hosted, token), 503);
    t.is((await fetch(`${hosted.url}/readyz`)).status, 503);
    const log = text(hosted.child.stderr as NodeJS.ReadableStream);
    t.is(await stop(hosted, 'SIGTERM'), 0);
    t.regex(await log, /galaxy\.db was deleted or replaced while in use; restore it, and start svcapi again/);
  });
}

test('a second server on a file is refused; commands beside the first work, and a crash releases the file', async (t) => {
  const folder = await temporaryFolder(t);
  const database = ['--database', join(folder, 'galaxy.db')];
  const first = await host(t, [...DEMO, ...database], /datacard\/14:1/);
  const { code, stdout, stderr } = await refused(database);
  t.is(code, 1);
  t.is(stdout, '');
  t.is(
    stderr,
    `svcapi: another server uses the database ${database[1]}; stop it first; several servers share a PostgreSQL database (docs/hosting.md)\n`,
  );
  t.is((await run(['token', 'list', ...database])).code, 0);
  t.is((await run(['client', 'create', 'beside', ...database])).code, 0);
  t.is(
    (
      await run(['import', '-', ...database], {
        stdin: [Buffer.from('{"kind":"faction","uid":"20:99","name":"Late"}\n')],
      })
    ).code,
    0,
  );
  await stop(first, 'SIGKILL');
  t.is(await stop(await host(t, database), 'SIGTERM'), 0);
});

test('a new database is announced, with how to fill it; a known one is not', async (t) => {
  const database = join(await temporaryFolder(t), 'folder', 'galaxy.db');
  const start = async () => {
    const hosted = await host(t, ['--database', database]);
    const stderr = text(hosted.child.stderr as NodeJS.ReadableStream);
    t.is(await stop(hosted, 'SIGTERM'), 0);
    return (await stderr).split('\n').slice(0, -2);
  };
  const empty = 'The galaxy is empty. Fill it with svcapi import FILE, or start with --demo.';
  t.deepEqual(await start(), [`New database at ${database}`, empty]);
  t.deepEqual(await start(), [empty]);
  t.is(
    (
      await run(['import', '-', '--database', database], {
        stdin: [Buffer.from('{"kind":"faction","uid":"20:1","name":"F"}\n')],
      })
    ).code,
    0,
  );
  t.deepEqual(await start(), []);
});

test('serve migrates an older database, and says so', async (t) => {
  const { path } = await withGalaxyFile();
  makeOlder(path);
  const hosted = await host(t, ['--database', path]);
  const stderr = text(hosted.child.stderr as NodeJS.ReadableStream);
  t.is(await stop(hosted, 'SIGTERM'), 0);
  t.true((await stderr).startsWith(`Migrated the database ${path}: applied 0012-plain-triggers\n`));
});

/** Returns the numbers of the processes that a service has started. */
function childrenOf({ child: { pid } }: Hosted): string {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
}

test('serve checks a large file beside its work, and ends when it is damaged', async (t) => {
  const { path } = await withGalaxyFile();
  const database = new DatabaseSync(path);
  database.exec(`
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 20)
    insert into facts select 'large ' || n, hex(zeroblob(500000)) from numbers;
    pragma wal_checkpoint(truncate)`);
  database.close();
  const whole = await host(t, ['--database', path]);
  // A stop during the check.
  if (process.platform === 'linux') await until(() => childrenOf(whole) !== '', { what: 'the file is checked' });
  t.is(await stop(whole, 'SIGTERM'), 0);

  const bytes = readFileSync(path);
  writeFileSync(path, bytes.fill(0xa5, Math.floor(bytes.length * 0.8), Math.floor(bytes.length * 0.82)));
  const hosted = await host(t, ['--database', path]);
  const stderr = text(hosted.child.stderr as NodeJS.ReadableStream);
  const [code] = (await once(hosted.child, 'exit')) as [number];
  t.is(code, 1);
  t.is(await stderr, `svcapi: the database ${path} is damaged; restore it from a backup\n`);
});
