import test from 'ava';
import { tokenFor } from '../helpers/galaxy.js';
import { envelope } from '../helpers/payload.js';
import { withServer } from '../helpers/server.js';

test('helloworld greets anyone', withServer, async (t, { call }) => {
  const { status, json } = await call('/api/helloworld', { headers: { Authorization: '' } });
  t.is(status, 200);
  t.deepEqual(json, envelope('helloworld', '/ws/v2.0/api/helloworld', { message: 'Hello, world!' }));
});

for (const clientId of ['console', 'other']) {
  test(`helloauth greets the client ${clientId} by its id`, withServer, async (t, { call, store }) => {
    const token = await tokenFor(store, '1:4', ['character_read'], { clientId });
    const { status, json } = await call('/api/helloauth', { headers: { Authorization: `Bearer ${token}` } });
    t.is(status, 200);
    const svcapi = { message: 'Hello, authorised client!', client: clientId };
    t.deepEqual(json, envelope('helloauth', '/ws/v2.0/api/helloauth', svcapi));
  });
}
