import test from 'ava';
import { openSqlite } from '../../../src/store/sqlite/open.js';
import { startChild } from '../../helpers/child.js';
import { galaxyFile } from '../../helpers/database.js';
import { NOW } from '../../helpers/galaxy.js';
import type { Server } from '../../helpers/server.js';
import { APP, askFor, LOOPBACK, people, post, VERIFIER } from './flow.js';

test('kill -9 while codes are exchanged leaves nothing that is usable twice', async (t) => {
  const database = await galaxyFile();
  const form = { grant_type: 'authorization_code', client_id: 'app', redirect_uri: LOOPBACK, code_verifier: VERIFIER };
  const first = await startChild(database);
  const store = await openSqlite({ path: database });
  const asServer = (url: string) => ({ url, store }) as Server;
  const { visitor } = await people(asServer(first.url));
  const codes: string[] = [];
  for (let count = 0; count < 12; count += 1) {
    codes.push((await askFor({ url: first.url, visitor }, { ...APP, access_type: 'offline' })).get('code') ?? '');
  }
  // Killed when the first of them is answered: the others are at every step of their way.
  const exchanges = codes.map((code) => post(asServer(first.url), '/token', { ...form, code }));
  await Promise.race(exchanges);
  await first.kill();
  const received = (await Promise.allSettled(exchanges)).map((result) =>
    result.status === 'fulfilled' && result.value.status === 200 ? result.value.json : undefined,
  );
  t.true(received.some(Boolean));

  const second = await startChild(database);
  const accepts = async (token: string) => (await store.tokens.principal(token, NOW)) !== undefined;
  for (const [index, code] of codes.entries()) {
    const given = received[index];
    if (given) t.true(await accepts(given.access_token), 'what was acknowledged is there');
    const again = await post(asServer(second.url), '/token', { ...form, code });
    if (again.status === 200) {
      t.is(given, undefined, 'a code is used once');
      t.true(await accepts(again.json.access_token));
      const refresh = { grant_type: 'refresh_token', client_id: 'app', refresh_token: again.json.refresh_token };
      t.is((await post(asServer(second.url), '/token', refresh)).status, 200);
    } else {
      t.is(again.json.error, 'invalid_grant');
      if (given) t.false(await accepts(given.access_token), 'its second use has ended the grant');
    }
  }
  await store.close();
  await second.kill();
});
