import test from 'ava';
import { tokenFor } from '../../helpers/galaxy.js';
import { envelope } from '../../helpers/payload.js';
import { sharedServer } from '../../helpers/shared-server.js';

const server = sharedServer({ rateLimit: 10_000 });

for (const path of ['/character/1:1/credits', '/character/hana%20veil/credits']) {
  test(`${path} shows a character its own credits`, async (t) => {
    const { status, json } = await server.call(path);
    t.is(status, 200);
    t.deepEqual(json, envelope('character_credits', `/ws/v2.0${path}`, { credits: 123_456 }));
  });
}

test('in XML, the credits are an element', async (t) => {
  const { text } = await server.call('/character/1:1/credits.xml');
  t.regex(text, /<svcapi [^>]*><credits>123456<\/credits><\/svcapi>/);
});

test('character_credits is enough to read the credits', async (t) => {
  const token = await tokenFor(server.store, '1:4', ['character_credits']);
  const { status } = await server.call('/character/1:4/credits', { headers: { Authorization: `Bearer ${token}` } });
  t.is(status, 200);
});

test('the credits of another character are a 404, like those of one that does not exist', async (t) => {
  const foreign = await server.call('/character/1:2/credits');
  const missing = await server.call('/character/1:99/credits');
  t.is(foreign.status, 404);
  t.deepEqual({ ...foreign.json, request: '' }, { ...missing.json, request: '' });
});
