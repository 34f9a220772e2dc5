import test, { type ExecutionContext } from 'ava';
import { holdEvents } from '../helpers/hold-events.js';
import { RawClient, request } from '../helpers/raw.js';
import { metricsOf, scrape } from '../helpers/scrape.js';
import { call, type Server, type ServerSetup, startServer } from '../helpers/server.js';
import { until } from '../helpers/until.js';

/** Metrics for Prometheus, on a separate port. */

async function open(t: ExecutionContext, setup: ServerSetup = {}): Promise<Server> {
  const server = await startServer({ metricsPort: 0, ...setup });
  t.teardown(() => server.close());
  // The log is written a turn later.
  if (setup.metricsPort !== 'off')
    await until(() => metricsOf(server) !== undefined, { what: 'the metrics are served' });
  return server;
}

const requests = (route: string, method: string, status: number | string) =>
  `svcapi_requests_total{route="${route}",method="${method}",status="${status}"}`;

test('requests are counted by route, method and status, never by name, uid or query', async (t) => {
  const server = await open(t);
  for (const path of ['/event/39:1', '/EVENT/39%3A1/?x=secret', '/event/39:99', '/character/hana+veil'])
    await server.call(path);
  await server.call('/event/39:1', { method: 'PUT' });
  await server.call('/event/39:1', { headers: { Authorization: '' } });
  await server.call('/character', { method: 'HEAD' });
  // Pages and OAuth have routes, too.
  for (const path of [
    '/nothing/secret',
    '/account/my-programs/secret',
    '/documentation/secret',
    '/../oauth2/tokeninfo?secret',
  ])
    await server.call(path, { redirect: 'manual' });
  const found = await scrape(server);
  t.deepEqual(Object.fromEntries([...found].filter(([name]) => name.startsWith('svcapi_requests_total'))), {
    [requests('/event/{uid}', 'GET', 200)]: 2,
    [requests('/event/{uid}', 'GET', 404)]: 1,
    [requests('/event/{uid}', 'GET', 401)]: 1,
    [requests('/event/{uid}', 'other', 405)]: 1,
    [requests('/character[/{uid}]', 'GET', 200)]: 1,
    [requests('/character[/{uid}]', 'HEAD', 200)]: 1,
    [requests('/account/my-programs/{id}', 'GET', 303)]: 1,
    [requests('/ws/oauth2/tokeninfo', 'GET', 200)]: 1,
    [requests('other', 'GET', 404)]: 2,
  });
  t.notRegex([...found.keys()].join(), /secret|hana|39:/);
  const name = 'svcapi_request_duration_seconds';
  const labels = 'route="/event/{uid}",method="GET"';
  const buckets = [...found].flatMap(([line, value]) =>
    line.startsWith(`${name}_bucket`) && line.includes(labels) ? value : [],
  );
  t.is(buckets.length, 15);
  t.deepEqual(
    buckets.toSorted((a, b) => a - b),
    buckets,
  );
  t.deepEqual([buckets.at(-1), found.get(`${name}_count{${labels}}`)], [4, 4]);
  t.true((found.get(`${name}_sum{${labels}}`) ?? 0) > 0);
});

test('metrics of load and limits: requests in flight, connections, refusals, the blacklist, and until the end', async (t) => {
  const server = await open(t, { maxRequests: 1, rateLimit: 1, blacklistAfter: 2 });
  const url = metricsOf(server);
  const events = holdEvents(server);
  const [held, other] = [await RawClient.connect(server.url), await RawClient.connect(server.url)];
  held.send(request('GET /ws/v2.0/event/39:1', { Authorization: `Bearer ${server.token}` }));
  await until(() => events.inFlight === 1, { what: 'a request is in flight' });
  other.send(request('GET /ws/v2.0/api/time'));
  t.is((await other.answer())?.status, 503);
  let found = await scrape(server);
  t.deepEqual([found.get('svcapi_requests_in_flight'), found.get('svcapi_connections')], [1, 2]);
  t.is(found.get(requests('/api/time', 'GET', 503)), 1);
  for (const _ of [1, 2]) await server.call('/event/39:1');
  await t.throwsAsync(server.call('/event/39:1'));
  found = await scrape(server);
  t.is(found.get(requests('/event/{uid}', 'GET', 400)), 2);
  t.is(found.get('svcapi_blacklist_entries'), 1);
  t.is(found.get(requests('/event/{uid}', 'GET', 'closed')), 1);

  const closed = server.close();
  t.is(
    (await call(url, { headers: { Connection: 'close' } })).status,
    200,
    'they are served until the service has closed',
  );
  events.letGo();
  t.is((await held.answer())?.status, 200);
  t.true(await closed);
  await t.throwsAsync(call(url));
});

test('the metrics are in the text format of Prometheus, at a port that serves nothing else', async (t) => {
  const server = await open(t, { version: '1.2.3' });
  const url = metricsOf(server);
  await server.call('/event/39:1');
  const { headers: sent, text } = await call(url);
  t.is(sent.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
  const types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name, type]));
  t.is(types.get('svcapi_request_duration_seconds'), 'histogram');
  const names = ['svcapi_build_info', 'process_cpu_user_seconds_total', 'nodejs_eventloop_lag_p99_seconds'];
  for (const name of [...names, 'process_resident_memory_bytes']) t.true(types.has(name), name);
  t.false(types.has('svcapi_redis_up'), 'there is none');
  t.true(text.includes('\nsvcapi_build_info{version="1.2.3"} 1\n'));

  t.is((await call(`${url}?x=y`, { method: 'HEAD' })).status, 200);
  const { status, headers } = await call(url, { method: 'POST' });
  t.deepEqual([status, headers.get('allow')], [405, 'GET, HEAD']);
  for (const path of ['/', '/metrics/', '/ws/v2.0/api/time', '/readyz'])
    t.is((await call(new URL(path, url).href)).status, 404, path);
  t.is((await call(new URL('/metrics', server.url).href)).status, 404);
  await t.throwsAsync(open(t, { metricsPort: Number(new URL(url).port) }), { code: 'EADDRINUSE' });
  const off = await open(t, { metricsPort: 'off' });
  await off.call('/event/39:1');
  t.false(off.log.some((line) => line.includes('metrics')));
});
