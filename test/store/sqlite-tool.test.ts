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

withTool('sqlite3 reads a database, and a change by it is counted (needs sqlite3)', async (t) => {
  const path = await galaxyFile();
  const read = sqlite3(path, 'pragma integrity_check; select uses from assigned_uses where datacard_uid = "14:3"');
  t.is(read.stderr, '');
  const [integrity, uses] = read.stdout.split('\n');
  t.is(integrity, 'ok');
  const change = `update assignments set uses = uses + 1 where datacard_uid = '14:3'; select changes()`;
  const changed = sqlite3(path, `${change}; select uses from assigned_uses where datacard_uid = '14:3'`);
  t.is(changed.stderr, '');
  const [changes, after] = changed.stdout.split('\n').map(Number);
  t.true(Number(changes) > 0);
  t.is(after, Number(uses) + Number(changes));
});
