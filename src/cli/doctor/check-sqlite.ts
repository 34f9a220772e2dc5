import { access, constants, stat, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { checkContents, SOON } from './check-database.js';
import type { ServerSettings } from './check-settings.js';
import { type Finding, ok, problem, warning } from './finding.js';

/** Free space for the write-ahead log, beside a backup of the database. */
const ROOM = 256 * 1024 ** 2;

/** Free space below which the next changes may fail. */
const LEAST_ROOM = 32 * 1024 ** 2;

/** Checks a database file, its folder and its disk. @param now Unix seconds */
export async function checkSqlite(path: string, settings: ServerSettings, now: number): Promise<Finding[]> {
  if (path === ':memory:') {
    return [warning('database', 'in memory: everything is lost when the server stops', 'name a file in --database')];
  }
  const file = await stat(path).catch(() => undefined);
  const folder = await nearestFolder(dirname(resolve(path)));
  const place = [...(await checkFolder(folder)), await checkRoom(folder, file?.size ?? 0)];
  if (!file) {
    const next = 'make it with svcapi import or svcapi serve, or name another --database';
    return [warning('database', `${path} does not exist yet`, next), ...place];
  }
  return [...(await checkFile(path, settings, now)), checkMode(path, file.mode), ...place];
}

async function checkFile(path: string, settings: ServerSettings, now: number): Promise<Finding[]> {
  const [{ inspectSqlite }, { UnusableDatabase }] = await Promise.all([
    import('../../store/sqlite/inspect-database.js'),
    import('../../store/unusable-database.js'),
  ]);
  try {
    const found = inspectSqlite(path, now, now + SOON);
    if (found.damage !== undefined) {
      const next = 'stop the server and restore the last backup (docs/host/backup.md)';
      return [problem('database', `${path} is damaged: ${found.damage}`, next)];
    }
    const sound = ok('database', `${path} can be read and written, and is not damaged`);
    return [sound, checkJournal(path, found.journalMode), ...(await checkContents(found, settings, now))];
  } catch (error) {
    if (!(error instanceof UnusableDatabase)) throw error;
    return [problem('database', error.problem, error.next)];
  }
}

function checkJournal(path: string, mode: string): Finding {
  if (mode === 'wal') return ok('journal', 'write-ahead log');
  const next = 'start the server, which changes it; a network disk does not allow it: move the file to a local disk';
  return warning('journal', `${path} has the journal mode “${mode}”: readers wait for writers`, next);
}

function checkMode(path: string, mode: number): Finding {
  if ((mode & 0o077) === 0) return ok('file mode', octal(mode));
  return warning('file mode', `${octal(mode)}: other users can read ${path}`, `run chmod 600 ${path}`);
}

async function checkFolder(folder: string): Promise<Finding[]> {
  const { mode } = await stat(folder);
  const canWrite = await access(folder, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!canWrite) {
    const next = 'run svcapi doctor as the user of the server, or give that user the folder with chown';
    return [problem('folder', `this user cannot write to ${folder}`, next)];
  }
  const isShared = (mode & 0o022) !== 0 && (mode & 0o1000) === 0;
  if (isShared)
    return [
      warning('folder', `${octal(mode)}: other users can replace files in ${folder}`, `run chmod go-w ${folder}`),
    ];
  return [ok('folder', `${folder} is writable`)];
}

async function checkRoom(folder: string, size: number): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const finding = `${megabytes(free)} free at ${folder}; the database has ${megabytes(size)}`;
  if (free < LEAST_ROOM) return problem('disk', finding, 'free some space: changes will soon fail');
  if (free < size + ROOM) return warning('disk', finding, 'free some space: a backup would not fit');
  return ok('disk', finding);
}

async function nearestFolder(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() || dirname(path) === path ? path : nearestFolder(dirname(path));
}

const octal = (mode: number) => (mode & 0o7777).toString(8).padStart(4, '0');

const megabytes = (bytes: number) => `${Math.floor(bytes / 1e6).toLocaleString('en')} MB`;
