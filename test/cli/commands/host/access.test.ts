import test, { type ExecutionContext } from 'ava';
import type { Permission } from '../../../../src/domain/permission.js';
import { tokenHash } from '../../../../src/store/token.js';
import { failing, refuses, withGalaxy } from '../../../helpers/cli/run.js';
import { NOW } from '../../../helpers/galaxy.js';
import { accountFor } from '../../../helpers/visitor.js';

const DAY = 86_400;

test('client create prints a secret once, and stores its hash; client secret replaces it', async (t) => {
  const { run, look } = await withGalaxy(t);
  const [site, own] = ['https://tools.example/signed-in', 'com.example.tools:/signed-in'];
  const uris = [site, own, site].flatMap((uri) => ['--redirect-uri', uri]);
  const { code, stdout, stderr } = await run(['client', 'create', 'tools', '--name', 'The Tools', ...uris]);
  t.is(code, 0);
  t.regex(stdout, /^svcapi_s_[\w-]{43}\n$/);
  t.is(stderr, 'The secret is not shown again: keep it safe.\nMade the client “tools”.\n');
  t.like(await look((store) => store.clients.find('tools')), {
    ...{ name: 'The Tools', is_public: 0, secret_hash: tokenHash(stdout.trim()), owner_id: null, requires_pkce: 1 },
    ...{ redirect_uris: JSON.stringify([site, own]), application_type: 'native', is_resource_server: 0 },
  });
  const second = await run(['client', 'secret', 'tools']);
  t.is(second.code, 0);
  t.not(second.stdout, stdout);
  t.is((await look((store) => store.clients.find('tools')))?.secret_hash, tokenHash(second.stdout.trim()));
  const unread = run(['client', 'secret', 'tools'], { stdout: failing('EPIPE') });
  await refuses(t, unread, 1, /^svcapi: nobody reads .* lost; replace it with svcapi client secret tools\n$/);
  t.like(await run(['client', 'create', 'app', '--public']), { code: 0, stdout: '' });
  t.like(await look((store) => store.clients.find('app')), { name: 'app', is_public: 1, secret_hash: null });
});

test('client list shows what a client must and may do, and client change makes PKCE optional', async (t) => {
  const { run, look } = await withGalaxy(t);
  await look(async (store) => {
    const owner_id = await accountFor(store, 'Hana');
    await store.clients.create({ id: 'hers', name: 'Hers', is_public: 1, owner_id }, NOW);
  });
  await run(['client', 'create', 'shop', '--resource-server', '--no-pkce']);
  const line = (id: string, rest: string) => `${id}\t2024-06-17T12:00:00Z\t\t${rest}\n`;
  const old = (id: string) => `${id}\t2024-06-17T11:43:20Z\t\thost\t\t\t\tfalse\n`;
  const list = (pkce: string) =>
    old('console\tTrade console') +
    line('hers\tHers', 'public\tHana\t\trequired\tfalse') +
    old('other\tAnother client') +
    line('shop\tshop', `secret\t\t\t${pkce}\ttrue`);
  t.is((await run(['client', 'list'])).stdout, list('optional'));
  t.is((await run(['client', 'change', 'shop', '--pkce'])).stderr, 'PKCE is required of “shop”.\n');
  t.is((await run(['client', 'list'])).stdout, list('required'));
  t.is((await run(['client', 'change', 'shop', '--no-pkce'])).stderr, 'PKCE is optional for “shop”.\n');
  t.is((await run(['client', 'list'])).stdout, list('optional'));
});

test('token create prints only the token, and makes a missing client', async (t) => {
  const { run, look } = await withGalaxy(t);
  const argv = 'token create --client new --permission character_events --permission character_stats,character_read';
  for (const [made, options] of [
    ['Made the client “new”.\n', {}],
    ['', { terminal: 80 }],
  ] as const) {
    const { code, stdout, stderr } = await run([...argv.split(' '), '--character', 'bram oster'], options);
    t.is(code, 0);
    t.regex(stdout, /^svcapi_[\w-]{43}\n$/);
    t.is(
      stderr.replace(/\w{12}\n$/, 'ID'),
      `${made}The token acts for Bram Oster until 2024-09-15T12:00:00Z. It is not shown again: keep it safe.\nRevoke it with svcapi token revoke ID`,
    );
    const found = await look((store) => store.tokens.principal(stdout.trim(), NOW));
    t.deepEqual(found as object, {
      ...{ grant_id: found?.grant_id, client_id: 'new', character_uid: '1:2', expires_at: NOW + 90 * DAY },
      permissions: ['character_read', 'character_stats', 'character_events'],
    });
  }
  const week = 'token create --client console --character 1:1 --permission character_read --days 7'.split(' ');
  await refuses(t, run(week, { stdout: failing('ENOSPC') }), 1, /the token is lost; revoke it with .* \w{12}, /);
  t.true((await look((store) => store.tokens.list())).some(({ expires_at }) => expires_at === NOW + 7 * DAY));
});

/** Makes tokens of every kind: two grants of Hana to a program of Owner, of which one has ended, and a personal token. */
async function withTokens(t: ExecutionContext) {
  const galaxy = await withGalaxy(t);
  const times = { created_at: NOW, expires_at: NOW + 3600 };
  await galaxy.look((store) =>
    store.transaction(async (within) => {
      const account = await accountFor(within, 'Hana');
      const owner_id = await accountFor(within, 'Owner', ['1:2']);
      await within.clients.create({ id: 'tool', name: 'Tool', owner_id }, NOW);
      const permissions: Permission[] = ['character_read', 'character_credits'];
      const grant = { client_id: 'tool', character_uid: '1:1', permissions, expires_at: NOW + 7200 };
      const mine = await within.grants.create({ ...grant, account_id: account }, NOW);
      const ended = await within.grants.create({ ...grant, account_id: account, character_uid: '1:3' }, NOW);
      for (const [kind, grant_id, scope, at] of [
        ['access', mine, 'character_credits', 0],
        ['refresh', mine, 'character_read character_credits', 1],
        ['refresh', mine, 'character_read', 2],
        ['access', ended, 'character_read', 3],
      ] as const) {
        const row = { kind, grant_id, scope, ...times, created_at: NOW + at };
        await within.tokens.add({ ...row, hash: `${at}`.repeat(64) });
      }
      await within.tokens.consume('1'.repeat(64), NOW);
      await within.grants.end(ended, NOW);
      await within.tokens.create({ ...grant, client_id: 'console', expires_at: NOW + 60 }, NOW + 4, account);
      await within.tokens.create({ ...grant, client_id: 'console', character_uid: '1:3' }, NOW + 5);
    }),
  );
  const list = async (of: 'token' | 'grant', fields: string, now = NOW) => {
    const { stdout } = await galaxy.run([of, 'list', '--json', fields], { now });
    return (JSON.parse(stdout) as Record<string, unknown>[]).map((row) => Object.values(row).join(' '));
  };
  return { ...galaxy, list };
}

test('token list shows what each token is, and grant list who has allowed what', async (t) => {
  const { run, list } = await withTokens(t);
  const grants = () => list('grant', 'state,client,account,uid,permissions');
  const active = (...of: string[]) => of.map((grant) => `${grant} character_read,character_credits`);
  t.deepEqual(await grants(), active('active console  1:3', 'active console Hana 1:1', 'active tool Hana 1:1'));
  t.deepEqual(await list('token', 'kind,state,client,account,uid,permissions'), [
    'access active tool Hana 1:1 character_credits',
    'refresh exchanged tool Hana 1:1 character_read,character_credits',
    'refresh active tool Hana 1:1 character_read',
    'access revoked tool Hana 1:3 character_read',
    'personal active console Hana 1:1 character_read,character_credits',
    'host active console  1:3 character_read,character_credits',
  ]);
  const states = async (now = NOW) => (await list('token', 'state', now)).join(' ');
  t.is(await states(NOW + 60), 'active exchanged active revoked expired active');
  await run(['account', 'disable', 'Owner']);
  t.is(await states(), 'disabled exchanged disabled revoked active active', 'those of a program of a disabled account');
  await run(['account', 'disable', 'Hana']);
  t.is(await states(), 'disabled exchanged disabled revoked disabled active');
  t.regex(
    (await run(['token', 'list'])).stdout,
    /^\w{12}\tactive\tconsole\t1:3\tCleo Ray\tcharacter_read,character_credits\t2024-06-17T12:00:05Z\t2024-06-17T14:00:00Z\thost\t$/m,
  );
  t.deepEqual(await grants(), active('active console  1:3', 'disabled console Hana 1:1', 'disabled tool Hana 1:1'));
  t.deepEqual(await list('grant', 'uid', NOW + 7200), [], 'those that have expired are not listed');
  t.like(await run(['grant', 'list'], { now: NOW + 7200, terminal: 80 }), { stderr: 'There are no grants.\n' });
});

test('blacklist list prints the entries that hold, and blacklist remove takes an address within one', async (t) => {
  const { run, look } = await withGalaxy(t);
  const empty = { code: 0, stdout: '', stderr: 'The blacklist is empty.\n' };
  t.deepEqual(await run(['blacklist', 'list'], { terminal: 80 }), empty);
  t.deepEqual(await run(['blacklist', 'list']), { ...empty, stderr: '' });
  await look(async ({ blacklist }) => {
    const entry = { created_at: NOW, reason: 'reads every profile' };
    await blacklist.add({ ...entry, address: '192.0.2.8', expires_at: NOW });
    await blacklist.add({ ...entry, address: '2001:db8::/64', expires_at: NOW + 3600 });
  });
  const line = '2001:db8::/64\t2024-06-17T12:00:00Z\t2024-06-17T13:00:00Z\treads every profile\n';
  t.is((await run(['blacklist', 'list'])).stdout, line);
  t.is((await run(['blacklist', 'remove', '2001:db8::2'])).stderr, 'Removed the address “2001:db8::2”.\n');
  t.is((await run(['blacklist', 'list'])).stdout, '');
});

for (const [of, verb, done, columns] of [
  ['client', 'revoke', 'Revoked', 'client,revoked'],
  ['token', 'revoke', 'Revoked', 'token,state'],
  ['grant', 'end', 'Ended', 'grant'],
] as const) {
  test(`${of} ${verb} changes all that are named, or none`, async (t) => {
    const { run, list, look } = await withTokens(t);
    const valid = async () => {
      const rows = await list(of as 'token', columns);
      return rows.filter((row) => (of === 'client' ? row.endsWith(' ') : of === 'grant' || row.endsWith('active')));
    };
    const before = await valid();
    const [first = '', second = ''] = before.map((row) => row.split(' ')[0] ?? '');
    const unknown = run([of, verb, first, 'nothing']);
    await refuses(t, unknown, 6, `there is no valid ${of} “nothing”; see svcapi ${of} list`);
    t.deepEqual(await valid(), before);
    t.deepEqual(await run([of, verb, second, first]), {
      ...{ code: 0, stdout: '', stderr: `${done} the ${of} “${second}”.\n${done} the ${of} “${first}”.\n` },
    });
    t.deepEqual(await valid(), before.slice(2));
    t.is((await run([of, verb, first])).code, 6, 'once');
    const tokens = await look((store) => store.tokens.list());
    if (of !== 'token') t.true(tokens.filter(({ revoked_at }) => revoked_at === NOW).length >= 2, 'their tokens end');
  });
}
