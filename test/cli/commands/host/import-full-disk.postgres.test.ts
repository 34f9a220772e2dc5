import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startProgram } from '../../../helpers/cli/program.js';
import { temporaryFolder } from '../../../helpers/cli/run.js';
import { onSmallDisk, smallDisk } from '../../../helpers/cli/small-disk.js';
import { postgresUrl, query } from '../../../helpers/database.js';

onSmallDisk('a full disk of PostgreSQL is named, and nothing was kept', async (t) => {
  const url = postgresUrl;
  if (url === undefined) return void t.pass();
  const disk = smallDisk(t, '24m');
  // The server may be on another machine.
  if (spawnSync('chown', ['postgres', disk]).status !== 0) return void t.pass();
  const name = `full_${process.pid}`;
  await query(url, `create tablespace ${name} location '${disk}'`);
  t.teardown(() => query(url, `drop tablespace ${name}`));
  await query(url, `create database ${name} tablespace ${name}`);
  t.teardown(() => query(url, `drop database ${name} with (force)`));
  // The copy takes its room on the disk when it is written: a checkpoint that finds the disk full would fail for the
  // whole server, with the tests that drop a database at that moment.
  await query(url, 'checkpoint');
  const address = new URL(url);
  address.pathname = name;
  const env = { SVCAPI_DATABASE: address.href };

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
    /^svcapi: cannot use the database postgres:\S+: its disk is full \(could not (extend|write to) file "\S+".*\); free some space on the server\. It is unknown whether the records were kept: run the same command again, which adds what is missing$/m,
  );
  t.is(((await query(address.href, 'select 1 from characters')) as unknown[]).length, 10);
});
