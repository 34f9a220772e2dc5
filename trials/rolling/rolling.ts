import { setTimeout } from 'node:timers/promises';
import { script } from '../../bench/environment.js';
import { openStore } from '../../src/store/open-store.js';
import type { Store } from '../../src/store/store.js';
import { loadGalaxy, tokenFor } from '../../test/helpers/galaxy.js';
import type { Scope } from '../../test/helpers/scope.js';
import { type Balancer, type BalancerKind, haproxy, nginx, send } from '../../test/helpers/servers/balancers.js';
import { type Instance, startInstance } from '../../test/helpers/servers/instances.js';
import { startRedis } from '../../test/helpers/servers/redis-server.js';
import { until } from '../../test/helpers/until.js';
import { prepareDatabase, type Template } from '../backends/database.js';
import { inScope } from '../scope.js';
import type { Task } from '../task.js';
import type { Trial } from '../trial.js';
import { Followers } from './followers.js';
import { Load } from './load.js';

const BALANCERS: readonly BalancerKind[] = [haproxy, nginx];
const INSTANCES = 3;

/** Restarts under load fail no request and leave no hole in a stream. */
export const rolling: Trial = {
  name: 'rolling',
  what: 'Three instances behind haproxy and nginx, restarted one after another under load with open streams',
  promise: 'No request fails, no change is lost or made twice, and no stream misses or repeats an event.',
  unit: 'requests',
  fullSize: 200_000,
  shortSize: 200,
  backends: ['postgres'],
  faults: {
    together: 'a host who stops all instances at once',
    forgets: 'a service that does not read Last-Event-ID',
    uses: 'a use that comes from nowhere',
  },
  method: `Half of the requests go through haproxy and half through nginx, each with its configuration in deploy/, to three instances on PostgreSQL that
count calls in Redis. One after another they are stopped with SIGTERM and started again, as often as there is time. Sixteen clients read
events, credit logs and datacards as JSON and XML, or assign uses with an Idempotency-Key: every answer must be a 200, and the uses must be those that were
acknowledged. Four streams of events are open while ten events a second are stored; one that ends misses at least one event before it continues with
Last-Event-ID: each must have come once.`,
  run,
};

interface Galaxy {
  template: Template<string>;
  redis: string;
}

async function run(task: Task): Promise<void> {
  const template = await prepareDatabase(task, async (store) => {
    await loadGalaxy(store);
    return tokenFor(store, '1:1', undefined, { expiresAt: Math.floor(Date.now() / 1000) + 7 * 86_400 });
  });
  await inScope(async (scope) => {
    const { url: redis } = await startRedis(scope);
    for (const [number, kind] of BALANCERS.entries()) {
      const cases = Array.from({ length: task.size }, (_, index) => task.from + index);
      const own = cases.filter((each) => each % BALANCERS.length === number);
      if (own.length > 0 && !task.isOver) await inScope((inner) => behind(inner, task, kind, own, { template, redis }));
    }
  });
}

/** Restarts instances behind one balancer until all its requests are answered. */
async function behind(
  scope: Scope,
  task: Task,
  kind: BalancerKind,
  cases: number[],
  { template, redis }: Galaxy,
): Promise<void> {
  const database = await template.copy();
  scope.teardown(() => database.remove());
  const store = await openStore({ database: database.address, connections: 2, patient: true });
  scope.teardown(() => store.close());
  const instances: Instance[] = [];
  for (let count = 0; count < INSTANCES; count += 1)
    instances.push(await startInstance(scope, database.address, settingsOf(task, redis)));
  const ports = instances.map(({ port }) => port);
  const balancer = await kind.start(scope, ports);
  const followers = await Followers.start({ scope, task, balancer, store, token: template.made });
  const load = new Load(task, kind.name, balancer, template.made, cases);
  await restartAll(task, instances, balancer, load);
  await load.end();
  if (task.fault === 'uses') await database.execute('update assignments set uses = uses + 1 where uses > 0');
  await followers.end(cases[0] ?? 0);
  await judgeUses(task, store, load, cases[0] ?? 0);
}

function settingsOf(task: Task, redis: string): Record<string, string> {
  return {
    SVCAPI_REDIS: redis,
    SVCAPI_RATE_LIMIT: '1000000000',
    SVCAPI_BLACKLIST_AFTER: '1000000000',
    // Long enough for both balancers to see it, on a busy machine too. A full run has the default.
    ...(task.size < rolling.fullSize && { SVCAPI_DRAIN_DELAY: '4' }),
    ...(task.fault === 'forgets' && { NODE_OPTIONS: `--import ${script('../trials/rolling/forget-last-id.js')}` }),
  };
}

/** Restarts one instance after another: at least one, and as long as requests are left. */
async function restartAll(task: Task, instances: Instance[], balancer: Balancer, load: Load): Promise<void> {
  for (let turn = 0; turn === 0 || (!load.isDone && !task.isOver); turn += 1) {
    const restarted = instances.filter((_, index) => task.fault === 'together' || index === turn % instances.length);
    await load.more(20);
    await Promise.all(restarted.map((instance) => instance.stop()));
    if (task.fault !== 'together') await load.more(20);
    else await until(() => task.isOver, { what: 'a request fails' });
    await Promise.all(restarted.map((instance) => instance.start()));
    // The next one may not be stopped before: a balancer takes some moments to see that it is there.
    await Promise.all(restarted.map((instance) => isInUse(instance, balancer)));
    task.count('restarts', restarted.length);
  }
  await until(() => load.isDone || task.isOver, { what: 'all requests are answered', within: 3_600_000 });
}

/** Waits until requests through the balancer reach an instance. */
async function isInUse(instance: Instance, balancer: Balancer): Promise<void> {
  const before = await instance.served();
  const isReached = async () => {
    await Promise.all([1, 2, 3].map(() => send(balancer, '/ws/v2.0/api/time').catch(() => {})));
    await setTimeout(20);
    return (await instance.served()) > before;
  };
  await until(isReached, { what: 'a request reaches the instance' });
}

async function judgeUses(task: Task, store: Store, load: Load, number: number): Promise<void> {
  const assignments = await store.datacards.assignments(Load.CARD);
  const uses = assignments.find(({ location }) => location.uid === Load.ENTITY)?.uses ?? 0;
  if (uses !== load.acknowledged)
    task.violate(number, `${uses} uses are assigned, of which ${load.acknowledged} were acknowledged`);
}
