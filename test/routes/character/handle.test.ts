import test from 'ava';
import { addCharacters } from '../../helpers/galaxy.js';
import { envelope } from '../../helpers/payload.js';
import { startServer } from '../../helpers/server.js';
import { sharedServer } from '../../helpers/shared-server.js';

const server = sharedServer({ rateLimit: 10_000 }, ({ store }) =>
  addCharacters(store, [
    { uid: '1:10', name: 'creditlog' },
    { uid: '1:11', name: 'handlecheck' },
    { uid: '1:12', name: 'Zoë / Søren' },
  ]),
);

const WITHOUT_TOKEN = { headers: { Authorization: '' } };

const names: [handle: string, uid: string, name: string][] = [
  ['Hana%20Veil', '1:1', 'Hana Veil'],
  ['hana+VEIL', '1:1', 'Hana Veil'],
  ['%20Hana%20Veil%20', '1:1', 'Hana Veil'],
  ['bram%20oster', '1:2', 'Bram Oster'],
  ['Zo%C3%AB%20%2F%20S%C3%B8ren', '1:12', 'Zoë / Søren'],
  ['creditlog', '1:10', 'creditlog'],
  ['handlecheck', '1:11', 'handlecheck'],
];

for (const [handle, uid, name] of names) {
  test(`anyone can ask whose name ${handle} is`, async (t) => {
    const { status, json } = await server.call(`/character/handlecheck/${handle}`, WITHOUT_TOKEN);
    t.is(status, 200);
    const request = `/ws/v2.0/character/handlecheck/${handle}`;
    t.deepEqual(json, envelope('character_handlecheck', request, { character: { uid, handle: name } }));
  });
}

test('a name that no character has is a 404, and a blank one a 400', async (t) => {
  for (const handle of ['Hana', 'nobody', 'The%20Lantern%20Guild', '1:1', '1%3A1', '20:1', '1:999']) {
    const { status, json } = await server.call(`/character/handlecheck/${handle}`, WITHOUT_TOKEN);
    t.is(`${status} ${json.svcapi.error}`, '404 not_found', handle);
  }
  t.like(await server.call('/character/handlecheck/%20'), { status: 400, json: { svcapi: { parameter: 'handle' } } });
});

test('a character called handlecheck is found by its name', async (t) => {
  t.is((await server.call('/character/handlecheck')).json.svcapi.character.uid, '1:11');
});

test('a name that is also the end of another path counts against the names alone', async (t) => {
  const one = await startServer();
  t.teardown(() => one.close());
  await one.call('/character/handlecheck/creditlog');
  const { text } = await one.call('/api/ratelimits');
  t.deepEqual(text.match(/(?<="pattern":")[^"]+(?=","limit":600,"remaining":599)/g), [
    '/character/handlecheck/{handle}',
  ]);
});
