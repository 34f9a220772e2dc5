import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startService } from '../../bench/server.js';
import { filesOf, prepareDatabase } from '../backends/database.js';
import { audit } from '../changes.js';
import { loadWithToken } from '../harness.js';
import type { Task, Trial } from '../trial.js';
import { damage } from './disk.js';
import { type Recording, recordChanges } from './recording.js';

/** Cuts of one recording. */
const CUTS = 100;

/** Changes of a recording: enough that the log is copied into the file several times. */
const CHANGES = 500;

/** The published program itself opens the database after every so many cuts. */
const STARTS = 25;

/** What was acknowledged is on the disk. */
export const power: Trial = {
  name: 'power',
  what: 'Power cuts on a disk that loses, tears and reorders whatever is not synced',
  promise: 'No acknowledged change is lost or made twice, uses add up, and the database opens.',
  unit: 'cuts',
  fullSize: 600,
  shortSize: 20,
  backends: ['sqlite'],
  faults: {
    off: 'a service that never waits for the disk (`synchronous = off`)',
    normal: 'a service that waits only when its log is copied (`synchronous = normal`)',
    damage: 'a page of the file that is overwritten with nonsense',
  },
  run,
};

async function run(task: Task): Promise<void> {
  const template = await prepareDatabase(task, loadWithToken);
  let recording: Recording | undefined;
  for (const number of task.cases()) {
    if (recording === undefined || number % CUTS === 0) {
      const changes = Math.min(CHANGES, task.size * 5);
      recording = await recordChanges(task, number, changes, (await template.copy()).address, template.made);
      task.count('changes acknowledged in the recordings', recording.acknowledged.size);
      task.count('writes', recording.operations.filter(({ kind }) => kind === 'write').length);
      task.count('syncs', recording.operations.filter(({ kind }) => kind === 'sync').length);
    }
    await cutAt(task, number, recording);
  }
}

async function cutAt(
  task: Task,
  number: number,
  { operations, acknowledged, database, disk }: Recording,
): Promise<void> {
  const random = task.random(number);
  const before = operations.slice(0, random.below(operations.length + 1));
  const after = disk();
  for (const operation of before) after.perform(operation);
  const address = join(task.folder, `cut-${number}.db`);
  const { kept, lost } = after.cut(random, (file) => file.replace(database, address));
  task.count('sectors that were not synced and kept', kept);
  task.count('sectors that were not synced and lost', lost);
  if (task.fault === 'damage') damage(address);
  const answered = before.flatMap((each) => (each.kind === 'answer' ? (acknowledged.get(each.request) ?? []) : []));
  task.count('changes acknowledged before the cuts', answered.length);
  if (number % STARTS === 0) await startProgram(task, number, address);
  try {
    await audit({ task, number, database: address, acknowledged: answered });
  } catch (error) {
    task.violate(number, `the database does not open: ${(error as Error).message}`);
  }
  for (const file of filesOf(address)) rmSync(file);
}

async function startProgram(task: Task, number: number, database: string): Promise<void> {
  try {
    const service = await startService({ database });
    const { status } = await fetch(`${service.url}/readyz`);
    if (status !== 200) task.violate(number, `the service started and is not ready: ${status}`);
    await service.stop();
    task.count('starts of the program after a cut');
  } catch (error) {
    task.violate(number, `the service does not start: ${(error as Error).message}`);
  }
}
