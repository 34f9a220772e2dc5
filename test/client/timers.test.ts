import { getEventListeners } from 'node:events';
import test from 'ava';
import { Client } from '../../src/client/index.js';
import { closedPort, enveloped, strangeServer } from '../helpers/cli/strange-server.js';
import { quickClock } from '../helpers/quick-clock.js';
import { startServer } from '../helpers/server.js';
import { addEvents } from '../helpers/stream.js';
import { until } from '../helpers/until.js';

/** Milliseconds: a duration that nothing else has, and the silence after which the client gives a stream up. */
const [TIMEOUT, SILENCE] = [123_457, 30_000];

/** The timers that run, with what they do. */
const running = new Map<unknown, () => void>();
let started = 0;

const { setTimeout, clearTimeout } = globalThis;

test.before(() => {
  const watched = (...given: Parameters<typeof setTimeout>) => {
    const timer = setTimeout(...given);
    const [work, milliseconds] = given;
    if (milliseconds !== TIMEOUT && milliseconds !== SILENCE) return timer;
    started += 1;
    running.set(timer, work);
    return timer;
  };
  globalThis.setTimeout = watched as typeof setTimeout;
  globalThis.clearTimeout = (timer) => {
    running.delete(timer);
    clearTimeout(timer);
  };
});

test.after.always(() => Object.assign(globalThis, { setTimeout, clearTimeout }));

test.serial('a call or a stream that has ended has no timer, and listens to no signal', async (t) => {
  const statuses = [200, 404, 503];
  const { url } = await strangeServer(t, (response) => {
    const status = statuses.shift();
    if (status === undefined) response.destroy();
    else response.writeHead(status).end(enveloped({ message: 'hello' }));
  });
  const { signal } = new AbortController();
  for (const baseUrl of [url, url, url, url, await closedPort()]) {
    const client = new Client({ baseUrl, retries: 0, timeout: TIMEOUT });
    const before = started;
    await client.call('GET /api/helloworld', { signal }).catch(() => {});
    t.is(started, before + 1);
    t.is(running.size, 0);
    t.is(getEventListeners(signal, 'abort').length, 0);
  }
  const server = await startServer();
  t.teardown(() => server.close());
  const baseUrl = new URL(server.url).origin;
  const follow = (token: string) =>
    new Client({ baseUrl, token, retries: 0 }).followEvents({
      ...{ signal, timeout: TIMEOUT },
      onPlace: () => void addEvents(server.store, [50]),
    });
  for await (const event of follow(server.token)) {
    t.is(event.attributes.uid, '39:50');
    t.is(running.size, 0, 'while the program handles an item, nothing is read');
    break;
  }
  t.is(running.size, 0);
  await t.throwsAsync(follow('other').next());
  t.is(running.size, 0);
  t.is(getEventListeners(signal, 'abort').length, 0);
});

test.serial('the global fetch is the one of the time of a request, and its absence names the option', async (t) => {
  const { url } = await strangeServer(t, (response) => response.end(enveloped({ message: 'hello' })));
  const client = new Client({ baseUrl: url });
  const { fetch } = globalThis;
  t.teardown(() => Object.assign(globalThis, { fetch }));
  // Tests of other files may call it meanwhile.
  globalThis.fetch = async (...request) =>
    String(request[0]).startsWith(url) ? new Response(enveloped({ message: 'mocked' })) : fetch(...request);
  t.is((await client.call('GET /api/helloworld')).data.message, 'mocked');
  globalThis.fetch = fetch;
  t.is((await client.call('GET /api/helloworld')).data.message, 'hello');
  Reflect.deleteProperty(globalThis, 'fetch');
  const message = 'there is no global fetch: give a function like it as the option fetch';
  await t.throwsAsync(client.call('GET /api/time'), { instanceOf: TypeError, message });
});

test.serial('half a minute without a byte is a lost connection', async (t) => {
  const streams = [39, 40];
  const { url, requests } = await strangeServer(t, (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write(`id: ${streams[0]}\ndata: ${streams.shift()}\n\n`);
  });
  const client = new Client({ baseUrl: url, timeout: TIMEOUT, clock: quickClock() });
  const items = client.follow<number>({ method: 'GET', path: '/events/personal' });
  t.is((await items.next()).value, 39);
  const next = items.next();
  await until(() => running.size === 1, { what: 'the client waits for the next byte' });
  for (const [timer, pass] of running) {
    running.delete(timer);
    pass();
  }
  t.is((await next).value, 40);
  const places = requests.map(({ headers }) => headers['last-event-id']);
  t.deepEqual(places, [undefined, '39']);
  await items.return(undefined);
  t.is(running.size, 0);
});
