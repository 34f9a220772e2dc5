import test from 'ava';
import type { Permission } from '../../../../src/domain/permission.js';
import { withGalaxy } from '../../../helpers/cli/run.js';
import { NOW } from '../../../helpers/galaxy.js';
import { accountFor } from '../../../helpers/visitor.js';

const DAY = 86_400;
const create = ['token', 'create', '--client', 'console', '--character', '1:1', '--permission', 'character_read'];

test('the token stands alone on standard output, and works', async (t) => {
  const { run, look } = await withGalaxy(t);
  const { code, stdout, stderr } = await run(create);
  t.is(code, 0);
  t.regex(stdout, /^svcapi_[\w-]{43}\n$/);
  t.regex(
    stderr,
    /^The token acts for Hana Veil until 2024-09-15T12:00:00Z\. It is not shown again: keep it safe\.\nRevoke it with svcapi token revoke (\w+)\n$/,
  );
  const found = await look((store) => store.tokens.principal(stdout.trim(), NOW));
  const principal = {
    grant_id: found?.grant_id,
    client_id: 'console',
    character_uid: '1:1',
    permissions: ['character_read'],
    expires_at: NOW + 90 * 86_400,
  };
  t.deepEqual(found, principal as never);
});

test('on a terminal it is alone as well, and with all about it on request', async (t) => {
  const { run } = await withGalaxy(t);
  t.regex((await run(create, { terminal: 80 })).stdout, /^svcapi_[\w-]{43}\n$/);
  const { token, ...made } = JSON.parse(
    (await run([...create, '--json', 'token,client,uid,permissions,expires'])).stdout,
  );
  t.regex(token, /^svcapi_/);
  const permissions = ['character_read'];
  t.deepEqual(made, { client: 'console', uid: '1:1', permissions, expires: '2024-09-15T12:00:00Z' });
});

test('a character by its name, several permissions, and a client that is made', async (t) => {
  const { run, look } = await withGalaxy(t);
  const { stderr } = await run([
    ...['token', 'create', '--client', 'new', '--character', 'bram oster', '--permission', 'character_events'],
    ...['--permission', 'character_stats,character_read'],
  ]);
  t.regex(stderr, /^Made the client “new”\.\nThe token acts for Bram Oster/);
  t.is((await look((store) => store.clients.find('new')))?.name, 'new');
  const [token] = await look((store) => store.tokens.list());
  t.is(token?.character.uid, '1:2');
  t.deepEqual(token?.permissions, ['character_read', 'character_stats', 'character_events']);
});

const lifetimes: [argv: string[], env: Record<string, string>, days: number][] = [
  [[], {}, 90],
  [[], { SVCAPI_TOKEN_DAYS: '7' }, 7],
  [['--days', '1'], { SVCAPI_TOKEN_DAYS: '7' }, 1],
];

for (const [argv, env, days] of lifetimes) {
  test(`it lasts ${days} days: ${JSON.stringify(argv)}, ${JSON.stringify(env)}`, async (t) => {
    const { run, look } = await withGalaxy(t);
    await run([...create, ...argv], { env });
    t.is((await look((store) => store.tokens.list()))[0]?.expires_at, NOW + days * DAY);
  });
}

test('client, character and permission must be given, and a revoked client gets no token', async (t) => {
  const { run, look } = await withGalaxy(t);
  for (const missing of ['--client', '--character', '--permission']) {
    const { code, stderr } = await run(create.toSpliced(create.indexOf(missing), 2));
    t.is(code, 2);
    const message = `^svcapi: required option '${missing} <.*>' not specified; see svcapi token create --help\n$`;
    t.regex(stderr, new RegExp(message));
  }
  await look((store) => store.clients.revoke('console', NOW));
  t.deepEqual(await run(create), {
    ...{ code: 1, stdout: '' },
    stderr: 'svcapi: the client “console” was revoked; choose another id for a new one\n',
  });
});

test('token list shows the state of tokens, and never a token', async (t) => {
  const { run, look } = await withGalaxy(t);
  const make = async (...argv: string[]): Promise<{ id: string; token: string }> =>
    JSON.parse((await run([...create, ...argv, '--json', 'id,token'])).stdout);
  const made = {
    active: await make(),
    expired: await make('--days', '1'),
    revoked: await make(),
    'of a revoked client': await make('--client', 'other'),
  };
  await run(['token', 'revoke', made.revoked.id]);
  await look((store) => store.clients.revoke('other', NOW));
  const { stdout } = await run(['token', 'list', '--json'], { now: NOW + DAY });
  const listed = new Map(
    (JSON.parse(stdout) as { token: string; state: string }[]).map(({ token, state }) => [token, state]),
  );
  t.is(listed.get(made.active.id), 'active');
  t.is(listed.get(made.expired.id), 'expired');
  t.is(listed.get(made.revoked.id), 'revoked');
  t.is(listed.get(made['of a revoked client'].id), 'revoked');
  for (const { token } of Object.values(made)) t.false(stdout.includes(token));
});

test('token list in a pipe has a record a line', async (t) => {
  const { run } = await withGalaxy(t);
  await run([...create, '--permission', 'character_stats']);
  const { stdout } = await run(['token', 'list']);
  t.regex(
    stdout,
    /^\w{12}\tactive\tconsole\t1:1\tHana Veil\tcharacter_read,character_stats\t2024-06-17T12:00:00Z\t2024-09-15T12:00:00Z\thost\t\n$/,
  );
});

test('token list shows the kind, the account and the permissions of each token itself', async (t) => {
  const { run, look } = await withGalaxy(t);
  const times = { created_at: NOW, expires_at: NOW + 3600 };
  await look((store) =>
    store.transaction(async (within) => {
      const account = await accountFor(within, 'Hana');
      const owner = await accountFor(within, 'Owner', ['1:2']);
      await within.clients.create({ id: 'tool', name: 'Tool', owner_id: owner }, NOW);
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
      const personal = { ...grant, client_id: 'console', expires_at: NOW + 60 };
      await within.tokens.create(personal, NOW + 4, account);
    }),
  );
  const list = async (now = NOW) => {
    const { stdout } = await run(['token', 'list', '--json', 'kind,state,client,account,uid,permissions'], { now });
    return (JSON.parse(stdout) as Record<string, unknown>[]).map((token) => Object.values(token).join(' '));
  };
  t.deepEqual(await list(), [
    'access active tool Hana 1:1 character_credits',
    'refresh exchanged tool Hana 1:1 character_read,character_credits',
    'refresh active tool Hana 1:1 character_read',
    'access revoked tool Hana 1:3 character_read',
    'personal active console Hana 1:1 character_read,character_credits',
  ]);
  t.is((await list(NOW + 60)).filter((line) => line.includes('expired')).length, 1);
  await run(['account', 'disable', 'Owner']);
  t.deepEqual(
    (await list()).map((line) => line.split(' ')[1]),
    ['disabled', 'exchanged', 'disabled', 'revoked', 'active'],
    'those of a program whose account is disabled',
  );
  await run(['account', 'disable', 'Hana']);
  t.is((await list()).filter((line) => line.includes(' active ')).length, 0);
});

test('token revoke ends one at once, and says when there is none', async (t) => {
  const { run, look } = await withGalaxy(t);
  const token = (await run(create)).stdout.trim();
  const id = (await look((store) => store.tokens.list()))[0]?.id ?? '';
  t.deepEqual(await run(['token', 'revoke', id]), { code: 0, stdout: '', stderr: `Revoked the token “${id}”.\n` });
  t.is(await look((store) => store.tokens.principal(token, NOW)), undefined);
  t.deepEqual(await run(['token', 'revoke', id]), {
    code: 6,
    stdout: '',
    stderr: `svcapi: there is no valid token “${id}”; see svcapi token list\n`,
  });
});
