import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { Scope } from '../scope.js';
import { freePort } from './free-port.js';

/** A PostgreSQL server of a test's own, which it can stop and kill: `fast` ends in order; `immediate` ends as a crash does. */
export type PostgresServer = Awaited<ReturnType<typeof startPostgres>>;

/** The folder of Debian's server programs, which are not on the PATH. */
const INSTALLED = '/usr/lib/postgresql';

/** Seconds that pg_ctl waits on a busy machine; a minute by default. */
const PATIENCE = '240';

/** PostgreSQL does not run as root. */
const asItself = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : [];

const bin = (() => {
  try {
    const [newest] = readdirSync(INSTALLED).sort((a, b) => Number(b) - Number(a));
    return newest === undefined ? undefined : join(INSTALLED, newest, 'bin');
  } catch {
    return undefined;
  }
})();

/** False where PostgreSQL is not installed on this machine. */
export const hasPostgres = bin !== undefined && canRun([...asItself, join(bin, 'initdb'), '--version']);

/** Starts a server on a free port, which is gone after the test. */
export async function startPostgres(t: Scope) {
  const folder = await mkdtemp(join(tmpdir(), 'svcapi-postgres-'));
  if (asItself.length > 0) spawnSync('chown', ['postgres', folder]);
  const data = join(folder, 'data');
  const port = await freePort();
  const control = async (...args: string[]) => {
    const options = ['-D', data, '-l', join(folder, 'log'), '-w', '-t', PATIENCE];
    const status = await run([join(bin ?? '', 'pg_ctl'), ...options, ...args]);
    if (status !== 0) throw new Error(`pg_ctl ${args.join(' ')} ended with ${status}`);
  };
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c max_connections=60`;
  await run([join(bin ?? '', 'initdb'), '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C']);
  await control('-o', options, 'start');
  const signal = (name: NodeJS.Signals) => {
    const [parent = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(' ');
    for (const pid of [parent, ...children]) if (pid !== '') sendSignal(Number(pid), name);
  };
  t.teardown(async () => {
    if (existsSync(join(data, 'postmaster.pid'))) {
      signal('SIGCONT');
      await control('-m', 'immediate', 'stop');
    }
    rmSync(folder, { recursive: true });
  });
  return {
    address: `postgres://postgres@127.0.0.1:${port}/postgres`,
    restart: (mode: 'fast' | 'immediate') => control('-m', mode, 'restart'),
    stop: (mode: 'fast' | 'immediate') => control('-m', mode, 'stop'),
    start: () => control('-o', options, 'start'),
    /** Sends a signal to all its processes: SIGSTOP freezes it. */
    signal,
  };
}

/** Sends a signal to a process, which may have ended since it was listed. */
export function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function canRun([program = '', ...args]: string[]): boolean {
  return spawnSync(program, args, { cwd: '/' }).status === 0;
}

/** The exit code of a command. Nothing waits for it but who asks: the load of a test goes on meanwhile. */
async function run(command: string[]): Promise<number | null> {
  const [program = '', ...args] = [...asItself, ...command];
  const [status] = await once(spawn(program, args, { cwd: '/', stdio: 'ignore' }), 'exit');
  return status as number | null;
}
