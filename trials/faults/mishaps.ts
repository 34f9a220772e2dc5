import { spawnSync } from 'node:child_process';
import { copyFileSync, linkSync, mkdtempSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Server } from '../../bench/server.js';
import type { Random } from '../../src/demo/random.js';
import type { Scope } from '../../test/helpers/scope.js';
import type { PostgresServer } from '../../test/helpers/servers/postgres-server.js';
import type { OwnRedis } from '../../test/helpers/servers/redis-server.js';
import type { Backend } from '../trial.js';

/** What a mishap happens to. */
export interface Setup {
  scope: Scope;
  folder: string;
  /** The SQLite file, or the address of the server. */
  database: string;
  /** The file as it was when the service started. */
  backup: string;
  postgres?: PostgresServer;
  redis?: OwnRedis;
  service: Server;
  random: Random;
}

/** Something that goes wrong beside a running service. */
export interface Mishap {
  name: string;
  backend: Backend;
  /** Returns the folder for the database, where it needs one of its own. */
  folder?(scope: Scope, folder: string): string;
  happen(setup: Setup): unknown;
  mend(setup: Setup): unknown;
  /** True if no change can be stored meanwhile, so that none may be acknowledged. */
  losesAll?: boolean;
  /** True if a host restarts the service to mend it (docs/host/failures.md). */
  needsRestart?: boolean;
  /** True if the database is another one afterwards: the backup. */
  restores?: boolean;
}

/** Does not return before it has succeeded: no change is acknowledged between a mishap and the note of it. */
function succeed(program: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} does not work here: ${stderr}`);
}

const limit = (pid: number, bytes: string) => succeed('prlimit', '--pid', String(pid), `--fsize=${bytes}:`);

/** Mounts a disk of 8 MB. Needs root. */
function smallDisk(scope: Scope, folder: string): string {
  const disk = mkdtempSync(join(folder, 'disk-'));
  succeed('mount', '-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk);
  scope.teardown(() => spawnSync('umount', ['--lazy', disk]));
  return disk;
}

const filler = ({ database }: Setup) => `${database}-filler`;
const aside = ({ database }: Setup) => `${database}-aside`;

/** Takes the file of the database away, which the service still has open, until it is put back. */
const TAKEN_AWAY = {
  ...{ backend: 'sqlite', losesAll: true, needsRestart: true },
  mend: (setup) => renameSync(aside(setup), setup.database),
} satisfies Partial<Mishap>;

/** Overwrites some pages behind the first, which has the header. */
function damage({ database, random }: Setup): void {
  const PAGE = 4096;
  const pages = Math.floor(statSync(database).size / PAGE);
  const file = openSync(database, 'r+');
  for (let count = 0; count < pages / 2; count += 1)
    writeSync(file, Buffer.alloc(PAGE, 0xa5), 0, PAGE, (1 + random.below(pages - 1)) * PAGE);
}

function onServers(name: string, happen: Mishap['happen'], mend: Mishap['mend'] = () => {}): Mishap {
  return { name, backend: 'postgres', happen, mend };
}

export const mishaps: readonly Mishap[] = [
  {
    name: 'a disk that refuses to write',
    backend: 'sqlite',
    losesAll: true,
    happen: ({ service }) => limit(service.pid, '0'),
    mend: ({ service }) => limit(service.pid, 'unlimited'),
  },
  {
    name: 'a full disk',
    backend: 'sqlite',
    folder: smallDisk,
    happen: (setup) => spawnSync('dd', ['if=/dev/zero', `of=${filler(setup)}`, 'bs=4k']),
    mend: (setup) => rmSync(filler(setup)),
  },
  {
    name: 'a file that is deleted',
    ...TAKEN_AWAY,
    happen(setup) {
      linkSync(setup.database, aside(setup));
      rmSync(setup.database);
    },
  },
  {
    name: 'a file that is replaced',
    ...TAKEN_AWAY,
    happen(setup) {
      linkSync(setup.database, aside(setup));
      copyFileSync(setup.backup, filler(setup));
      renameSync(filler(setup), setup.database);
    },
  },
  {
    name: 'a file that is damaged',
    backend: 'sqlite',
    ...{ needsRestart: true, restores: true },
    happen: damage,
    mend({ database, backup }) {
      for (const end of ['-wal', '-shm']) rmSync(database + end, { force: true });
      copyFileSync(backup, database);
    },
  },
  onServers(
    'PostgreSQL killed and started',
    (s) => s.postgres?.stop('immediate'),
    (s) => s.postgres?.start(),
  ),
  onServers(
    'Redis frozen',
    (s) => s.redis?.process.kill('SIGSTOP'),
    (s) => s.redis?.process.kill('SIGCONT'),
  ),
  onServers(
    'PostgreSQL frozen',
    (s) => s.postgres?.signal('SIGSTOP'),
    (s) => s.postgres?.signal('SIGCONT'),
  ),
  onServers(
    'Redis killed and started empty',
    (s) => s.redis?.kill(),
    (s) => s.redis?.restart(),
  ),
  onServers('PostgreSQL restarted', (s) => s.postgres?.restart('fast')),
];
