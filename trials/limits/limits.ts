import { loadGalaxy } from '../../test/helpers/galaxy.js';
import { prepareDatabase, type Template } from '../backends/database.js';
import type { Task, Trial } from '../trial.js';
import { clientOf } from './client-address.js';
import { Cluster } from './cluster.js';
import { plays } from './rounds.js';

/** The limit in a round: small, so that many rounds reach it. */
const LIMIT = 25;

/** Calls of the flood for each round, and the share that is admitted: 600 of 10,000 at full size. */
const FLOOD = 25;
const ADMITTED = 0.06;

/** Calls are counted exactly. */
export const limits: Trial = {
  name: 'limits',
  what: 'Calls near the rate limit: floods, ends of windows, clocks that are set back, spellings of an address, restarts',
  promise: 'No call is admitted beyond the limit, and none is refused before it.',
  unit: 'rounds',
  fullSize: 400,
  shortSize: 12,
  backends: ['sqlite', 'postgres', 'redis'],
  faults: {
    forgets: 'a service that forgets one call of twenty',
    shares: 'a service that counts everybody together',
  },
  run,
};

async function run(task: Task): Promise<void> {
  const template = await prepareDatabase(task, loadGalaxy);
  await flood(task, template);
  const cluster = await Cluster.start(task, template, 'rounds', LIMIT);
  for (const number of task.cases()) {
    const [name, play] = plays[number % plays.length] as (typeof plays)[number];
    await repeatWithoutRedis(task, cluster, number, (violate, attempt) =>
      play({
        ...{ cluster, limit: LIMIT, random: task.random(number), violate },
        ...{ mayRefuseEarly: task.backend === 'postgres', isForgetful: task.backend === 'sqlite' },
        // Odd and even clients in turn that have not called, and always with a neighbour two numbers on.
        number: number * 4 + (number % 2) + attempt * 500_000,
      }),
    );
    task.count(name);
  }
  await cluster.stop();
}

/** Sends the calls of one client at once, to all instances. */
async function flood(task: Task, template: Template<void>): Promise<void> {
  const calls = FLOOD * task.size;
  const limit = Math.round(calls * ADMITTED);
  const cluster = await Cluster.start(task, template, 'flood', limit);
  const random = task.random(0, 'flood');
  const client = clientOf(1);
  await repeatWithoutRedis(task, cluster, task.from, async (violate, attempt) => {
    const path = attempt === 0 ? '/entity/4:1' : '/character/handlecheck/dorn';
    const sent = Array.from({ length: calls }, (_, call) =>
      cluster.send(call % cluster.instances.length, path, client.spell(random)),
    );
    const admitted = (await Promise.all(sent)).filter(({ status }) => status === 200).length;
    if (admitted > limit || (admitted < limit && task.backend !== 'postgres'))
      violate(`${admitted} of a flood of ${calls} calls were admitted, at a limit of ${limit}`);
    task.count(`calls of the flood that were admitted, at a limit of ${limit}`, admitted);
  });
  await cluster.stop();
}

/** Attempts at a round before it counts although Redis answered too late. */
const ATTEMPTS = 3;

async function repeatWithoutRedis(
  task: Task,
  cluster: Cluster,
  number: number,
  attempt: (violate: (what: string) => void, attempt: number) => Promise<void>,
): Promise<void> {
  for (let tried = 0; tried < ATTEMPTS; tried += 1) {
    await cluster.untilShared();
    const absences = cluster.absences;
    const found: string[] = [];
    await attempt((what) => found.push(what), tried);
    const isJudged = cluster.absences === absences;
    if (isJudged) for (const what of found) task.violate(number, what);
    if (isJudged || found.length === 0) return;
    task.count('rounds that were repeated, since Redis answered too late');
  }
}
