import test from 'ava';
import { postgresUrl } from '../helpers/database.js';
import { haproxy, nginx, openBalancedStream } from '../helpers/servers/balancers.js';
import { type Instance, type Instances, startInstances } from '../helpers/servers/instances.js';
import { addEvents, numbers, uids } from '../helpers/stream.js';

/** Streams through a real load balancer, with the configuration that hosts are given. */

async function streamsOf(instance: Instance): Promise<number> {
  return Number(/^svcapi_streams (\d+)$/m.exec(await instance.metrics())?.[1]);
}

/** Returns the instance that serves the only stream. */
async function servingInstance({ instances }: Instances): Promise<Instance> {
  for (const instance of instances) if ((await streamsOf(instance)) === 1) return instance;
  throw new Error('no instance has a stream');
}

for (const kind of [haproxy, nginx]) {
  const run = kind.isInstalled && postgresUrl !== undefined ? test.serial : test.serial.skip;
  run(
    `behind ${kind.name}: each message comes at once, and no instance that is killed or stopped leaves a hole (needs ${kind.name}, root and SVCAPI_TEST_POSTGRES_URL)`,
    async (t) => {
      const three = await startInstances(t, 3);
      const ports = three.instances.map(({ port }) => port);
      const balancer = await kind.start(t, ports);
      const ids: string[] = [];
      let stream = await openBalancedStream(t, balancer, three.token);
      t.is(stream.headers.get('content-encoding'), null);
      let number = 100;
      const more = async () => {
        await addEvents(three.store, numbers(number, number + 4));
        number += 5;
      };
      for (const end of ['kill', 'stop'] as const) {
        await more();
        await stream.has(`39:${number - 1}`);
        const instance = await servingInstance(three);
        await Promise.all([instance[end](), more()]);
        await stream.ends();
        ids.push(...stream.ids());
        await more();
        stream = await openBalancedStream(t, balancer, three.token, { lastId: stream.lastId() });
        t.is(stream.status, 200);
        await instance.start();
      }
      await more();
      await stream.has(`39:${number - 1}`);
      t.deepEqual([...ids, ...stream.ids()], uids(numbers(100, number - 1)));
    },
  );
}
