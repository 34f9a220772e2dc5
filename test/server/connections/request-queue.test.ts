import { once } from 'node:events';
import type net from 'node:net';
import test from 'ava';
import { holdEvents } from '../../helpers/hold-events.js';
import { openServer } from '../../helpers/open-server.js';
import { RawClient, request } from '../../helpers/raw.js';
import { call, withServer } from '../../helpers/server.js';

/** The requests of one connection, one at a time. */

const event = ({ token }: { token: string }) =>
  request('GET /ws/v2.0/event/39:1', { Authorization: `Bearer ${token}` });

test('of 400 pipelined requests one is in flight at a time, and all are answered', withServer, async (t, server) => {
  const events = holdEvents(server);
  const client = await RawClient.connect(server.url);
  client.send(Buffer.concat(Array.from({ length: 400 }, () => event(server))));
  t.is((await server.call('/api/time')).status, 200, 'others are served');
  events.letGo();
  for (let count = 0; count < 400; count++) t.is((await client.answer())?.status, 200, `answer ${count}`);
  t.is(events.most, 1);
  await client.close();
});

test('nothing more is read from a connection while a request waits', async (t) => {
  const { server, store, token, url } = await openServer(t);
  const events = holdEvents({ store });
  const accepted = once(server, 'connection') as Promise<[net.Socket]>;
  const client = await RawClient.connect(url);
  const [connection] = await accepted;
  client.send(Buffer.concat(Array.from({ length: 50_000 }, () => event({ token }))));
  for (let count = 0; count < 50; count++) t.is((await call(`${url}/ws/v2.0/api/time`)).status, 200);
  t.true(connection.bytesRead > 0);
  t.true(connection.bytesRead < 500_000, `${connection.bytesRead} bytes are read`);
  events.letGo();
  for (let count = 0; count < 10; count++) t.is((await client.answer())?.status, 200, 'reading goes on');
  await client.close();
});

test('a connection that is closed by an answer drops the requests behind it', withServer, async (t, server) => {
  const client = await RawClient.connect(server.url);
  const last = request('GET /ws/v2.0/api/time', { Connection: 'close' });
  client.send(Buffer.concat([last, event(server), event(server)]));
  t.deepEqual(
    (await client.answers()).map(({ status }) => status),
    [200],
  );
});
