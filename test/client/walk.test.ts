import test from 'ava';
import { Client, type ListedEvent, ServiceError } from '../../src/client/index.js';
import { NOW } from '../helpers/galaxy.js';
import { type Server, serverWith } from '../helpers/server.js';
import { addEvents, addTransactions, numbers } from '../helpers/stream.js';

const withoutLimit = serverWith({ rateLimit: 1e6 });

const clientOf = ({ url, token }: Server) => new Client({ baseUrl: new URL(url).origin, token });

/** The first number of each transaction, or event, as it comes; something else happens after each request of a full page. */
async function idsOf<Item>(items: AsyncIterable<Item>, number: (item: Item) => number, meanwhile = async () => {}) {
  const found: number[] = [];
  for await (const item of items) {
    if (found.length % 1000 === 0) await meanwhile();
    found.push(number(item));
  }
  return found;
}

const idOf = ({ attributes }: { attributes: { transaction_id: number } }) => attributes.transaction_id;
const numberOf = ({ attributes }: ListedEvent) => Number(attributes.uid.slice(3));

test('a credit log is read past the 1000 of one run, while others arrive', withoutLimit, async (t, server) => {
  const client = clientOf(server);
  const arriving = [1, 999, 1001, 2, 0, 3];
  let newest = 2500;
  const arrive = async () => {
    const count = arriving.shift() ?? 0;
    await addTransactions(server.store, numbers(newest + 1, newest + count));
    newest += count;
  };
  const found = await idsOf(client.creditLog('1:1'), idOf, arrive);
  t.deepEqual(found, numbers(1, newest));
  t.true(newest > 4000 && arriving.length < 3, 'most of them came in between');
  t.deepEqual(await idsOf(client.creditLog('Hana Veil', { after: newest - 2 }), idOf), [newest - 1, newest]);
  t.deepEqual(await idsOf(client.creditLog('1:1', { after: newest }), idOf), []);
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

test('a walk ends with the error of its call', withoutLimit, async (t, server) => {
  const foreign = idsOf(clientOf(server).creditLog('1:2'), idOf);
  t.is((await t.throwsAsync(foreign, { instanceOf: ServiceError })).code, 'not_found');
});
