import { getEventListeners } from 'node:events';
import test from 'ava';
import { Client } from '../../src/client/index.js';
import { closedPort, enveloped, strangeServer } from '../helpers/cli/strange-server.js';
import { startServer } from '../helpers/server.js';
import { addEvents } from '../helpers/stream.js';

/** A duration that nothing else has, in milliseconds. */
const TIMEOUT = 123_457;

/** The silence after which the client gives a stream up, in milliseconds. */
const SILENCE = 30_000;

const running = new Set<unknown>();
let started = 0;

const { setTimeout, clearTimeout } = globalThis;

test.before(() => {
  const watched = (...given: Parameters<typeof setTimeout>) => {
    const timer = setTimeout(...given);
    const [, milliseconds] = given;
    if (milliseconds !== TIMEOUT && milliseconds !== SILENCE) return timer;
    started += 1;
    running.add(timer);
    return timer;
  };
  globalThis.setTimeout = watched as typeof setTimeout;
  globalThis.clearTimeout = (timer) => {
    running.delete(timer);
    clearTimeout(timer);
  };
});

test.after.always(() => Object.assign(globalThis, { setTimeout, clearTimeout }));

const statuses = [200, 404, 503];

test.serial('a call that has ended has no timer, and listens to no signal', async (t) => {
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
});

test.serial('a stream that has ended has no timer, and listens to no signal', async (t) => {
  const server = await startServer();
  t.teardown(() => server.close());
  const baseUrl = new URL(server.url).origin;
  const { signal } = new AbortController();
  const follow = (token: string) =>
    new Client({ baseUrl, token, retries: 0 }).followEvents({
      ...{ signal, timeout: TIMEOUT },
      onPlace: () => void addEvents(server.store, [50]),
    });
  for await (const event of follow(server.token)) {
    t.is(event.attributes.uid, '39:50');
    t.is(running.size, 1, 'only that of the silence');
    break;
  }
  t.is(running.size, 0);
  await t.throwsAsync(follow('other').next());
  t.is(running.size, 0);
  t.is(getEventListeners(signal, 'abort').length, 0);
});
