import test from 'ava';
import { serverWith } from '../helpers/server.js';
import { addEvents, addTransactions, openStream } from '../helpers/stream.js';

const HOUR = 3600;
const hourly = serverWith({ keepEvents: HOUR, keepTransactions: HOUR });

test('what is past its age is neither listed nor sent', hourly, async (t, server) => {
  const { store } = server;
  // Of so many seconds after now, as their numbers say.
  await addEvents(store, [100, 5000]);
  await addTransactions(store, [9100, 9500]);
  const events = async () => (await server.call('/events/personal')).text;
  const log = async (query: string) =>
    (await server.call(`/character/1:1/creditlog?${query}`)).json.svcapi.transactions;
  // Kept answers.
  t.true((await events()).includes('39:100'));
  t.is((await log('start_id=9100')).attributes.total, 2);

  server.time.now += (HOUR + 101) * 1000;
  t.false((await events()).includes('"39:100"'));
  t.true((await events()).includes('"39:5000"'));
  server.time.now += 9000 * 1000;
  for (const query of ['start_id=9100', 'start_id=0', 'start_id=1&item_count=1']) {
    const { attributes, transaction } = await log(query);
    t.deepEqual([attributes.total, transaction.length], [1, 1], query);
    t.is(transaction[0].attributes.transaction_id, 9500);
  }
  const stream = await openStream(t, server, '/character/1:1/creditlog', { 'Last-Event-ID': '@0' });
  await stream.has('9500');
  t.deepEqual(stream.ids(), ['9500']);
  t.true(stream.all.some(({ event }) => event === 'reset'));
  t.truthy(await store.events.find('39:100'), 'it is there');
});
