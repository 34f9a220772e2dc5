import test, { type ExecutionContext } from 'ava';
import { lastingDatabase, query } from '../../helpers/database.js';
import { NOW, tokenFor } from '../../helpers/galaxy.js';
import { removeRows } from '../../helpers/load-rows.js';
import { type Server, startServer, withServer } from '../../helpers/server.js';
import { addEvents, addTransactions, numbers, openStream, type Stream, uids } from '../../helpers/stream.js';
import { until } from '../../helpers/until.js';

const EVENTS = '/events/personal';
const LOG = '/character/1:1/creditlog';

/** Returns the data of the messages of a list, in their order. */
const sentOn = ({ all }: Stream) => all.filter(({ event }) => event === undefined).map(({ data }) => JSON.parse(data));

/** A text with everything that some library takes for the end of a line. */
const TEXT = 'a\u2028b\u2029c\u0085d\ne';

const isOneLineEach = (t: ExecutionContext, { all }: Stream) => {
  for (const { data } of all) t.notRegex(data, /[\u0085\u2028\u2029\n]/);
};

/** Returns the kind of each message, or the id of one of the list. */
const kindsOn = ({ all }: Stream) => all.map(({ event, id }) => event ?? id);

test('each new event is sent once, in one line, as it stands in the list', withServer, async (t, server) => {
  const stream = await openStream(t, server, EVENTS);
  const fields = ['content-type', 'cache-control', 'x-accel-buffering', 'x-ratelimit-remaining'];
  t.deepEqual(
    fields.map((name) => stream.headers.get(name)),
    ['text/event-stream; charset=utf-8', 'no-store, no-transform', 'no', '599'],
  );
  const xp = await openStream(t, server, `${EVENTS}/xp`);
  await addEvents(server.store, [10], { type: 'XP', text: TEXT });
  await addEvents(server.store, [11, 12]);
  await addEvents(server.store, [13], { to: '1:2' });
  await addEvents(server.store, [14], { type: 'XP' });
  await Promise.all([stream.has('39:14'), xp.has('39:14')]);
  t.deepEqual(stream.ids(), uids([10, 11, 12, 14]), 'none of another character, and none from before');
  t.deepEqual(xp.ids(), uids([10, 14]), 'a type selects, in upper or lower case');
  const { event } = (await server.call(EVENTS)).json.svcapi.events;
  t.deepEqual(sentOn(stream).reverse(), event.slice(0, 4));
  t.is(sentOn(stream)[0].text, TEXT);
  isOneLineEach(t, stream);
});

test('each new transaction is sent to both sides, and once to oneself', withServer, async (t, server) => {
  const other = { url: server.url, token: await tokenFor(server.store, '1:2') };
  const [one, two] = [
    await openStream(t, server, LOG),
    await openStream(t, other, '/character/Bram%20Oster/creditlog'),
  ];
  await addTransactions(server.store, [90_001], { communication: TEXT });
  await addTransactions(server.store, [90_002], { receiver_uid: '1:1' });
  // A lower id that is stored later is as new as any.
  await addTransactions(server.store, [90_000]);
  await Promise.all([one.has('90000'), two.has('90000')]);
  t.deepEqual(one.ids(), ['90001', '90002', '90000']);
  t.deepEqual(two.ids(), ['90001', '90000']);
  const { transaction } = (await server.call(`${LOG}?item_count=3`)).json.svcapi.transactions;
  const sent = sentOn(one).sort((a, b) => b.amount - a.amount);
  t.deepEqual(sent, transaction);
  isOneLineEach(t, one);
  await removeRows(server.store, 'character', [{ uid: '1:2' }], NOW);
  await addTransactions(server.store, [90_003]);
  await one.has('90003');
  t.is(sentOn(one).at(-1).receiver.attributes.href, undefined, 'a removed character has no URL');
});

test('Last-Event-ID continues without a hole, also at another instance, while both write', async (t) => {
  const server = await startOnFile(t);
  const second = await startServer({ database: server.database });
  t.teardown(() => second.close());
  const other = { url: second.url, token: server.token };
  const first = await openStream(t, server, EVENTS);
  const began = first.lastId();
  await addEvents(server.store, numbers(10, 12));
  await first.has('39:12');
  first.close();
  await addEvents(server.store, numbers(13, 15));
  for (const [id, expected] of [
    ['39:10', numbers(11, 16)],
    ['39:12', numbers(13, 16)],
    [began, numbers(10, 16)],
  ] as const) {
    const stream = await openStream(t, other, EVENTS, { 'Last-Event-ID': id });
    if (id === '39:10') await addEvents(server.store, [16]);
    await stream.has('39:16');
    t.deepEqual(stream.ids(), uids([...expected]), id);
    t.false(stream.all.some(({ event }) => event === 'reset'));
    stream.close();
  }
  const stream = await openStream(t, server, EVENTS);
  const write = async ({ store }: Server, from: number) => {
    for (let number = from; number < 1010; number += 2) await addEvents(store, [number]);
  };
  await Promise.all([write(server, 1000), write(second, 1001)]);
  await stream.has(...uids(numbers(1000, 1009)));
  t.is(stream.ids().length, 10, 'each once');
});

test('removed events leave a reset where they were, and a client continues from it', async (t) => {
  const server = await startOnFile(t);
  await addEvents(server.store, numbers(10, 16));
  await query(server.database, "delete from events where uid in ('39:12', '39:13', '39:15')");
  const stream = await openStream(t, server, EVENTS, { 'Last-Event-ID': '39:10' });
  await stream.has('39:16');
  t.deepEqual(kindsOn(stream), ['place', '39:11', 'reset', '39:14', 'reset', '39:16']);
  const lost = await openStream(t, server, EVENTS, { 'Last-Event-ID': '39:12' });
  t.deepEqual(kindsOn(lost), ['reset']);
  const next = await openStream(t, server, EVENTS, { 'Last-Event-ID': lost.lastId() });
  await addEvents(server.store, [17]);
  await next.has('39:17');
  t.deepEqual(kindsOn(next), ['place', '39:17']);
});

test('an unknown Last-Event-ID leads to a reset, and an invalid one is a 400', withServer, async (t, server) => {
  // Of another character, or of none.
  for (const id of ['39:2', '39:999', '@999999999'])
    t.is((await openStream(t, server, EVENTS, { 'Last-Event-ID': id })).all[0]?.event, 'reset', id);
  for (const id of ['nonsense', '1:1', '39:0', '@', '@-1', '12']) {
    const headers = { Accept: 'text/event-stream', 'Last-Event-ID': id };
    const refused = await server.call(EVENTS, { headers });
    t.like(refused, { status: 400, json: { svcapi: { parameter: 'Last-Event-ID' } } }, id);
  }
});

test('errors before the stream are ordinary answers', withServer, async (t, server) => {
  const reader = await tokenFor(server.store, '1:1', ['character_read']);
  for (const [outcome, path, Authorization] of [
    ['401 token_missing', EVENTS, ''],
    ['401 token_invalid', EVENTS, 'Bearer svcapi_no'],
    ['401 permission_missing', EVENTS, `Bearer ${reader}`],
    ['400 invalid_parameter', '/events/global'],
    ['404 not_found', '/character/1:2/creditlog'],
    ['406 not_acceptable', '/character/1:1'],
  ] as const) {
    const headers = { Accept: 'text/event-stream', ...(Authorization !== undefined && { Authorization }) };
    const { status, json } = await server.call(path, { headers });
    t.is(`${status} ${json.svcapi.error}`, outcome);
  }
  t.is((await server.call(EVENTS)).headers.get('x-ratelimit-remaining'), '595', 'they count as calls');
});

test('of a stream and a list, the one that the client prefers wins', withServer, async (t, server) => {
  const [json, xml] = ['application/json; charset=utf-8', 'application/xml; charset=utf-8'];
  for (const [path, accept, type] of [
    [EVENTS, '*/*', json],
    [EVENTS, 'text/event-stream;q=0.5, application/xml', xml],
    [`${EVENTS}.json`, 'text/event-stream', json],
    [`${EVENTS}?format=xml`, 'text/event-stream', xml],
    [EVENTS, 'application/json, text/event-stream', json],
  ] as const) {
    const { headers } = await server.call(path, { headers: { Accept: accept } });
    t.is(headers.get('content-type'), type, `${path} ${accept}`);
  }
  const head = await server.call(EVENTS, { method: 'HEAD', headers: { Accept: 'text/event-stream' } });
  t.like(head, { status: 200, text: '' });
  t.is(head.headers.get('content-type'), 'text/event-stream; charset=utf-8');
});

test('a quiet stream has a comment every 15 s, which moves its place', withServer, async (t, server) => {
  const stream = await openStream(t, server, EVENTS);
  const began = stream.lastId();
  await addEvents(server.store, [20], { to: '1:2' });
  server.time.now += 15_000;
  await until(() => stream.lastId() !== began, { what: 'the place has moved' });
  t.deepEqual(stream.comments, ['heartbeat']);
  server.time.now += 14_999;
  await addEvents(server.store, [21]);
  await stream.has('39:21');
  t.deepEqual(stream.comments, ['heartbeat'], 'not before its time');
  const { arrivals } = server.store;
  const away = [() => Promise.reject(new Error('away')), () => new Promise<never>(() => {})];
  for (const [sent, span] of [arrivals.span, ...away].entries()) {
    arrivals.span = span;
    server.time.now += 15_000;
    await until(() => stream.comments.length > sent + 1, { what: 'the next heartbeat' });
  }
});

/** A server on a database that others can change, too. */
async function startOnFile(t: ExecutionContext): Promise<Server & { database: string }> {
  const database = await lastingDatabase(t);
  const server = await startServer({ database });
  t.teardown(() => server.close());
  return { ...server, database };
}
