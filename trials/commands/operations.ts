import { copyFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isPostgres } from '../../src/store/address.js';
import { makeOlder } from '../../test/helpers/database.js';
import { type Database, sqliteDatabase, withStore } from '../backends/database.js';
import type { Backend } from '../trial.js';
import { BOUNDARY, galaxyFile, includes, type State, stateOf } from './records.js';

/** What a command works on. */
export interface Place {
  database: Database;
  /** A folder with the file that the command writes or reads. */
  folder: string;
}

/** A command that is killed. */
export interface Operation {
  name: string;
  /** The only backend that it is for. */
  backend?: Backend;
  /** Its arguments, without the database. */
  argv(folder: string): string[];
  /** The files that it reads, or replaces. */
  files?: Record<string, string>;
  /** Brings the database into the state that it changes. */
  prepare?(place: Place): Promise<void>;
  /** True if it is killed soon after it has created the file of the database, which `prepare` has taken away. */
  creates?: boolean;
  /** True if it runs until a signal ends it. */
  serves?: boolean;
  /** Returns what it has made. */
  look(place: Place): Promise<State>;
  /** Reports whether it may leave this behind when it is killed, besides the old and the new state. */
  isBetween?(seen: State, before: State, after: State): boolean;
}

const PLAYERS = 300;

/** The file of the galaxy that every command begins with. */
export const BASE = galaxyFile({ from: 1, to: PLAYERS, credits: 1 });

const contentsOf = (database: string) => withStore(database, stateOf, true);

const contents = ({ database }: Place) => contentsOf(database.address);

/** Transactions and events are written in slices, beside a service: of the new ones some may be missing. */
function someEntries(seen: State, before: State, after: State): boolean {
  const isWhole = seen.rest === before.rest || seen.rest === after.rest;
  return isWhole && includes(seen, before) && includes(after, seen);
}

/** Gives a place a database that does not exist yet, in its folder. */
async function takeAway(place: Place): Promise<void> {
  await place.database.remove();
  place.database = sqliteDatabase(join(place.folder, 'galaxy.db'));
}

const OLD_FILE = 'what was there before\n';

export const textState = (rest: string): State => ({ entries: new Set(), rest });

/** All commands that change something, in the order of their cases. */
export const operations: readonly Operation[] = [
  {
    name: 'import',
    argv: (folder) => ['import', join(folder, 'galaxy.ndjson')],
    files: { 'galaxy.ndjson': galaxyFile({ from: PLAYERS / 2, to: PLAYERS * 1.5, credits: 2 }) },
    look: contents,
    isBetween: someEntries,
  },
  {
    name: 'import --sync',
    argv: (folder) => ['import', '--sync', '--no-require-end', '--max-removed', '50%', join(folder, 'galaxy.ndjson')],
    files: { 'galaxy.ndjson': galaxyFile({ from: PLAYERS / 4, to: PLAYERS * 1.25, credits: 3 }) },
    look: contents,
    isBetween: someEntries,
  },
  {
    name: 'backup',
    backend: 'sqlite',
    argv: (folder) => ['backup', '--force', join(folder, 'copy.db')],
    files: { 'copy.db': OLD_FILE },
    async look({ folder }) {
      const file = join(folder, 'copy.db');
      if (readFileSync(file).equals(Buffer.from(OLD_FILE))) return textState(OLD_FILE);
      // Whoever opens a database leaves files beside it.
      const copy = `${folder}.db`;
      copyFileSync(file, copy);
      return contentsOf(copy).finally(() => rmSync(copy));
    },
  },
  {
    name: 'export',
    argv: (folder) => ['export', join(folder, 'service.ndjson')],
    files: { 'service.ndjson': OLD_FILE },
    look: async ({ folder }) => textState(readFileSync(join(folder, 'service.ndjson'), 'utf8')),
  },
  {
    name: 'migrate',
    argv: () => ['migrate'],
    prepare: async ({ database }) =>
      isPostgres(database.address)
        ? database.execute('drop schema public cascade; create schema public')
        : makeOlder(database.address),
    look: contents,
  },
  {
    name: 'prune',
    argv: () => {
      const age = `${Math.floor((Date.now() / 1000 - BOUNDARY) / 86_400)}d`;
      return ['prune', '--yes', '--events-older-than', age, '--transactions-older-than', age];
    },
    look: contents,
    // It removes in steps.
    isBetween: (seen, before, after) => seen.rest === before.rest && includes(before, seen) && includes(seen, after),
  },
  {
    name: 'import into a new database',
    backend: 'sqlite',
    argv: (folder) => ['import', join(folder, 'galaxy.ndjson')],
    files: { 'galaxy.ndjson': galaxyFile({ from: 1, to: 10, credits: 1 }) },
    prepare: takeAway,
    creates: true,
    look: contents,
  },
  {
    name: 'serve with a new database',
    backend: 'sqlite',
    argv: () => ['serve', '--port', '0'],
    prepare: takeAway,
    creates: true,
    serves: true,
    look: contents,
  },
];
