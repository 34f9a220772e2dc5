import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { UnusableDatabase } from '../unusable-database.js';
import { ENGINE, type SqliteConnection } from './engine.js';

/** The size of a file up to which checking it takes some hundredths of a second. */
const SMALL = 16 * 1024 * 1024;

/** Time for the start of the service before a large file is checked, in milliseconds. */
const DELAY = 1_000;

/** Checks the file that `workerData` names, with a connection of its own. */
const THREAD = `
const { parentPort, workerData } = require('node:worker_threads');
const { DatabaseSync } = require(workerData.engine);
const database = new DatabaseSync(workerData.path, { readOnly: true });
database.exec('pragma busy_timeout = 5000');
parentPort.postMessage(database.prepare('pragma quick_check(1)').get().quick_check);
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
  const result = database.prepare('pragma quick_check(1)').get() as { quick_check: string };
  if (result.quick_check !== 'ok') throw damaged(path);
}

/**
 * Checks a database file in a thread of its own, so that the event loop goes on meanwhile. The thread starts a second later: to start
 * one takes 0.09 s of processor time, which the service needs for its own start.
 *
 * @param onDamaged called when it is damaged
 * @returns a function that ends the check
 */
export function checkBeside(path: string, onDamaged: (error: UnusableDatabase) => void): () => void {
  let end = (): unknown => clearTimeout(timer);
  const timer = setTimeout(() => {
    const worker = startCheck(path, onDamaged);
    end = () => worker.terminate();
  }, DELAY).unref();
  return () => void end();
}

function startCheck(path: string, onDamaged: (error: UnusableDatabase) => void): Worker {
  const worker = new Worker(THREAD, { eval: true, workerData: { path, engine: ENGINE } });
  worker.unref();
  worker.on('message', (result) => {
    if (result !== 'ok') onDamaged(damaged(path));
  });
  // What keeps the thread from reading the file keeps the service from it, which says so.
  worker.on('error', (error) => {
    if (/malformed|not a database/.test(error.message)) onDamaged(damaged(path));
  });
  return worker;
}

function damaged(path: string): UnusableDatabase {
  return new UnusableDatabase(`the database ${path} is damaged`, 'restore it from a backup');
}
