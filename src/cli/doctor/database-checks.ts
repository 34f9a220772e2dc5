import { access, constants, stat, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { isPostgres, shownDatabase } from '../../store/address.js';
import type { Inspection } from '../../store/inspection.js';
import { type Check, ok, problem, type Result, type ServerSettings, type Subject, warning } from './finding.js';

/** The oldest supported version, as PostgreSQL numbers it. */
const OLDEST = 150_000;

/** Free bytes: for the write-ahead log during a backup, and the least with which changes succeed. */
const ROOM = { backup: 256 * 1024 ** 2, changes: 32 * 1024 ** 2 };

export const databaseChecks: Check[] = [
  { title: 'database', run: checkDatabase },
  { title: 'damage', run: ofDatabase(checkDamage) },
  { title: 'encoding', run: ofDatabase(checkEncoding) },
  { title: 'durability', run: ofDatabase(checkDurability) },
  { title: 'disk', run: checkDisk },
  { title: 'tokens', run: ofDatabase(checkTokens) },
];

function ofDatabase(check: (found: Inspection, settings: ServerSettings) => Result | Result[]): Check['run'] {
  return ({ database, settings }) => ('state' in database ? [] : check(database, settings));
}

/** Returns a Result if the database cannot be examined. */
export async function inspect(database: string, now: number): Promise<Inspection | Result> {
  if (database === ':memory:')
    return warning('in memory: everything is lost when the server stops', 'name a file in --database');
  if (!isPostgres(database) && !(await stat(database).catch(() => undefined))) {
    const next = 'make it with svcapi import or svcapi serve, or name another --database';
    return warning(`${database} does not exist yet`, next);
  }
  const [{ inspectDatabase }, { UnusableDatabase }] = await Promise.all([
    import('../../store/open-store.js'),
    import('../../store/unusable-database.js'),
  ]);
  try {
    return await inspectDatabase(database, now);
  } catch (error) {
    if (!(error instanceof UnusableDatabase)) throw error;
    return problem(error.problem, error.next);
  }
}

function checkDatabase({ settings, database }: Subject): Result[] {
  if ('state' in database) return [database];
  const { server } = database;
  return [...checkTables(database, settings), ...(server ? checkServer(server, settings) : [])];
}

function checkTables({ missing, unknown, damage }: Inspection, { database }: ServerSettings): Result[] {
  if (damage !== undefined) return [];
  if (unknown.length > 0) {
    const next = 'install that version, or name another --database';
    return [problem(`made by a newer version of svcapi (${unknown.join(', ')})`, next)];
  }
  if (missing.length === 0) return [ok(`${shownDatabase(database)} can be used; its tables are up to date`)];
  const next = 'run svcapi migrate; svcapi serve does the same when it starts';
  return [warning(`the tables are older than this version (${missing.join(', ')} missing)`, next)];
}

function checkServer(
  { version, connections, taken }: NonNullable<Inspection['server']>,
  { databaseConnections: pool }: ServerSettings,
): Result[] {
  const results: Result[] = [];
  const shown = `PostgreSQL ${Math.floor(version / 10_000)}.${version % 10_000}`;
  if (version < OLDEST) results.push(problem(shown, `upgrade to ${OLDEST / 10_000} or newer`));
  // A rolling restart or a migration needs one more.
  const room = Math.max(0, Math.floor((connections - taken - 1) / pool));
  const finding = `room for ${room} svcapi with ${pool} connections each: ${connections} in all, ${taken} used by others`;
  const next = 'raise max_connections, or lower --database-connections';
  results.push(room > 0 ? ok(finding) : problem(finding, next));
  return results;
}

function checkDamage({ damage }: Inspection, { database }: ServerSettings): Result {
  if (damage === undefined) return ok('none found');
  return problem(`${shownDatabase(database)} is damaged: ${damage}`, 'restore the last backup (svcapi backup --help)');
}

function checkEncoding({ encoding }: Inspection): Result {
  if (encoding === 'UTF8') return ok(encoding);
  const next = "create a database with encoding 'UTF8' template template0, and import an export of this one";
  return problem(`${encoding}, which cannot store most names`, next);
}

function checkDurability({ unsafe, server }: Inspection): Result[] {
  if (unsafe.length === 0) return [ok('acknowledged changes are on the disk')];
  return unsafe.map(({ finding, next }) => (server ? problem(finding, next) : warning(finding, next)));
}

function checkTokens({ expiring }: Inspection): Result {
  if (expiring === 0) return ok('no valid token expires within a week');
  const next = 'find them with svcapi token list, and make new ones with svcapi token create';
  return warning(`${expiring} valid ${expiring === 1 ? 'token expires' : 'tokens expire'} within a week`, next);
}

async function checkDisk({ settings: { database: path } }: Subject): Promise<Result[]> {
  if (isPostgres(path) || path === ':memory:') return [];
  const results: Result[] = [];
  const octal = (mode: number) => (mode & 0o7777).toString(8).padStart(4, '0');
  const file = await stat(path).catch(() => undefined);
  // Windows has no such bits.
  const hasModes = process.platform !== 'win32';
  if (hasModes && file && (file.mode & 0o077) !== 0)
    results.push(warning(`${octal(file.mode)}: other users can read ${path}`, `run chmod 600 ${path}`));

  const folder = await nearestFolder(dirname(resolve(path)));
  const { mode } = (await stat(folder).catch(() => undefined)) ?? {};
  if (mode === undefined) return [problem(`there is no ${folder}`, 'connect it, or name another --database')];
  const canWrite = await access(folder, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!canWrite) {
    const next = 'run svcapi doctor as the user of the server, or give that user the folder with chown';
    results.push(problem(`this user cannot write to ${folder}`, next));
  } else if (hasModes && (mode & 0o022) !== 0 && (mode & 0o1000) === 0) {
    results.push(warning(`${octal(mode)}: other users can replace files in ${folder}`, `run chmod go-w ${folder}`));
  }

  const size = file?.size ?? 0;
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const megabytes = (bytes: number) => `${Math.floor(bytes / 1e6).toLocaleString('en')} MB`;
  const finding = `${megabytes(free)} free at ${folder}; the database has ${megabytes(size)}`;
  if (free < ROOM.changes) return [...results, problem(finding, 'free some space: changes will soon fail')];
  if (free < size + ROOM.backup) return [...results, warning(finding, 'free some space: a backup would not fit')];
  return [...results, ok(finding)];
}

async function nearestFolder(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() || dirname(path) === path ? path : nearestFolder(dirname(path));
}
