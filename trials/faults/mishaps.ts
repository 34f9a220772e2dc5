import { spawnSync } from 'node:child_process';
import { copyFileSync, linkSync, mkdtempSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Server } from '../../bench/server.js';
import type { Random } from '../../src/demo/random.js';
import type { Scope } from '../../test/helpers/scope.js';
import type { PostgresServer } from '../../test/helpers/servers/postgres-server.js';
import type { OwnRedis } from '../../test/helpers/servers/redis-server.js';
import { freezable } from '../backends/freeze.js';
import { TrialScope } from '../harness.js';
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
  happen(setup: Setup): Promise<void> | void;
  mend(setup: Setup): Promise<void> | void;
  /** True if no change can be stored meanwhile, so that none may be acknowledged. */
  losesAll?: boolean;
  /** True if a host restarts the service to mend it (docs/host/failures.md). */
  needsRestart?: boolean;
  /** True if the database is another one afterwards: the backup. */
  restores?: boolean;
  /** True if the service is stopped during it, and starts in vain. */
  stops?: boolean;
}

function limit(pid: number, bytes: string): void {
  const { status, stderr } = spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`prlimit does not work here: ${stderr}`);
}

/** Mounts a disk of 8 MB. Needs root. */
function smallDisk(scope: Scope, folder: string): string {
  const disk = mkdtempSync(join(folder, 'disk-'));
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`No disk can be mounted here: ${stderr}`);
  scope.teardown(() => spawnSync('umount', ['--lazy', disk]));
  return disk;
}

const filler = ({ database }: Setup) => `${database}-filler`;
const aside = ({ database }: Setup) => `${database}-aside`;

/** Overwrites some pages behind the first, which has the header. */
function damage({ database, random }: Setup): void {
  const PAGE = 4096;
  const pages = Math.floor(statSync(database).size / PAGE);
  const file = openSync(database, 'r+');
  for (let count = 0; count < pages / 2; count += 1)
    writeSync(file, Buffer.alloc(PAGE, 0xa5), 0, PAGE, (1 + random.below(pages - 1)) * PAGE);
}

/** Ends the lock of another process on a file. */
let unlock = async () => {};

export const mishaps: readonly Mishap[] = [
  {
    name: 'a file that another process locks at a stop',
    backend: 'sqlite',
    ...{ losesAll: true, needsRestart: true, stops: true },
    async happen({ database }) {
      const lock = new TrialScope();
      (await freezable(lock, database)).freeze();
      unlock = () => lock.end();
    },
    mend: () => unlock(),
  },
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
    happen: (setup) => void spawnSync('dd', ['if=/dev/zero', `of=${filler(setup)}`, 'bs=4k']),
    mend: (setup) => rmSync(filler(setup)),
  },
  {
    name: 'a file that is deleted',
    backend: 'sqlite',
    ...{ losesAll: true, needsRestart: true },
    happen(setup) {
      linkSync(setup.database, aside(setup));
      rmSync(setup.database);
    },
    mend: (setup) => renameSync(aside(setup), setup.database),
  },
  {
    name: 'a file that is replaced',
    backend: 'sqlite',
    ...{ losesAll: true, needsRestart: true },
    happen(setup) {
      linkSync(setup.database, aside(setup));
      copyFileSync(setup.backup, filler(setup));
      renameSync(filler(setup), setup.database);
    },
    mend: (setup) => renameSync(aside(setup), setup.database),
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
  {
    name: 'PostgreSQL frozen at a stop',
    backend: 'postgres',
    ...{ needsRestart: true, stops: true },
    happen: ({ postgres }) => postgres?.signal('SIGSTOP'),
    mend: ({ postgres }) => postgres?.signal('SIGCONT'),
  },
  {
    name: 'PostgreSQL killed and started',
    backend: 'postgres',
    happen: ({ postgres }) => postgres?.stop('immediate'),
    mend: ({ postgres }) => postgres?.start(),
  },
  {
    name: 'Redis frozen',
    backend: 'postgres',
    happen: ({ redis }) => void redis?.process.kill('SIGSTOP'),
    mend: ({ redis }) => void redis?.process.kill('SIGCONT'),
  },
  {
    name: 'PostgreSQL frozen',
    backend: 'postgres',
    happen: ({ postgres }) => postgres?.signal('SIGSTOP'),
    mend: ({ postgres }) => postgres?.signal('SIGCONT'),
  },
  {
    name: 'Redis killed and started empty',
    backend: 'postgres',
    happen: ({ redis }) => redis?.kill(),
    mend: ({ redis }) => redis?.restart(),
  },
  {
    name: 'PostgreSQL restarted',
    backend: 'postgres',
    happen: ({ postgres }) => postgres?.restart('fast'),
    mend: () => {},
  },
];
