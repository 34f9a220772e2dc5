import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { startProgram } from '../../../helpers/cli/program.js';
import { temporaryFolder } from '../../../helpers/cli/run.js';
import { postgresUrl, query } from '../../../helpers/database.js';
import { needs } from '../../../helpers/needs.js';
import { until } from '../../../helpers/until.js';

const onServer = needs('SVCAPI_TEST_POSTGRES_URL', postgresUrl !== undefined);

onServer('a signal ends an import that waits for another one', async (t) => {
  // A database of its own: the locks of others are not seen in it.
  const name = `svcapi_wait_${randomBytes(6).toString('hex')}`;
  await query(postgresUrl ?? '', `create database ${name}`);
  t.teardown(() => query(postgresUrl ?? '', `drop database ${name} with (force)`));
  const database = Object.assign(new URL(postgresUrl ?? ''), { pathname: `/${name}` }).href;
  const file = join(await temporaryFolder(t), 'galaxy.ndjson');
  await writeFile(file, '{"kind":"faction","uid":"20:1","name":"The Lantern Guild"}\n');
  const env = { SVCAPI_DATABASE: database, HOME: '/nonexistent' };
  t.is((await startProgram(['import', file], env).ended).code, 0);

  const other = new pg.Client({ connectionString: database });
  await other.connect();
  t.teardown(() => other.end());
  await other.query("select pg_advisory_lock(hashtextextended('bulk load', 0))");
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const { child, ended } = startProgram(['import', file], env);
    let said = '';
    child.stderr?.on('data', (text) => (said += text));
    await until(() => said.includes('Another import is running'), { what: 'it waits' });
    child.kill(signal);
    const { signal: died, stderr } = await ended;
    t.is(died, signal);
    t.regex(stderr, new RegExp(`interrupted by ${signal}: nothing was kept; run the same command again`));
  }
});
