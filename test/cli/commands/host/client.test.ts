import test from 'ava';
import { unregistered } from '../../../../src/model/access.js';
import { withGalaxy } from '../../../helpers/cli/run.js';
import { NOW } from '../../../helpers/galaxy.js';

test('client list prints ids, names and times', async (t) => {
  const { run } = await withGalaxy(t);
  t.deepEqual(await run(['client', 'list']), {
    code: 0,
    stdout: 'console\tTrade console\t2024-06-17T11:43:20Z\t\nother\tAnother client\t2024-06-17T11:43:20Z\t\n',
    stderr: '',
  });
});

test('client create makes a client', async (t) => {
  const { run, look } = await withGalaxy(t);
  t.deepEqual(await run(['client', 'create', 'bot', '--name', 'The Bot']), {
    code: 0,
    stdout: '',
    stderr: 'Made the client “bot”; give it a token with svcapi token create --client bot\n',
  });
  t.deepEqual(await look((store) => store.clients.find('bot')), {
    id: 'bot',
    name: 'The Bot',
    ...unregistered,
    created_at: NOW,
    revoked_at: null,
  });
  await run(['client', 'create', 'plain']);
  t.is((await look((store) => store.clients.find('plain')))?.name, 'plain');
});

test('client create refuses an id that is taken', async (t) => {
  const { run, look } = await withGalaxy(t);
  const { code, stderr } = await run(['client', 'create', 'console', '--name', 'Other']);
  t.is(code, 1);
  t.is(stderr, 'svcapi: the client “console” exists already; choose another id\n');
  t.is((await look((store) => store.clients.find('console')))?.name, 'Trade console');
});

for (const id of ['', ' bot', 'bot ', 'b\not', 'b\x07t', 'x'.repeat(101)]) {
  test(`client create refuses the id ${JSON.stringify(id.slice(0, 10))}`, async (t) => {
    const { run, look } = await withGalaxy(t);
    const { code, stderr } = await run(['client', 'create', id]);
    t.is(code, 2);
    t.is(stderr, 'svcapi: the id of a client must be one line of 1 to 100 characters, without spaces around it\n');
    t.is((await look((store) => store.clients.list())).length, 2);
  });
}

test('client revoke revokes each client once, and names those it could not', async (t) => {
  const { run, look } = await withGalaxy(t);
  const { code, stderr } = await run(['client', 'revoke', 'console', 'nobody', 'other']);
  t.is(code, 6);
  t.is(
    stderr,
    'Revoked the client “console”.\nsvcapi: there is no valid client “nobody”; see svcapi client list\nRevoked the client “other”.\n',
  );
  t.is((await look((store) => store.clients.find('other')))?.revoked_at, NOW);
  t.is((await run(['client', 'revoke', 'console'])).code, 6);
  t.is((await run(['client', 'list', '--json', 'revoked'])).stdout.match(/2024-06-17T12:00:00Z/g)?.length, 2);
});
