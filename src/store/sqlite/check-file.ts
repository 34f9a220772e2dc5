import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import process from 'node:process';
import { UnusableDatabase } from '../unusable-database.js';
import { ENGINE, type SqliteConnection } from './engine.js';

/** The size of a file up to which checking it takes some hundredths of a second. */
const SMALL = 16 * 1024 * 1024;

/** Time for the start of the service before a large file is checked, in milliseconds. */
const DELAY = 1_000;

/** Checks the file that the arguments name, behind the engine that reads it. */
const CHECK = `
const [, engine, path] = process.argv;
const { DatabaseSync } = require(engine);
const database = new DatabaseSync(path, { readOnly: true });
database.exec('pragma busy_timeout = 5000');
process.stdout.write(database.prepare('pragma quick_check(1)').get().quick_check);
database.close();
`;

/** Returns true for a file that is worth to be checked beside other work. */
export function isLarge(path: string): boolean {
  return statSync(path).size > SMALL;
}

/**
 * Checks a database file.
 *
 * @throws {UnusableDatabase} when it is damaged
 */
export function checkForDamage(database: SqliteConnection, path: string): void {
  if (findDamage(database) !== undefined) throw damaged(path);
}

/** Returns the first damage in a database, if there is any. */
export function findDamage(database: SqliteConnection): string | undefined {
  const { quick_check: result } = database.prepare('pragma quick_check(1)').get() as { quick_check: string };
  return result === 'ok' ? undefined : result;
}

/**
 * Checks a database file in a process of its own, so that the event loop goes on meanwhile. A thread that is ended while SQLite reads would
 * abort this process. It starts a second later: to start one takes processor time that the service needs for its own start.
 *
 * @param onDamaged called when it is damaged
 * @returns a function that ends the check
 */
export function checkBeside(path: string, onDamaged: (error: UnusableDatabase) => void): () => void {
  let end = (): unknown => clearTimeout(timer);
  const timer = setTimeout(() => {
    const child = execFile(process.execPath, ['--eval', CHECK, ENGINE, path], (error, result, problem) => {
      if (child.killed) return;
      // What keeps the process from reading the file keeps the service from it, which says so.
      if (error ? /malformed|not a database/.test(problem) : result !== 'ok') onDamaged(damaged(path));
    });
    end = () => child.kill('SIGKILL');
  }, DELAY).unref();
  return () => void end();
}

function damaged(path: string): UnusableDatabase {
  return new UnusableDatabase(`the database ${path} is damaged`, 'restore a backup (svcapi backup --help)');
}
