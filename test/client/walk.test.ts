import test from 'ava';
import { Client, type ListedEvent, ServiceError, WrongAnswer } from '../../src/client/index.js';
import { enveloped, strangeServer } from '../helpers/cli/strange-server.js';
import { NOW } from '../helpers/galaxy.js';
import { type Server, serverWith } from '../helpers/server.js';
import { addEvents, addTransactions, numbers } from '../helpers/stream.js';

const withoutLimit = serverWith({ rateLimit: 1e6 });

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

test('a credit log is read past the 1000 of one run, oldest first', withoutLimit, async (t, server) => {
  const client = clientOf(server);
  const arrive = () => addTransactions(server.store, numbers(2501, 3700));
  t.deepEqual(await idsOf(client.creditLog('1:1'), idOf, arrive), numbers(1, 3700));
  t.deepEqual(await idsOf(client.creditLog('Hana Veil', { after: 3698 }), idOf), [3699, 3700]);
  t.deepEqual(await idsOf(client.creditLog('1:1', { after: 3700 }), idOf), []);
  const before = server.log.length;
  for await (const transaction of client.creditLog('1:1')) if (idOf(transaction) === 3) break;
  t.is(server.log.slice(before).filter((line) => line.includes('creditlog')).length, 1, 'no further page');
});

test('events are read past the 1000 of one page, newest first', withoutLimit, async (t, server) => {
  await addEvents(server.store, numbers(10_000, 12_499));
  const walk = clientOf(server).events({ since: NOW + 10_000 });
  const arrive = () => addEvents(server.store, numbers(12_500, 14_000));
  t.deepEqual(await idsOf(walk, numberOf, arrive), numbers(10_000, 12_499).reverse());
  const typed = await idsOf(clientOf(server).events({ type: 'xp' }), numberOf);
  t.true(typed.length > 0 && typed.every((number) => number < 10_000));
});

test('an aborted walk stops at once, also between two pages', withoutLimit, async (t, server) => {
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
});

test('a walk ends with the error of its call, or of a contradiction', withoutLimit, async (t, server) => {
  const foreign = idsOf(clientOf(server).creditLog('1:2'), idOf);
  t.is((await t.throwsAsync(foreign, { instanceOf: ServiceError })).code, 'not_found');
  const row = (id: number) => ({ attributes: { transaction_id: id } });
  // In the wrong order, and fewer than the run has.
  for (const [total, ids] of [
    [2, [1, 2]],
    [3, [2, 1]],
  ] as const) {
    const transactions = { attributes: { start: 1, total, count: 2 }, transaction: ids.map(row) };
    const { url, requests } = await strangeServer(t, (response) => response.end(enveloped({ transactions })));
    await t.throwsAsync(idsOf(new Client({ baseUrl: url }).creditLog('1:1'), idOf), { instanceOf: WrongAnswer });
    t.is(requests.length, 1);
  }
});
