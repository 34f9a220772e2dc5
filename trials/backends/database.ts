import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../src/store/open-store.js';
import { DatabaseSync } from '../../src/store/sqlite/driver.js';
import type { Store } from '../../src/store/store.js';
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
  const made = await fill(original, prepare);
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
    async execute(sql) {
      const database = new DatabaseSync(address);
      try {
        database.exec(sql);
      } finally {
        database.close();
      }
    },
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
  const made = await fill(original.address, prepare);
  return { made, copy: () => newPostgresDatabase(original.name) };
}

/** Makes a database, and returns what its preparation returns. */
export async function fill<T>(address: string, prepare: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore({ database: address, connections: 2, patient: true });
  try {
    return await prepare(store);
  } finally {
    await store.close();
  }
}
