import { prepareDatabase } from '../backends/database.js';
import { loadWithToken } from '../harness.js';
import type { Task, Trial } from '../trial.js';
import { History } from './history.js';

/** Kills before the audit begins again with a fresh database: it replays the whole audit trail. */
const KILLS = 25;

/** SIGKILL under changes loses nothing that was acknowledged. */
export const kill: Trial = {
  name: 'kill',
  what: 'SIGKILL while clients change datacards with an Idempotency-Key',
  promise: 'No acknowledged change is lost or made twice, and uses always add up.',
  unit: 'kills',
  fullSize: 1000,
  shortSize: 2,
  backends: ['sqlite', 'postgres'],
  faults: {
    lost: 'a disk that forgets the newest acknowledged change',
    twice: 'a service that ignores Idempotency-Key',
    uses: 'a use that comes from nowhere',
  },
  run,
};

async function run(task: Task): Promise<void> {
  const template = await prepareDatabase(task, loadWithToken);
  let lives = 0;
  let database = await template.copy();
  let history = new History(task, database, template.made);
  let last = task.from;
  for (const number of task.cases()) {
    last = number;
    await history.live(number);
    lives += 1;
    if (lives % KILLS > 0) continue;
    await history.audit(number);
    await database.remove();
    database = await template.copy();
    history = new History(task, database, template.made);
  }
  await history.audit(last);
}
