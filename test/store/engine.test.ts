import { getBuiltinModule, versions } from 'node:process';
import test from 'ava';
import { DatabaseSync, errorName, hasSqlite, sqliteErrorName } from '../../src/store/sqlite/driver.js';

/** Which SQLite opens databases, and the errors that both report. */

test('Node.js opens databases with its own SQLite where that is stable, and with the package elsewhere', (t) => {
  for (const version of ['24.15.0', '24.21.0', '25.7.0', '26.0.0', '30.1.2']) t.true(hasSqlite(version), version);
  for (const version of ['20.19.0', '22.23.3', '23.4.0', '24.14.9', '25.6.1']) t.false(hasSqlite(version), version);
});

test('this release of Node.js opens databases with the one that it should', (t) => {
  const own = getBuiltinModule?.('node:sqlite') as { DatabaseSync: unknown } | undefined;
  t.is(DatabaseSync === own?.DatabaseSync, hasSqlite(versions.node));
});

function errorOf(sql: string, path = ':memory:', readOnly = false): unknown {
  let database: InstanceType<typeof DatabaseSync> | undefined;
  try {
    database = new DatabaseSync(path, { readOnly });
    database.exec(sql);
  } catch (error) {
    return error;
  } finally {
    database?.close();
  }
  return undefined;
}

test('an error of the database has a name, extended code or not', (t) => {
  t.is(sqliteErrorName(errorOf('', '/nowhere/at/all.db', true)), 'SQLITE_CANTOPEN');
  t.is(sqliteErrorName(errorOf('pragma query_only = on; create table t (n)')), 'SQLITE_READONLY');
  // SQLITE_IOERR_READ (https://sqlite.org/rescode.html#ioerr_read)
  t.is(sqliteErrorName(Object.assign(new Error('disk I/O error'), { errcode: 266 })), 'SQLITE_IOERR');
});

test('an error of the query has none', (t) => {
  t.is(sqliteErrorName(errorOf('select 1 from nothing')), undefined);
  t.is(sqliteErrorName(errorOf('create table t (n primary key); insert into t values (1), (1)')), undefined);
  t.is(sqliteErrorName('no error'), undefined);
});

test('an error of the operating system keeps its own', (t) => {
  t.is(errorName(Object.assign(new Error('denied'), { code: 'EACCES' })), 'EACCES');
  t.is(errorName(undefined), undefined);
});
