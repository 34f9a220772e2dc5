import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Server, startService } from '../../bench/server.js';
import type { Acknowledged } from '../../test/helpers/audit.js';
import { randomChange, sendChange } from '../changes.js';
import { endBy, planted } from '../harness.js';
import { type Task, Unavailable } from '../trial.js';
import { Disk } from './disk.js';
import { readTrace, TRACED } from './read-trace.js';

/** Clients that send changes at the same time. */
const WORKERS = 4;

/** A service under load as its disk saw it. */
export type Recording = Awaited<ReturnType<typeof recordChanges>>;

/** Returns true where system calls can be recorded. */
export function canRecord(): boolean {
  return spawnSync('strace', ['-f', '-o', '/dev/null', '-e', 'trace=none', 'true']).status === 0;
}

/**
 * Records a service on a database file while it makes changes.
 *
 * @throws {Unavailable} without strace
 */
export async function recordChanges(task: Task, number: number, changes: number, database: string, token: string) {
  if (!canRecord()) throw new Unavailable('The system calls of the service are recorded with strace. Install it');
  const content = readFileSync(database);
  const trace = join(task.folder, `${number}.trace`);
  const random = task.random(number, 'changes');
  const server = await startRecorded(task, database, trace);
  const acknowledged = new Map<string, Acknowledged>();
  let sent = 0;
  const worker = async () => {
    while (sent < changes) {
      const change = randomChange(random, `${task.seed}-${number}-${sent++}`);
      const made = (await sendChange(server, token, change))?.made;
      if (made) acknowledged.set(change.key, made);
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
  // The output is closed by strace, too: then the trace is complete.
  await endBy(server.process, random.chance(0.5) ? 'SIGTERM' : 'SIGKILL', 'close');
  const operations = await readTrace(trace, database);
  const answered = new Set(operations.map((each) => (each.kind === 'answer' ? each.request : undefined)));
  const unseen = [...acknowledged.keys()].filter((request) => !answered.has(request));
  if (unseen.length > 0) throw new Error(`The trace has no answer to ${unseen[0]}`);
  // What was acknowledged is there by X-Request-Id, and the disk as it was at first.
  return { operations, acknowledged, database, disk: () => new Disk(database, Buffer.from(content)) };
}

function startRecorded({ fault }: Task, database: string, trace: string): Promise<Server> {
  // With -D, the child is the service itself, and strace ends with it.
  const strace = ['-D', '-f', '-y', '-xx', '-s', '1000000', '-o', trace, '-e', `trace=${TRACED}`, '-e', 'signal=none'];
  return startService({ database, under: ['strace', ...strace], env: planted(fault) });
}
