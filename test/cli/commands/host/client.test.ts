import test from 'ava';
import { unregistered } from '../../../../src/model/access.js';
import { tokenHash } from '../../../../src/store/token.js';
import { withGalaxy } from '../../../helpers/cli/run.js';
import { NOW } from '../../../helpers/galaxy.js';

test('client list prints ids, names, times and kinds', async (t) => {
  const { run } = await withGalaxy(t);
  t.deepEqual(await run(['client', 'list']), {
    code: 0,
    stdout:
      'console\tTrade console\t2024-06-17T11:43:20Z\t\thost\t\t\t\tfalse\n' +
      'other\tAnother client\t2024-06-17T11:43:20Z\t\thost\t\t\t\tfalse\n',
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

test('client create with redirect addresses prints a secret once, and stores its hash', async (t) => {
  const { run, look } = await withGalaxy(t);
  const [site, own] = ['https://tools.example/signed-in', 'com.example.tools:/signed-in'];
  const argv = ['client', 'create', 'tools', '--redirect-uri', site, '--redirect-uri', own, '--redirect-uri', site];
  const { code, stdout, stderr } = await run(argv);
  t.is(code, 0);
  t.regex(stdout, /^svcapi_s_[\w-]{43}\n$/);
  t.is(
    stderr,
    'The secret is not shown again: keep it safe.\nMade the client “tools”; it can ask players for access now\n',
  );
  t.like(await look((store) => store.clients.find('tools')), {
    ...{ is_public: 0, secret_hash: tokenHash(stdout.trim()), owner_id: null },
    ...{ redirect_uris: JSON.stringify([site, own]), application_type: 'native' },
  });
});

test('client create --public makes a client without a secret, which an account can own', async (t) => {
  const { run, look } = await withGalaxy(t);
  const owner = await look((store) => store.accounts.create('Hana', ['1:1'], NOW));
  const uri = 'http://127.0.0.1/signed-in';
  t.deepEqual(await run(['client', 'create', 'app', '--public', '--redirect-uri', uri, '--owner', 'hana']), {
    ...{ code: 0, stdout: '', stderr: 'Made the client “app”; it can ask players for access now\n' },
  });
  t.like(await look((store) => store.clients.find('app')), {
    ...{ is_public: 1, secret_hash: null, owner_id: owner, redirect_uris: `["${uri}"]`, application_type: 'native' },
  });
  await run(['client', 'create', 'script', '--public']);
  const listed = await run(['client', 'list', '--json', 'client,kind,owner,redirect_uris']);
  t.deepEqual(JSON.parse(listed.stdout).slice(0, 1), [
    { client: 'app', kind: 'public', owner: 'Hana', redirect_uris: [uri] },
  ]);
  t.like(JSON.parse(listed.stdout)[3], { client: 'script', kind: 'public', redirect_uris: [] });
});

test('client change says what a client must and may do, and client list shows it', async (t) => {
  const { run } = await withGalaxy(t);
  await run(['client', 'create', 'tools', '--redirect-uri', 'https://tools.example/']);
  await run(['client', 'create', 'app', '--public']);
  t.deepEqual(await run(['client', 'change', 'tools', '--no-pkce', '--resource-server']), {
    ...{ code: 0, stdout: '' },
    stderr: 'PKCE is optional for “tools”.\n“tools” may ask about the tokens of all clients.\n',
  });
  const list = async () =>
    JSON.parse((await run(['client', 'list', '--json', 'client,pkce,resource_server'])).stdout) as unknown[];
  t.deepEqual(await list(), [
    { client: 'app', pkce: 'required', resource_server: false },
    { client: 'console', pkce: null, resource_server: false },
    { client: 'other', pkce: null, resource_server: false },
    { client: 'tools', pkce: 'optional', resource_server: true },
  ]);
  t.is(
    (await run(['client', 'change', 'tools', '--pkce'])).stderr,
    'PKCE is required of “tools”.\n“tools” may ask about the tokens of all clients.\n',
  );
  t.like((await list())[3], { pkce: 'required', resource_server: true });
});

test('client secret replaces a secret, of a client that has one', async (t) => {
  const { run, look } = await withGalaxy(t);
  const { stdout: first } = await run(['client', 'create', 'tools', '--redirect-uri', 'https://tools.example/']);
  const { code, stdout } = await run(['client', 'secret', 'tools', '--json']);
  t.is(code, 0);
  const { client, secret } = JSON.parse(stdout);
  t.is(client, 'tools');
  t.not(secret, first.trim());
  t.is((await look((store) => store.clients.find('tools')))?.secret_hash, tokenHash(secret));

  t.is((await run(['client', 'secret', 'tools', '--json', 'nothing'])).code, 2);
  t.is(
    (await look((store) => store.clients.find('tools')))?.secret_hash,
    tokenHash(secret),
    'a mistake changes nothing',
  );

  await run(['client', 'create', 'app', '--public']);
  await run(['client', 'revoke', 'tools']);
  for (const [id, exit, message] of [
    ['app', 1, 'the client “app” is public and has no secret; create another client for one'],
    [
      'console',
      1,
      'the client “console” gets its tokens from svcapi token create and has no secret; create another client for one',
    ],
    ['tools', 6, 'there is no valid client “tools”; see svcapi client list'],
    ['nobody', 6, 'there is no valid client “nobody”; see svcapi client list'],
  ] as const) {
    t.deepEqual(await run(['client', 'secret', id]), { code: exit, stdout: '', stderr: `svcapi: ${message}\n` });
  }
});

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
