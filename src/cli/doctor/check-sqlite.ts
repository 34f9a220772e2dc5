import { access, constants, stat, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { checkContents, SOON } from './check-database.js';
import type { ServerSettings } from './check-settings.js';
import { type Finding, ok, problem, warning } from './finding.js';

/** Room that a disk should have left: for the write-ahead log, and a backup beside the database. */
const ROOM = 256 * 1024 ** 2;

/** Without so much, the next changes may fail already. */
const LEAST_ROOM = 32 * 1024 ** 2;

/** Looks at the file, and at the folder and the disk that it is on. @param now Unix seconds */
export async function checkSqlite(path: string, settings: ServerSettings, now: number): Promise<Finding[]> {
  if (path === ':memory:') {
    return [warning('database', 'in memory: everything is gone when the server ends', 'name a file in --database')];
  }
  const file = await stat(path).catch(() => undefined);
  const folder = await nearestFolder(dirname(resolve(path)));
  const place = [...(await checkFolder(folder)), await checkRoom(folder, file?.size ?? 0)];
  if (!file) {
    const next = 'run svcapi import or svcapi serve, which make it, or name another --database';
    return [warning('database', `there is none yet at ${path}`, next), ...place];
  }
  return [...(await checkFile(path, settings, now)), checkMode(path, file.mode), ...place];
}

async function checkFile(path: string, settings: ServerSettings, now: number): Promise<Finding[]> {
  const [{ inspectSqlite }, { UnusableDatabase }] = await Promise.all([
    import('../../store/sqlite/inspect.js'),
    import('../../store/unusable-database.js'),
  ]);
  try {
    const found = inspectSqlite(path, now, now + SOON);
    if (found.damage !== undefined) {
      const next = 'stop the server and go back to the last backup (docs/operations.md)';
      return [problem('database', `${path} is damaged: ${found.damage}`, next)];
    }
    const sound = ok('database', `${path} can be read and written, and has no damage`);
    return [sound, checkJournal(path, found.journalMode), ...(await checkContents(found, settings, now))];
  } catch (error) {
    if (!(error instanceof UnusableDatabase)) throw error;
    const [, what = error.message, next = ''] = /: (.+?): (.+?)\.?$/.exec(error.message) ?? [];
    return [problem('database', `${path}: ${what}`, next)];
  }
}

function checkJournal(path: string, mode: string): Finding {
  if (mode === 'wal') return ok('journal', 'write-ahead log');
  const next =
    'start the server, which changes it; on a network disk that is not possible: move the file to a local one';
  return warning('journal', `${path} is in the mode “${mode}”: readers wait for writers`, next);
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
    const next = 'run this as the user of the server, or give that user the folder with chown';
    return [problem('folder', `${folder} cannot be written to by this user`, next)];
  }
  const isShared = (mode & 0o022) !== 0 && (mode & 0o1000) === 0;
  if (isShared)
    return [
      warning('folder', `${octal(mode)}: other users can replace files in ${folder}`, `run chmod go-w ${folder}`),
    ];
  return [ok('folder', `${folder} can be written to`)];
}

async function checkRoom(folder: string, size: number): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const finding = `${megabytes(free)} free at ${folder}, the database has ${megabytes(size)}`;
  if (free < LEAST_ROOM) return problem('disk', finding, 'make room: changes will soon be refused');
  if (free < size + ROOM) return warning('disk', finding, 'make room: a backup would not fit beside it');
  return ok('disk', finding);
}

async function nearestFolder(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() || dirname(path) === path ? path : nearestFolder(dirname(path));
}

const octal = (mode: number) => (mode & 0o7777).toString(8).padStart(4, '0');

const megabytes = (bytes: number) => `${Math.floor(bytes / 1e6).toLocaleString('en')} MB`;
