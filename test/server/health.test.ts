import test from 'ava';
import { deviations } from '../helpers/contract.js';
import { exchange, request } from '../helpers/raw.js';
import { call, type Server, withServer } from '../helpers/server.js';

const at = ({ url }: Server, path: string) => call(new URL(path, url).href);

test('alive and ready', withServer, async (t, server) => {
  const [alive, ready] = [await at(server, '/healthz'), await at(server, '/readyz')];
  t.deepEqual([alive.status, alive.json], [200, { state: 'alive' }]);
  t.deepEqual([ready.status, ready.json], [200, { state: 'ready' }]);
  for (const { headers } of [alive, ready]) t.is(headers.get('cache-control'), 'no-store');
});

test('without its database it is alive, and not ready', withServer, async (t, server) => {
  await server.store.close();
  t.is((await at(server, '/healthz')).status, 200);
  const ready = await at(server, '/readyz');
  t.deepEqual([ready.status, ready.json], [503, { state: 'database away' }]);
});

test(
  'health needs no token, takes part in no limit, and has the headers of every answer',
  withServer,
  async (t, server) => {
    for (const path of ['/healthz', '/readyz']) {
      for (const method of ['GET', 'HEAD']) {
        const [answer] = await exchange(server.url, request(`${method} ${path}`), { toHead: method === 'HEAD' });
        t.is(answer?.status, 200);
        t.deepEqual(answer && deviations(answer), []);
        t.is(answer?.headers['x-ratelimit-limit'], undefined);
      }
    }
  },
  { rateLimit: 1, maxRequests: 0 },
);

for (const path of ['/healthz/', '/healthz/x', '/health', '/ws/v2.0/healthz', '/readyz/', '/HEALTHZ']) {
  test(`${path} is no route`, withServer, async (t, server) => {
    t.is((await at(server, path)).status, 404);
  });
}
