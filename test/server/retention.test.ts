import test from 'ava';
import { NOW } from '../helpers/galaxy.js';
import { loadRows } from '../helpers/load-rows.js';
import { serverWith } from '../helpers/server.js';
import { addEvents, openStream } from '../helpers/stream.js';

const HOUR = 3600;

test(
  'what is past its age is neither listed nor sent',
  serverWith({ keepEvents: HOUR, keepTransactions: HOUR }),
  async (t, server) => {
    const { store } = server;
    // Events of 100 and of 5,000 seconds from now.
    await addEvents(store, [100, 5000]);
    await loadRows(
      store,
      'transaction',
      [9001, 9002].map((id) => ({
        ...{ id, time: id === 9001 ? NOW + 100 : NOW + 5000, amount: 1 },
        ...{ sender_uid: '1:1', receiver_uid: '20:1', communication: `Number ${id}` },
      })),
    );
    const events = async () => (await server.call('/events/personal')).text;
    const log = async (query: string) =>
      (await server.call(`/character/1:1/creditlog?${query}`)).json.svcapi.transactions;
    // Kept answers.
    t.true((await events()).includes('39:100'));
    t.deepEqual((await log('start_id=9001')).attributes.total, 2);

    server.time.now += (HOUR + 101) * 1000;
    t.false((await events()).includes('"39:100"'));
    t.true((await events()).includes('"39:5000"'));
    for (const query of ['start_id=9001', 'start_id=0', 'start_id=1&item_count=1']) {
      const { attributes, transaction } = await log(query);
      t.deepEqual([attributes.total, transaction.length], [1, 1], query);
      t.is(transaction[0].attributes.transaction_id, 9002);
    }
    for (const [path, id] of [
      ['/events/personal', '39:5000'],
      ['/character/1:1/creditlog', '9002'],
    ] as const) {
      const stream = await openStream(t, server, path, { 'Last-Event-ID': '@0' });
      await stream.has(id);
      t.deepEqual(stream.ids(), [id]);
      t.true(stream.all.some(({ event }) => event === 'reset'));
    }
    t.truthy(await store.events.find('39:100'), 'it is there');
  },
);
