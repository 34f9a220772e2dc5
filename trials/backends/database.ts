import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../src/store/open-store.js';
import type { Store } from '../../src/store/store.js';
import { alterFile } from '../../test/helpers/database.js';
import type { Task } from '../trial.js';
import { newPostgresDatabase } from './postgres.js';

/** A database that a trial may do anything to. */
export interface Database {
  /** The value of `--database`. */
  address: string;
  /** Runs a statement behind the back of the service: to plant a fault, or to look at a row. */
  execute(sql: string): Promise<void>;
  /** Waits until nothing is left of clients that were killed. */
  settle(): Promise<void>;
  remove(): Promise<void>;
}

/** Makes copies of a database that has been prepared once. */
export interface Template<T> {
  /** What its preparation returned: tokens, say. */
  made: T;
  copy(): Promise<Database>;
}

/** Prepares a database on the backend of a task; on SQLite where that only counts calls. */
export function prepareDatabase<T>(task: Task, prepare: (store: Store) => Promise<T>): Promise<Template<T>> {
  return task.backend === 'postgres' ? postgresTemplate(prepare) : sqliteTemplate(task.folder, prepare);
}

async function sqliteTemplate<T>(folder: string, prepare: (store: Store) => Promise<T>): Promise<Template<T>> {
  const original = join(folder, 'original.db');
  const made = await withStore(original, prepare);
  let copies = 0;
  return {
    made,
    async copy() {
      const address = join(folder, `galaxy-${copies++}.db`);
      copyFileSync(original, address);
      return sqliteDatabase(address);
    },
  };
}

/** Returns the database in a file, which need not exist. */
export function sqliteDatabase(address: string): Database {
  return {
    address,
    execute: async (sql) => alterFile(address, sql),
    settle: async () => {},
    async remove() {
      for (const file of filesOf(address)) rmSync(file, { force: true });
    },
  };
}

/** Returns the files that a SQLite database consists of. */
export function filesOf(address: string): string[] {
  return ['', '-wal', '-shm', '.lock', '.import-lock'].map((end) => address + end).filter((file) => existsSync(file));
}

async function postgresTemplate<T>(prepare: (store: Store) => Promise<T>): Promise<Template<T>> {
  const original = await newPostgresDatabase();
  const made = await withStore(original.address, prepare);
  return { made, copy: () => newPostgresDatabase(original.name) };
}

/** Works with the store of a database, which is made where there is none; `check` looks for damage first. */
export async function withStore<T>(database: string, work: (store: Store) => Promise<T>, check = false): Promise<T> {
  const store = await openStore({ database, connections: 2, patient: true, check });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
