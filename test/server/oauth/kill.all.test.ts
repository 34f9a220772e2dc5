import test from 'ava';
import { openSqlite } from '../../../src/store/sqlite/open.js';
import { galaxyFile } from '../../helpers/database.js';
import type { Server } from '../../helpers/server.js';
import { startInstance } from '../../helpers/servers/instances.js';
import { APP, askFor, EXCHANGE, people, post } from './flow.js';

test('kill -9 while codes are exchanged leaves nothing that is usable twice', async (t) => {
  const database = await galaxyFile();
  const instance = await startInstance(t, database);
  const store = await openSqlite({ path: database });
  t.teardown(() => store.close());
  const server = { url: `http://127.0.0.1:${instance.port}/ws/v2.0`, store } as Server;
  const { visitor } = await people(server);
  const codes: string[] = [];
  for (let count = 0; count < 12; count += 1)
    codes.push((await askFor({ ...server, visitor }, { ...APP, access_type: 'offline' })).get('code') ?? '');
  const exchange = (code: string) => post(server, '/token', { ...EXCHANGE, code });
  // Killed when the first of them is answered: the others are at every step of their way.
  const exchanges = codes.map(exchange);
  await Promise.race(exchanges);
  await instance.kill();
  const received = (await Promise.allSettled(exchanges)).map((result) =>
    result.status === 'fulfilled' && result.value.status === 200 ? result.value.json : undefined,
  );
  t.true(received.some(Boolean));

  await instance.start();
  const accepts = async (token: string) => (await store.tokens.principal(token, Date.now() / 1000)) !== undefined;
  for (const [index, code] of codes.entries()) {
    const given = received[index];
    if (given) t.true(await accepts(given.access_token), 'what was acknowledged is there');
    const { status, json } = await exchange(code);
    if (status === 200) {
      t.is(given, undefined, 'a code is used once');
      const refresh = { grant_type: 'refresh_token', client_id: 'app', refresh_token: json.refresh_token };
      t.is((await post(server, '/token', refresh)).status, 200);
    } else {
      t.is(json.error, 'invalid_grant');
      if (given) t.false(await accepts(given.access_token), 'its second use has ended the grant');
    }
  }
});
