import { spawnSync } from 'node:child_process';
import test from 'ava';
import { galaxyFile } from '../helpers/database.js';

/** The database in the command-line tool of the system, whose SQLite may be years older than our own. */

const sqlite3 = (path: string, statements: string) => {
  const { status, stdout, stderr } = spawnSync('sqlite3', ['-bail', path, statements], { encoding: 'utf8' });
  return { status, stdout, stderr };
};

/** Skipped on machines without the tool. */
const withTool = spawnSync('sqlite3', ['--version']).status === 0 ? test : test.skip;

withTool('sqlite3 reads and changes a database (needs sqlite3)', async (t) => {
  const path = await galaxyFile();
  const { status, stdout, stderr } = sqlite3(
    path,
    `pragma integrity_check; update assignments set uses = uses + 1 where datacard_uid = '14:3'; select changes() > 0`,
  );
  t.deepEqual({ status, stdout, stderr }, { status: 0, stdout: 'ok\n1\n', stderr: '' });
});
