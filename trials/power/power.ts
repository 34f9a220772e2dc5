import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf, prepareDatabase } from '../backends/database.js';
import { audit } from '../changes.js';
import { loadWithToken } from '../harness.js';
import type { Task, Trial } from '../trial.js';
import { type Recording, recordChanges } from './recording.js';

/** Cuts of one recording, and its changes: enough that the log is copied into the file several times. */
const CUTS = 100;
const CHANGES = 500;

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
    normal: 'a service that waits only when its log is copied (`synchronous = normal`)',
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
      task.count('writes and syncs', recording.operations.length);
    }
    await cutAt(task, number, recording);
  }
}

async function cutAt(task: Task, number: number, recording: Recording): Promise<void> {
  const { operations, acknowledged, database, disk } = recording;
  const random = task.random(number);
  const before = operations.slice(0, random.below(operations.length + 1));
  const after = disk();
  for (const operation of before) after.perform(operation);
  const address = join(task.folder, `cut-${number}.db`);
  const lost = after.cut(random, (file) => file.replace(database, address));
  task.count('sectors lost', lost);
  const answered = before.flatMap((each) => (each.kind === 'answer' ? (acknowledged.get(each.request) ?? []) : []));
  task.count('changes acknowledged before the cuts', answered.length);
  try {
    await audit(task, number, address, answered);
  } catch (error) {
    task.violate(number, `the database does not open: ${(error as Error).message}`);
  }
  for (const file of filesOf(address)) rmSync(file);
}
