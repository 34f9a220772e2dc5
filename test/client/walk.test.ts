import test from 'ava';
import { Client, type ListedEvent, ServiceError, WrongAnswer } from '../../src/client/index.js';
import { enveloped, strangeServer } from '../helpers/cli/strange-server.js';
import type { Server } from '../helpers/server.js';
import { withServer } from '../helpers/server.js';

const setup = { rateLimit: 1e6 };

const clientOf = ({ url, token }: Server) => new Client({ baseUrl: new URL(url).origin, token });

/** The first number of each transaction, or event, as it comes. */
async function numbersOf<Item>(items: AsyncIterable<Item>, number: (item: Item) => number, meanwhile = async () => {}) {
  const found: number[] = [];
  for await (const item of items) {
    if (found.length === 0) await meanwhile();
    found.push(number(item));
  }
  return found;
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Adds transactions of Hana's. */
async function addTransactions({ store }: Server, from: number, count: number): Promise<void> {
  const rows = range(from, from + count - 1).map((id) => ({
    ...{ id, time: 1_718_530_000, amount: 1, sender_uid: '1:1', receiver_uid: '20:1', communication: '' },
  }));
  await store.transaction(({ load }) => load.write('transaction', rows));
}

/** Adds events of Hana's, two in a second. */
async function addEvents({ store }: Server, from: number, count: number): Promise<void> {
  const rows = range(from, from + count - 1).map((number) => ({
    ...{ uid: `39:${number}`, receiver_uid: '1:1', type: null, time: 1_719_000_000 + Math.floor(number / 2), text: '' },
  }));
  await store.transaction(({ load }) => load.write('event', rows));
}

const idOf = ({ attributes }: { attributes: { transaction_id: number } }) => attributes.transaction_id;
const numberOf = ({ attributes }: ListedEvent) => Number(attributes.uid.slice(3));

test(
  'a credit log is read past the 1000 of one run, oldest first',
  withServer,
  async (t, server) => {
    const client = clientOf(server);
    t.deepEqual(await numbersOf(client.creditLog('1:1'), idOf), range(1, 2500));
    t.deepEqual(await numbersOf(client.creditLog('Hana Veil', { after: 2498 }), idOf), [2499, 2500]);
    t.deepEqual(await numbersOf(client.creditLog('1:1', { after: 2500 }), idOf), []);
  },
  setup,
);

test(
  'transactions that arrive meanwhile come at the end, once',
  withServer,
  async (t, server) => {
    const found = await numbersOf(clientOf(server).creditLog('1:1'), idOf, () => addTransactions(server, 2501, 1200));
    t.deepEqual(found, range(1, 3700));
  },
  setup,
);

test(
  'events are read past the 1000 of one page, newest first',
  withServer,
  async (t, server) => {
    await addEvents(server, 10_000, 2500);
    const found = await numbersOf(clientOf(server).events({ since: 1_719_000_000 }), numberOf);
    t.deepEqual(found, range(10_000, 12_499).reverse());
    const typed = await numbersOf(clientOf(server).events({ type: 'xp' }), numberOf);
    t.true(typed.length > 0 && typed.every((number) => number < 10_000));
  },
  setup,
);

test(
  'no event is lost or repeated while others arrive',
  withServer,
  async (t, server) => {
    await addEvents(server, 10_000, 2500);
    const walk = clientOf(server).events({ since: 1_719_000_000 });
    t.deepEqual(
      await numbersOf(walk, numberOf, () => addEvents(server, 12_500, 1501)),
      range(10_000, 12_499).reverse(),
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
  'a walk throws the error of its call, and its signal ends it',
  withServer,
  async (t, server) => {
    const client = clientOf(server);
    const error = await t.throwsAsync(numbersOf(client.creditLog('1:2'), idOf), { instanceOf: ServiceError });
    t.is(error.code, 'not_found');
    const controller = new AbortController();
    const walk = client.events({ signal: controller.signal });
    t.false((await walk.next()).done);
    const other = client.creditLog('1:1', { signal: controller.signal });
    controller.abort(new Error('enough'));
    await t.throwsAsync(other.next(), { message: 'enough' });
  },
  setup,
);

test('a server that contradicts itself ends a walk', async (t) => {
  const row = (id: number) => ({ attributes: { transaction_id: id } });
  const event = { attributes: { uid: '39:1' }, time: { timestamp: '1719000000' } };
  const payloads = {
    transactions: { attributes: { start: 1, total: 2, count: 2 }, transaction: [row(1), row(2)] },
    events: { attributes: { total: 1e9 }, event: [event] },
  };
  const { url, requests } = await strangeServer(t, (response) => response.end(enveloped(payloads)));
  const client = new Client({ baseUrl: url });
  await t.throwsAsync(numbersOf(client.creditLog('1:1'), idOf), { instanceOf: WrongAnswer });
  t.is(requests.length, 1);
  await t.throwsAsync(numbersOf(client.events(), numberOf), { instanceOf: WrongAnswer });
  t.is(requests.length, 12);
});
