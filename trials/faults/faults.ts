import { once } from 'node:events';
import { copyFileSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { kill } from '../../bench/child.js';
import { type Server, startService } from '../../bench/server.js';
import { query } from '../../test/helpers/database.js';
import type { Scope } from '../../test/helpers/scope.js';
import { startPostgres } from '../../test/helpers/servers/postgres-server.js';
import { startRedis } from '../../test/helpers/servers/redis-server.js';
import { inTime } from '../../test/helpers/until.js';
import { sqliteDatabase, withStore } from '../backends/database.js';
import { audit } from '../changes.js';
import { endBy, inScope, loadWithToken, STOP_FLAGS, startProgram } from '../harness.js';
import type { Task, Trial } from '../trial.js';
import { Load } from './load.js';
import { type Mishap, mishaps, type Setup } from './mishaps.js';

/** Answers that are waited for before, during and after a mishap, and milliseconds for the service to recover by itself. */
const ANSWERS = 40;
const PATIENCE = 240_000;

/** What goes wrong beside the service makes for a 503 at worst, and it recovers. */
export const faults: Trial = {
  name: 'faults',
  what: 'Database and Redis stopped, frozen and restarted; disk full; database file deleted, replaced or damaged',
  promise: 'No acknowledged change is lost, other calls get a 503 at worst, and the service recovers.',
  unit: 'mishaps',
  fullSize: 100,
  shortSize: 5,
  backends: ['sqlite', 'postgres'],
  faults: {
    forgets: 'a database that forgets the newest acknowledged change',
    lasting: 'a mishap that is never mended',
  },
  run,
};

async function run(task: Task): Promise<void> {
  const own = mishaps.filter(({ backend }) => backend === task.backend);
  await inScope(async (scope) => {
    const servers =
      task.backend === 'postgres' ? { postgres: await startPostgres(scope), redis: await startRedis(scope) } : {};
    for (const number of task.cases())
      await inScope((inner) => undergo(inner, task, number, own[number % own.length] as Mishap, servers));
  });
}

type Servers = Pick<Setup, 'postgres' | 'redis'>;

async function undergo(scope: Scope, task: Task, number: number, mishap: Mishap, servers: Servers): Promise<void> {
  const folder = mkdtempSync(join(task.folder, 'case-'));
  const { postgres } = servers;
  if (postgres) await query(postgres.address, 'drop schema public cascade; create schema public');
  const database = postgres?.address ?? join(mishap.folder?.(scope, folder) ?? folder, 'galaxy.db');
  const backup = join(folder, 'backup.db');
  // The package for SQLite keeps a closed file open until its statements are collected, and what is open stays shared in a process.
  const token = await withStore(task.backend === 'sqlite' ? backup : database, loadWithToken);
  if (task.backend === 'sqlite') copyFileSync(backup, database);
  const flags = [...STOP_FLAGS, ...(servers.redis ? ['--redis', servers.redis.url] : [])];
  const service = await startService({ database, flags });
  const setup: Setup = { ...{ scope, folder, database, backup, service }, ...servers, random: task.random(number) };
  const load = new Load(task, number, service, token);
  await load.answers(ANSWERS);
  await mishap.happen(setup);
  load.mayAcknowledge = mishap.losesAll !== true;
  await load.answers(ANSWERS);
  const last = await mend(task, number, mishap, setup, load);
  if (!(await load.recovers(task.fault === undefined ? PATIENCE : 3000)))
    task.violate(number, `after ${mishap.name} no change is acknowledged`);
  await load.end();
  await stop(last);
  if (task.fault === 'forgets')
    await (postgres ? query(database, forget(load)) : sqliteDatabase(database).execute(forget(load)));
  if (!task.isOver || task.fault === undefined) {
    const after = `after ${mishap.name}${mishap.restores ? ' and a restored backup' : ''}: `;
    await audit(task, number, database, load.acknowledged, after);
    task.count('changes acknowledged', load.acknowledged.length);
  }
  task.count(mishap.name);
}

/** Mends a mishap, and returns the service that is to recover. */
async function mend(task: Task, number: number, mishap: Mishap, setup: Setup, load: Load): Promise<Server> {
  const { service, database } = setup;
  if (task.fault === 'lasting') return service;
  if (!mishap.needsRestart) {
    await mishap.mend(setup);
    load.mayAcknowledge = true;
    return service;
  }
  await load.end();
  await stop(service);
  if (mishap.restores) {
    if (await startsOn(database)) task.violate(number, `the service starts after ${mishap.name}`);
    load.acknowledged.length = 0;
  }
  await mishap.mend(setup);
  const next = await startService({ database, flags: STOP_FLAGS });
  load.mayAcknowledge = true;
  load.begin(next);
  return next;
}

/** Reports whether the service starts on a damaged database, where it should end with an error. */
async function startsOn(database: string): Promise<boolean> {
  const child = startProgram(['serve', '--database', database, '--port', '0'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const listens = once(child.stdout as NonNullable<typeof child.stdout>, 'data').then(() => true);
  const ended = once(child, 'exit').then(([code]) => code === 0);
  const starts = await inTime(Promise.race([listens, ended]), 'the service neither starts nor ends');
  await kill(child);
  return starts;
}

/** Stops a service as a host does. */
async function stop(service: Server): Promise<void> {
  service.process.kill('SIGTERM');
  // A second signal ends it at once; nothing is in flight any more.
  await endBy(service.process, 'SIGTERM').catch(() => service.stop());
}

const forget = ({ acknowledged }: Load) =>
  `delete from datacard_changes where request_id = '${acknowledged.at(-1)?.request_id}'`;
