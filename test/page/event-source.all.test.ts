import { existsSync } from 'node:fs';
import test from 'ava';
import { lastingDatabase } from '../helpers/database.js';
import { startServer } from '../helpers/server.js';
import { freePort } from '../helpers/servers/free-port.js';
import { addEvents } from '../helpers/stream.js';
import { until } from '../helpers/until.js';
import { launchBrowser } from './browser.js';
import { CHROMIUM } from './chromium.js';

const inChromium = existsSync(CHROMIUM) ? test : test.skip;

inChromium(
  `the EventSource of a browser follows events, and continues by itself after a restart (needs ${CHROMIUM})`,
  async (t) => {
    const setup = { database: await lastingDatabase(t), port: await freePort(), accessTokenParameter: true };
    const one = await startServer(setup);
    const page = await (await launchBrowser()).newPage();
    t.teardown(() => page.close());
    await page.goto(`${one.url}/documentation`);
    const url = JSON.stringify(`${one.url}/events/personal?access_token=${one.token}`);
    await page.evaluate(`
    globalThis.received = [];
    globalThis.source = new EventSource(${url});
    source.onmessage = ({ lastEventId, data }) => received.push([lastEventId, JSON.parse(data).text]);
    new Promise((resolve) => source.addEventListener('place', resolve, { once: true }))`);
    const received = async (count: number) => {
      let messages: unknown[] = [];
      const hasAll = async () => {
        messages = await page.evaluate<unknown[]>('received');
        return messages.length >= count;
      };
      await until(hasAll, { what: `${count} messages have come` });
      return messages;
    };
    await addEvents(one.store, [10, 11]);
    await received(2);
    await one.close();
    const two = await startServer(setup);
    t.teardown(() => two.close());
    await addEvents(two.store, [12]);
    await received(3);
    await addEvents(two.store, [13]);
    t.deepEqual(await received(4), [
      ['39:10', 'Event 10'],
      ['39:11', 'Event 11'],
      ['39:12', 'Event 12'],
      ['39:13', 'Event 13'],
    ]);
    await page.evaluate('source.close()');
  },
);
