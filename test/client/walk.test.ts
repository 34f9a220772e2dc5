import test from 'ava';
import { Client, type ListedEvent, ServiceError, WrongAnswer } from '../../src/client/index.js';
import { enveloped, strangeServer } from '../helpers/cli/strange-server.js';
import { NOW } from '../helpers/galaxy.js';
import { type Server, withServer } from '../helpers/server.js';
import { addEvents, addTransactions, numbers } from '../helpers/stream.js';

const setup = { rateLimit: 1e6 };

const clientOf = ({ url, token }: Server) => new Client({ baseUrl: new URL(url).origin, token });

/** The first number of each transaction, or event, as it comes. */
async function idsOf<Item>(items: AsyncIterable<Item>, number: (item: Item) => number, meanwhile = async () => {}) {
  const found: number[] = [];
  for await (const item of items) {
    if (found.length === 0) await meanwhile();
    found.push(number(item));
  }
  return found;
}

const idOf = ({ attributes }: { attributes: { transaction_id: number } }) => attributes.transaction_id;
const numberOf = ({ attributes }: ListedEvent) => Number(attributes.uid.slice(3));

test(
  'a credit log is read past the 1000 of one run, oldest first',
  withServer,
  async (t, server) => {
    const client = clientOf(server);
    t.deepEqual(await idsOf(client.creditLog('1:1'), idOf), numbers(1, 2500));
    t.deepEqual(await idsOf(client.creditLog('Hana Veil', { after: 2498 }), idOf), [2499, 2500]);
    t.deepEqual(await idsOf(client.creditLog('1:1', { after: 2500 }), idOf), []);
  },
  setup,
);

test(
  'transactions that arrive meanwhile come at the end, once',
  withServer,
  async (t, server) => {
    const found = await idsOf(clientOf(server).creditLog('1:1'), idOf, () =>
      addTransactions(server.store, numbers(2501, 3700)),
    );
    t.deepEqual(found, numbers(1, 3700));
  },
  setup,
);

test(
  'events are read past the 1000 of one page, newest first',
  withServer,
  async (t, server) => {
    await addEvents(server.store, numbers(10_000, 12_499));
    const found = await idsOf(clientOf(server).events({ since: NOW + 10_000 }), numberOf);
    t.deepEqual(found, numbers(10_000, 12_499).reverse());
    const typed = await idsOf(clientOf(server).events({ type: 'xp' }), numberOf);
    t.true(typed.length > 0 && typed.every((number) => number < 10_000));
  },
  setup,
);

test(
  'no event is lost or repeated while others arrive',
  withServer,
  async (t, server) => {
    await addEvents(server.store, numbers(10_000, 12_499));
    const walk = clientOf(server).events({ since: NOW + 10_000 });
    t.deepEqual(
      await idsOf(walk, numberOf, () => addEvents(server.store, numbers(12_500, 14_000))),
      numbers(10_000, 12_499).reverse(),
    );
  },
  setup,
);

test(
  'a walk that is left asks for no further page',
  withServer,
  async (t, server) => {
    const before = server.log.length;
    for await (const transaction of clientOf(server).creditLog('1:1')) {
      if (idOf(transaction) === 3) break;
    }
    t.is(server.log.slice(before).filter((line) => line.includes('creditlog')).length, 1);
  },
  setup,
);

test(
  'a walk throws the error of its call',
  withServer,
  async (t, server) => {
    const walk = clientOf(server).creditLog('1:2');
    const error = await t.throwsAsync(idsOf(walk, idOf), { instanceOf: ServiceError });
    t.is(error.code, 'not_found');
  },
  setup,
);

test(
  'an aborted walk stops at once: while it yields what it has, and between two pages',
  withServer,
  async (t, server) => {
    const client = clientOf(server);
    await addEvents(server.store, numbers(10_000, 12_499));
    const walks = {
      creditLog: (signal: AbortSignal) => client.creditLog('1:1', { signal }),
      events: (signal: AbortSignal) => client.events({ signal }),
    };
    for (const [name, walk] of Object.entries(walks)) {
      // The walk has read further items, or has to ask for them after the 1000 of a page.
      for (const count of [0, 1, 50, 1000]) {
        const controller = new AbortController();
        const items = walk(controller.signal);
        for (let read = 0; read < count; read += 1) t.false((await items.next()).done);
        const before = server.log.length;
        controller.abort(new Error('enough'));
        await t.throwsAsync(items.next(), { message: 'enough' }, `${name} after ${count}`);
        t.deepEqual(await items.next(), { done: true, value: undefined });
        t.is(server.log.length, before, 'nothing more is asked for');
      }
    }
  },
  setup,
);

test('a server that contradicts itself ends a walk', async (t) => {
  const row = (id: number) => ({ attributes: { transaction_id: id } });
  const payloads = {
    transactions: { attributes: { start: 1, total: 2, count: 2 }, transaction: [row(1), row(2)] },
  };
  const { url, requests } = await strangeServer(t, (response) => response.end(enveloped(payloads)));
  const client = new Client({ baseUrl: url });
  await t.throwsAsync(idsOf(client.creditLog('1:1'), idOf), { instanceOf: WrongAnswer });
  t.is(requests.length, 1);
});
