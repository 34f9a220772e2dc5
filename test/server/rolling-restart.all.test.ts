import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { doNotWatch } from '../helpers/document/watch.js';
import { temporaryFolder } from '../helpers/folder.js';
import { call, type Server, startServer } from '../helpers/server.js';
import { until } from '../helpers/until.js';

/** Three instances behind a load balancer, restarted one after another under load: no request fails. */

/** Interval of the balancer's checks, and time that a draining instance serves on, in milliseconds. */
const ASKS_EVERY = 50;
const DRAIN_DELAY = 500;

/** An instance, as the balancer knows it. */
interface Backend {
  server: Server;
  isReady: boolean;
  agent: http.Agent;
}

/** The least that a load balancer does: it asks each instance whether it is ready, and takes turns among those that are. */
class Balancer {
  readonly backends: Backend[];
  readonly #server: http.Server;
  #turn = 0;
  #isOpen = true;

  constructor(servers: Server[]) {
    this.backends = servers.map((server) => ({ server, isReady: true, agent: newAgent() }));
    this.#server = http.createServer((request, response) => this.#forward(request, response));
    // It hands on what the instances answer, which are watched themselves.
    doNotWatch(this.#server);
    for (const backend of this.backends) void this.#watch(backend);
  }

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    this.#server.closeAllConnections();
    this.#server.close();
    for (const { agent } of this.backends) agent.destroy();
  }

  async #watch(backend: Backend): Promise<void> {
    while (this.#isOpen) {
      const ready = new URL('/readyz', backend.server.url).href;
      backend.isReady = await call(ready).then(
        ({ status }) => status === 200,
        () => false,
      );
      await new Promise((resolve) => setTimeout(resolve, ASKS_EVERY));
    }
  }

  /** Forwards a request once: a failure there is a failure for the client. */
  #forward(request: http.IncomingMessage, response: http.ServerResponse): void {
    const ready = this.backends.filter(({ isReady }) => isReady);
    this.#turn += 1;
    const backend = ready[this.#turn % ready.length];
    if (!backend) return void response.writeHead(502).end();
    const { agent, server } = backend;
    const options = { agent, method: request.method, headers: request.headers };
    const onward = http.request(new URL(request.url ?? '/', server.url), options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, { 'Content-Type': answer.headers['content-type'] ?? '' });
      answer.pipe(response);
    });
    onward.once('error', () => response.writeHead(502).end());
    request.pipe(onward);
  }
}

function newAgent(): http.Agent {
  return new http.Agent({ keepAlive: true });
}

async function startThree(t: ExecutionContext) {
  const setup = {
    database: join(temporaryFolder(), 'galaxy.db'),
    drainDelay: DRAIN_DELAY,
    rateLimit: 1e9,
  };
  const start = () => startServer(setup);
  const balancer = new Balancer([await start(), await start(), await start()]);
  t.teardown(async () => {
    await balancer.close();
    await Promise.all(balancer.backends.map(({ server }) => server.close()));
  });
  return { balancer, start };
}

test('three instances restarted one after another: 0 failed requests', async (t) => {
  const { balancer, start } = await startThree(t);
  const url = await balancer.listen();
  const headers = { Authorization: `Bearer ${balancer.backends[0]?.server.token}` };
  const statuses: number[] = [];
  let isOver = false;
  const clients = Array.from({ length: 10 }, async () => {
    while (!isOver) statuses.push((await call(`${url}/ws/v2.0/event/39:1`, { headers })).status);
  });

  for (const backend of balancer.backends) {
    t.true(await backend.server.close());
    t.false(backend.isReady);
    backend.server = await start();
    await until(() => backend.isReady, { what: 'the balancer finds the new instance ready' });
    const enough = statuses.length + 100;
    await until(() => statuses.length >= enough, { what: '100 more requests are answered' });
    t.true(backend.server.log.length > 0, 'it serves');
  }
  isOver = true;
  await Promise.all(clients);
  t.deepEqual(
    statuses.filter((status) => status !== 200),
    [],
  );
});
