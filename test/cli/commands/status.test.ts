import test from 'ava';
import { permissionNames } from '../../../src/domain/permission.js';
import { STORED } from '../../helpers/cli/login.js';
import { withService } from '../../helpers/cli/service.js';
import { signIn, withPlayer } from '../../helpers/cli/sign-in.js';
import { closedPort } from '../../helpers/cli/strange-server.js';
import { NOW, tokenFor } from '../../helpers/galaxy.js';

const all = permissionNames.join(',');

test('status shows the address, and the owner and permissions of the token', async (t) => {
  const { run, origin } = await withService(t);
  t.deepEqual(await run(['status']), {
    code: 0,
    stdout: `${origin}\ttrue\tSVCAPI_TOKEN\tconsole\t1:1\tHana Veil\t${all}\t1750161600\t\tfalse\n`,
    stderr: '',
  });
  t.deepEqual(JSON.parse((await run(['status', '--json'])).stdout), {
    url: origin,
    answers: true,
    token: 'SVCAPI_TOKEN',
    client: 'console',
    uid: '1:1',
    character: 'Hana Veil',
    permissions: permissionNames,
    expires: 1750161600,
    expires_cgt: 'Year 26 Day 204, 05:00:00',
    expires_date: '2025-06-17T12:00:00Z',
    account: null,
    renews: false,
  });
});

test('a table of the state on a terminal', async (t) => {
  const { run, origin } = await withService(t);
  const { stdout } = await run(['status'], { terminal: 100 });
  t.is(
    stdout.replace(origin, 'ORIGIN'.padEnd(origin.length)),
    `\
┌─────────────┬────────────────────────────────────────────────────────────────────────────────────┐
│ url         │ ORIGIN                                                                             │
│ answers     │ yes                                                                                │
│ token       │ from SVCAPI_TOKEN                                                                  │
│ client      │ console                                                                            │
│ uid         │ 1:1                                                                                │
│ character   │ Hana Veil                                                                          │
│ permissions │ character_auth, character_read, character_stats, character_credits,                │
│             │ character_events, faction_datacards_read, faction_datacards_write                  │
│ expires     │ Year 26 Day 204, 05:00:00  2025-06-17T12:00:00Z                                    │
│ renews      │ no                                                                                 │
└─────────────┴────────────────────────────────────────────────────────────────────────────────────┘
`,
  );
});

const nobody = { client: null, uid: null, character: null, permissions: null, expires: null };
const fields = ['--json', `answers,token,${Object.keys(nobody).join(',')}`];

test('no token', async (t) => {
  const { run } = await withService(t);
  const { code, stdout, stderr } = await run(['status', ...fields], { env: { SVCAPI_TOKEN: '' } });
  t.deepEqual([code, stderr], [0, '']);
  t.deepEqual(JSON.parse(stdout), { ...nobody, answers: true, token: null });
});

test('an invalid token is exit 4', async (t) => {
  const { run } = await withService(t);
  const { code, stdout, stderr } = await run(['status', ...fields], { env: { SVCAPI_TOKEN: 'svcapi_wrong' } });
  t.is(code, 4);
  t.regex(stderr, /^svcapi: the token is unknown, expired or revoked; use svcapi login/);
  t.deepEqual(JSON.parse(stdout), { ...nobody, answers: true, token: 'SVCAPI_TOKEN' });
});

test('a token without character_read shows its character', async (t) => {
  const { run, server } = await withService(t);
  const SVCAPI_TOKEN = await tokenFor(server.store, '1:1', ['faction_datacards_read']);
  const { code, stdout, stderr } = await run(['status', ...fields], { env: { SVCAPI_TOKEN } });
  t.deepEqual([code, stderr], [0, '']);
  t.deepEqual(JSON.parse(stdout), {
    answers: true,
    token: 'SVCAPI_TOKEN',
    client: 'console',
    uid: '1:1',
    character: 'Hana Veil',
    permissions: ['faction_datacards_read'],
    expires: 1750161600,
  });
});

test('the expiry of a token is known with several grants', async (t) => {
  const { run, server } = await withService(t);
  const SVCAPI_TOKEN = await tokenFor(server.store, '1:1', ['character_read']);
  const { stdout } = await run(['status', '--json', 'character,expires'], { env: { SVCAPI_TOKEN } });
  t.deepEqual(JSON.parse(stdout), { character: 'Hana Veil', expires: 1750161600 });
});

test('a service that does not answer is exit 9', async (t) => {
  const { run } = await withService(t);
  const url = await closedPort();
  const { code, stdout, stderr } = await run(['status', '--url', url, ...fields]);
  t.is(code, 9);
  t.true(stderr.startsWith(`svcapi: nothing answers at ${url};`));
  t.deepEqual(JSON.parse(stdout), { ...nobody, answers: false, token: 'SVCAPI_TOKEN' });
});

test('a table leaves out what is unknown when nothing answers', async (t) => {
  const { run } = await withService(t);
  const url = await closedPort();
  const { stdout } = await run(['status', '--url', url, '--no-color'], { terminal: 100 });
  const names = stdout.split('\n').flatMap((line) => /^│ (\w+) /.exec(line)?.[1] ?? []);
  t.deepEqual(names, ['url', 'answers', 'token', 'renews']);
});

test('status shows the account of a sign-in, and that it is renewed, whatever its permissions are', async (t) => {
  const player = await withPlayer(t);
  await signIn(player, '--scope', 'character_auth');
  const { code, stdout, stderr } = await player.run(['status', '--json'], { env: STORED });
  t.deepEqual([code, stderr], [0, '']);
  t.like(JSON.parse(stdout), {
    ...{ answers: true, token: 'login', client: 'svcapi-cli', uid: '1:1', character: 'Hana Veil', account: 'Hana' },
    ...{ permissions: ['character_auth'], expires: NOW + 3600, renews: true },
  });
  const [grant] = await player.server.store.grants.ofAccount(player.account, NOW);
  await player.server.store.grants.end(grant?.id ?? '', NOW);
  player.server.time.now += 3_601_000;
  const ended = await player.run(['status', '--json', 'answers,account,renews'], { env: STORED, now: NOW + 3601 });
  t.is(ended.code, 4);
  t.is(ended.stdout, '{"answers":true,"account":null,"renews":true}\n');
  t.is(ended.stderr, `svcapi: the sign-in at ${player.origin} has ended; use svcapi login --url ${player.origin}\n`);
});
