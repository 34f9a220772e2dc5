import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startProgram } from '../../../helpers/cli/program.js';
import { temporaryFolder } from '../../../helpers/cli/run.js';
import { onSmallDisk, smallDisk } from '../../../helpers/cli/small-disk.js';
import { query } from '../../../helpers/database.js';
import { needs } from '../../../helpers/needs.js';
import { hasPostgres, startPostgres } from '../../../helpers/servers/postgres-server.js';

const onOwnServer = hasPostgres ? onSmallDisk : needs('PostgreSQL', false);

onOwnServer('a full disk of PostgreSQL is named, and nothing was kept', async (t) => {
  // A checkpoint that finds the disk full fails for the whole server, and with it the tests that drop a database then.
  const { address: url } = await startPostgres(t);
  const disk = smallDisk(t, '24m');
  t.is(spawnSync('chown', ['postgres', disk]).status, 0);
  await query(url, `create tablespace small location '${disk}'`);
  await query(url, 'create database galaxy tablespace small');
  // The copy takes its room on the disk when it is written.
  await query(url, 'checkpoint');
  const address = Object.assign(new URL(url), { pathname: 'galaxy' }).href;
  const env = { SVCAPI_DATABASE: address };

  const file = join(await temporaryFolder(t), 'dump.ndjson');
  const lines = Array.from(
    { length: 60_000 },
    (_, index) => `{"kind":"character","uid":"1:${index + 1}","name":"Pilot ${index}"}\n`,
  );
  await writeFile(file, lines.slice(0, 10).join(''));
  t.is((await startProgram(['import', file], env).ended).code, 0);
  await writeFile(file, lines.join(''));
  const { code, stderr } = await startProgram(['import', file], env).ended;
  t.is(code, 3);
  t.regex(
    stderr,
    /^svcapi: cannot use the database postgres:\S+: its disk is full; free some space on the server\. It is unknown whether the records were kept: run the same command again, which adds what is missing$/m,
  );
  t.is(((await query(address, 'select 1 from characters')) as unknown[]).length, 10);
});
