import test, { type ExecutionContext } from 'ava';
import { postgresUrl } from '../helpers/database.js';
import { tokenFor } from '../helpers/galaxy.js';
import { type Balancer, type BalancerKind, haproxy, nginx, openBalancedStream } from '../helpers/servers/balancers.js';
import { type Instance, type Instances, startInstances } from '../helpers/servers/instances.js';
import { addEvents, numbers, type Stream, uids } from '../helpers/stream.js';
import { until } from '../helpers/until.js';

/** Streams through a real load balancer, with the configuration that hosts are given. */

type Work = (t: ExecutionContext, three: Instances, balancer: Balancer) => Promise<void>;

function behind(kind: BalancerKind, title: string, work: Work): void {
  const run = kind.isInstalled && postgresUrl !== undefined ? test.serial : test.serial.skip;
  run(`behind ${kind.name}: ${title} (needs ${kind.name}, root and SVCAPI_TEST_POSTGRES_URL)`, async (t) => {
    const three = await startInstances(t, 3);
    await work(
      t,
      three,
      await kind.start(
        t,
        three.instances.map(({ port }) => port),
      ),
    );
  });
}

async function streamsOf(instance: Instance): Promise<number> {
  return Number(/^svcapi_streams (\d+)$/m.exec(await instance.metrics())?.[1]);
}

/** Returns the instance that serves the only stream. */
async function servingInstance({ instances }: Instances): Promise<Instance> {
  for (const instance of instances) if ((await streamsOf(instance)) === 1) return instance;
  throw new Error('no instance has a stream');
}

for (const kind of [haproxy, nginx]) {
  behind(
    kind,
    'each message comes at once, and no instance that is killed or stopped leaves a hole',
    async (t, three, balancer) => {
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

  behind(kind, '1,000 streams at a time all get a message', async (t, three, balancer) => {
    const streams: Stream[] = [];
    const expiresAt = Math.floor(Date.now() / 1000) + 86_400;
    // Each token may have 10 streams of an instance, and each address 100 connections.
    for (let token = 0; token < 100; token += 1) {
      const bearer = await tokenFor(three.store, '1:1', undefined, { expiresAt });
      const from = `127.0.0.${2 + (token % 20)}`;
      const opened = Array.from({ length: 10 }, () => openBalancedStream(t, balancer, bearer, { from }));
      streams.push(...(await Promise.all(opened)));
    }
    t.deepEqual(new Set(streams.map(({ status }) => status)), new Set([200]));
    const counts = await Promise.all(three.instances.map(streamsOf));
    t.is(
      counts.reduce((sum, count) => sum + count, 0),
      1000,
    );
    await addEvents(three.store, [100, 101]);
    await until(() => streams.every((stream) => stream.ids().length === 2), { what: 'all streams have both' });
    t.true(streams.every((stream) => stream.ids().join() === '39:100,39:101'));
  });
}
