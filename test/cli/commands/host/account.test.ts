import test from 'ava';
import { withGalaxy } from '../../../helpers/cli/run.js';
import { NOW } from '../../../helpers/galaxy.js';
import { accountFor } from '../../../helpers/visitor.js';

const LINK = /^http:\/\/127\.0\.0\.1:8080\/ws\/v2\.0\/account\/invitation\?code=(svcapi_i_[\w-]{43})\n$/;

const invite = ['account', 'invite', 'Hana', '--character', '1:1'];

test('account invite prints a link alone, and says how long it works', async (t) => {
  const { run, look } = await withGalaxy(t);
  const { code, stdout, stderr } = await run([...invite, '--character', 'bram oster']);
  t.is(code, 0);
  const [, secret = ''] = LINK.exec(stdout) ?? [];
  t.is(stderr, 'The link for Hana works once, until 2024-06-24T12:00:00Z. Send it to nobody else.\n');
  const account = await look((store) => store.invitations.find(secret, NOW + 7 * 86_400 - 1));
  t.deepEqual(account?.characters, [
    { uid: '1:1', name: 'Hana Veil' },
    { uid: '1:2', name: 'Bram Oster' },
  ]);
  t.is(await look((store) => store.invitations.find(secret, NOW + 7 * 86_400)), undefined);
  const again = await run(['account', 'reset', 'Hana', '--json', 'account,characters,expires']);
  t.deepEqual(JSON.parse(again.stdout), {
    account: 'Hana',
    characters: ['1:1', '1:2'],
    expires: '2024-06-24T12:00:00Z',
  });
});

test('the link begins with the address that players use', async (t) => {
  const { run } = await withGalaxy(t);
  const linkWith = async (name: string, env: Record<string, string>, ...flags: string[]) =>
    (await run(['account', 'invite', name, '--character', '1:1', ...flags], { env })).stdout.replace(/\/ws\/.*\n/, '');
  t.is(await linkWith('a', { SVCAPI_PUBLIC_URL: 'https://galaxy.example/space' }), 'https://galaxy.example/space');
  t.is(await linkWith('b', {}, '--public-url', 'https://other.example'), 'https://other.example');
  t.is(await linkWith('c', { SVCAPI_HOST: '0.0.0.0', SVCAPI_PORT: '9000' }), 'http://127.0.0.1:9000');
  t.is(await linkWith('d', { SVCAPI_HOST: '::1', SVCAPI_PORT: '0' }), 'http://[::1]:8080');
});

test('account list shows who was invited, who signs in and who is kept out', async (t) => {
  const { run, look } = await withGalaxy(t);
  await run(['account', 'invite', 'Cleo', '--character', '1:3']);
  await look((store) => accountFor(store, 'Hana', ['1:1', '1:2']));
  await look((store) => accountFor(store, 'Dorn', []));
  await run(['account', 'disable', 'Dorn']);
  t.is(
    (await run(['account', 'list'])).stdout,
    'Cleo\tinvited\t1:3\t2024-06-17T12:00:00Z\t\n' +
      'Dorn\tdisabled\t\t2024-06-17T11:43:20Z\t\n' +
      'Hana\tactive\t1:1,1:2\t2024-06-17T11:43:20Z\t\n',
  );
});

test('account disable and enable say what they did, and name whom they do not know', async (t) => {
  const { run, look } = await withGalaxy(t);
  await look((store) => accountFor(store, 'Hana'));
  t.deepEqual(await run(['account', 'disable', 'hana']), {
    ...{ code: 0, stdout: '' },
    stderr: 'Disabled the account “Hana”; its tokens stop working within a second.\n',
  });
  t.is((await run(['account', 'disable', 'Hana'])).stderr, 'The account “Hana” is disabled already.\n');
  t.is((await run(['account', 'enable', 'Hana'])).stderr, 'Enabled the account “Hana”.\n');
  t.deepEqual(await run(['account', 'disable', 'Hana', 'Nobody']), {
    ...{ code: 6, stdout: '' },
    stderr: 'svcapi: there is no account “Nobody”; see svcapi account list\n',
  });
  t.is(
    (await look((store) => store.accounts.findByName('Hana')))?.disabled_at,
    null,
    'none is disabled if one is unknown',
  );
});

test('account reset ends the password and the sessions, and prints another link', async (t) => {
  const { run, look } = await withGalaxy(t);
  const id = await look((store) => accountFor(store, 'Hana'));
  const session = { uid: 'u', account_id: id, expires_at: NOW + 100 };
  await look((store) => store.sessions.save('a'.repeat(64), session));
  const identity = { issuer: 'https://login.example/', subject: '7' };
  await look((store) => store.accounts.setIdentity(id, identity));
  const { code, stdout } = await run(['account', 'reset', 'Hana']);
  t.is(code, 0);
  t.regex(stdout, LINK);
  t.is((await look((store) => store.accounts.find(id)))?.password_hash, null);
  t.is(await look((store) => store.accounts.findByIdentity(identity)), undefined);
  t.is(await look((store) => store.sessions.find('a'.repeat(64), NOW)), undefined);
  await run(['account', 'disable', 'Hana']);
  t.regex(
    (await run(['account', 'reset', 'Hana'])).stderr,
    /The account is disabled: enable it with svcapi account enable 'Hana'/,
  );
  t.is((await run(['account', 'reset', 'Nobody'])).code, 6);
});

test('account change adds and removes characters', async (t) => {
  const { run, look } = await withGalaxy(t);
  const id = await look((store) => accountFor(store, 'Hana', ['1:1']));
  t.is(
    (await run(['account', 'change', 'Hana', '--add', 'Bram Oster', '--remove', '1:1'])).stderr,
    'Hana plays Bram Oster (1:2).\n',
  );
  t.deepEqual((await look((store) => store.accounts.find(id)))?.characters, [{ uid: '1:2', name: 'Bram Oster' }]);
  t.is((await run(['account', 'change', 'Hana', '--remove', '1:2'])).stderr, 'Hana plays no character.\n');
  t.is((await run(['account', 'change', 'Hana'])).code, 2);
  t.is((await run(['account', 'change', 'Hana', '--add', '1:99'])).code, 6);
});

test('account rename changes the name alone', async (t) => {
  const { run, look } = await withGalaxy(t);
  const id = await look((store) => accountFor(store, 'Hana'));
  await look((store) => accountFor(store, 'Bram', ['1:2']));
  const before = await look((store) => store.accounts.find(id));
  t.deepEqual(await run(['account', 'rename', 'hana', 'Hana Vale']), {
    ...{ code: 0, stdout: '', stderr: 'Renamed the account “Hana” to “Hana Vale”.\n' },
  });
  t.deepEqual(await look((store) => store.accounts.findByName('hana vale')), { ...before, name: 'Hana Vale' } as never);
  t.is(await look((store) => store.accounts.findByName('Hana')), undefined);
  t.is((await run(['account', 'rename', 'Hana Vale', 'HANA VALE'])).code, 0, 'its own name in another case');

  for (const [argv, code, message] of [
    [['HANA VALE', 'bram'], 1, /the account “Bram” exists already; choose another name/],
    [['Nobody', 'Somebody'], 6, /there is no account “Nobody”/],
    [['Bram', '1:2'], 2, /the name of an account is not a UID such as 1:2; choose another name/],
    [['Bram', 'a\u202eb'], 2, /the name of an account must be one line of 1 to 100 characters/],
    [['Bram'], 2, /new-name/],
  ] as const) {
    const ran = await run(['account', 'rename', ...argv]);
    t.is(ran.code, code);
    t.regex(ran.stderr, message);
  }
  t.deepEqual(
    (await look((store) => store.accounts.list())).map(({ name }) => name),
    ['Bram', 'HANA VALE'],
  );
});

test('account remove ends the account with all that it allowed and registered', async (t) => {
  const { run, look } = await withGalaxy(t);
  const id = await look((store) => accountFor(store, 'Hana'));
  const kept = await look((store) => accountFor(store, 'Bram', ['1:2']));
  const grant = { client_id: 'console', permissions: [], expires_at: NOW + 60 };
  const { token, others } = await look((store) =>
    store.transaction(async (within) => {
      await within.clients.create({ id: 'hers', name: 'Hers', owner_id: id }, NOW);
      const personal = await within.tokens.create({ ...grant, character_uid: '1:1', name: 'Ledger' }, NOW, id);
      const ofProgram = await within.tokens.create({ ...grant, client_id: 'hers', character_uid: '1:2' }, NOW, kept);
      const other = await within.tokens.create({ ...grant, character_uid: '1:2' }, NOW, kept);
      await within.invitations.create(id, NOW, NOW + 60);
      return { token: personal.token, others: [ofProgram.token, other.token] };
    }),
  );
  const session = { uid: 'u', account_id: id, expires_at: NOW + 100 };
  await look((store) => store.sessions.save('a'.repeat(64), session));

  t.regex((await run(['export'])).stdout, /"name":"Ledger"/);

  t.deepEqual(await run(['account', 'remove', 'hana', 'Nobody', '--yes']), {
    ...{ code: 6, stdout: '' },
    stderr: 'svcapi: there is no account “Nobody”; see svcapi account list\n',
  });
  t.truthy(await look((store) => store.accounts.find(id)), 'none is removed if one is unknown');
  t.deepEqual(await run(['account', 'remove', 'hana', 'Hana', '--yes']), {
    ...{ code: 0, stdout: '' },
    stderr: 'Removed the account “Hana”; its tokens stop working within a second.\n',
  });
  t.notRegex((await run(['export'])).stdout, /Ledger/, 'nor does the name of a token stay');
  await look(async (store) => {
    t.deepEqual(
      (await store.accounts.list()).map(({ name }) => name),
      ['Bram'],
    );
    t.is(await store.sessions.find('a'.repeat(64), NOW), undefined);
    const holders = await Promise.all([token, ...others].map((each) => store.tokens.principal(each, NOW)));
    t.deepEqual(
      holders.map((holder) => holder?.client_id),
      [undefined, undefined, 'console'],
      'her tokens and those of her program end, and no others',
    );
    t.is((await store.clients.find('hers'))?.revoked_at, NOW);
    t.truthy(await store.characters.find('1:1'), 'her character stays');
  });
  t.is((await run(['account', 'invite', 'Hana', '--character', '1:1'])).code, 0, 'the name is free');
});
