import { copyFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { host, stop } from '../../helpers/cli/hosted.js';
import { run, temporaryFolder, withGalaxyFile } from '../../helpers/cli/run.js';
import { serve } from '../../helpers/cli/serving.js';
import { NOW, tokenFor } from '../../helpers/galaxy.js';
import { call, form } from '../../helpers/server.js';

/** `svcapi serve` and the file that it serves. */

const assignment = (token: string) => ({
  ...form({ production_entity_uid: '4:1', uses: 1 }),
  headers: { Authorization: `Bearer ${token}` },
});

test('a service whose database was replaced acknowledges no change and is not ready', async (t) => {
  const { path, look } = await withGalaxyFile();
  const token = await look((store) => tokenFor(store, '1:1'));
  const options = { env: { SVCAPI_LOG_LEVEL: 'error' }, now: () => NOW * 1000 };
  const { url, stderr, stop } = await serve(t, ['--database', path], options);
  const assign = () => call(`${url}/ws/v2.0/datacard/14:1`, assignment(token));
  t.is((await assign()).status, 200);
  t.is((await call(`${url}/readyz`)).status, 200);
  copyFileSync(path, `${path}.new`);
  renameSync(`${path}.new`, path);
  for (let attempt = 0; attempt < 3; attempt++) t.is((await assign()).status, 503);
  t.is((await call(`${url}/readyz`)).status, 503);
  t.is(await stop(), 0);
  t.regex(stderr.text, /galaxy\.db was deleted or replaced while in use; restore it, and start svcapi again/);
});

test('a second server on a file is refused; commands beside the first work, and a crash releases the file', async (t) => {
  const { path } = await withGalaxyFile();
  const database = ['--database', path];
  const first = await host(t, database);
  const { code, stdout, stderr } = await run(['serve', '--port', '0', ...database]);
  t.is(code, 1);
  t.is(stdout, '');
  t.is(
    stderr,
    `svcapi: another server uses the database ${path}; stop it first; several servers share a PostgreSQL database (docs/host/instances.md)\n`,
  );
  t.is((await run(['token', 'list', ...database])).code, 0);
  t.is((await run(['client', 'create', 'beside', ...database])).code, 0);
  const stdin = [Buffer.from('{"kind":"faction","uid":"20:99","name":"Late"}\n')];
  t.is((await run(['import', '-', ...database], { stdin })).code, 0);
  await stop(first, 'SIGKILL');
  t.is(await (await serve(t, database)).stop(), 0);
});

test('a new database is announced, with how to fill it; a known one is not', async (t) => {
  const database = join(await temporaryFolder(t), 'folder', 'galaxy.db');
  const start = async () => {
    const { stderr, stop } = await serve(t, ['--database', database]);
    t.is(await stop(), 0);
    return stderr.text.split('\n').slice(0, -2);
  };
  const empty = 'The galaxy is empty. Fill it with svcapi import FILE, or start with --demo.';
  t.deepEqual(await start(), [`New database at ${database}`, empty]);
  t.deepEqual(await start(), [empty]);
  const stdin = [Buffer.from('{"kind":"faction","uid":"20:1","name":"F"}\n')];
  t.is((await run(['import', '-', '--database', database], { stdin })).code, 0);
  t.deepEqual(await start(), []);
});
