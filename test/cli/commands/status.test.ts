import test from 'ava';
import { permissionNames } from '../../../src/domain/permission.js';
import { STORED } from '../../helpers/cli/login.js';
import { sharedService } from '../../helpers/cli/service.js';
import { signIn, withPlayer } from '../../helpers/cli/sign-in.js';
import { closedPort } from '../../helpers/cli/strange-server.js';
import { NOW, tokenFor } from '../../helpers/galaxy.js';

const service = sharedService();

test('status shows the address, and the owner and permissions of the token', async (t) => {
  const { run, origin } = service;
  t.deepEqual(await run(['status']), {
    ...{ code: 0, stderr: '' },
    stdout: `${origin}\ttrue\tSVCAPI_TOKEN\tconsole\t1:1\tHana Veil\t${permissionNames.join()}\t1750161600\t\tfalse\n`,
  });
  t.deepEqual(JSON.parse((await run(['status', '--json'])).stdout), {
    ...{ url: origin, answers: true, token: 'SVCAPI_TOKEN', client: 'console', uid: '1:1', character: 'Hana Veil' },
    ...{ permissions: permissionNames, expires: 1750161600, expires_cgt: 'Year 26 Day 204, 05:00:00' },
    ...{ expires_date: '2025-06-17T12:00:00Z', account: null, renews: false },
  });
  const { stdout } = await run(['status'], { terminal: 100 });
  for (const row of ['answers +│ yes', 'token +│ from SVCAPI_TOKEN', 'expires +│ Year 26 .* 2025-.*', 'renews +│ no']) {
    t.regex(stdout, new RegExp(`^│ ${row} +│$`, 'm'));
  }
});

test('status shows what is known of any token', async (t) => {
  const { run, server, origin } = service;
  const url = await closedPort();
  const own = { client: 'console', uid: '1:1', character: 'Hana Veil', expires: 1750161600 };
  const nobody = { client: null, uid: null, character: null, permissions: null, expires: null };
  const rejected = /^svcapi: the token is unknown, expired or revoked; use svcapi login/;
  for (const [SVCAPI_TOKEN, at, code, stderr, expected] of [
    ['', origin, 0, /^$/, { ...nobody, answers: true, token: null }],
    ['svcapi_wrong', origin, 4, rejected, { ...nobody, answers: true, token: 'SVCAPI_TOKEN' }],
    ['svcapi_any', url, 9, /^svcapi: nothing answers at/, { ...nobody, answers: false, token: 'SVCAPI_TOKEN' }],
    [
      await tokenFor(server.store, '1:1', ['faction_datacards_read']),
      ...([origin, 0, /^$/] as const),
      { ...own, answers: true, token: 'SVCAPI_TOKEN', permissions: ['faction_datacards_read'] },
    ],
  ] as const) {
    const fields = ['--json', Object.keys(expected).join()];
    const ran = await run(['status', '--url', at, ...fields], { env: { SVCAPI_TOKEN } });
    t.is(ran.code, code);
    t.regex(ran.stderr, stderr);
    t.deepEqual(JSON.parse(ran.stdout), expected);
  }
  const { stdout } = await run(['status', '--url', url], { terminal: 100 });
  t.deepEqual(stdout.match(/(?<=│ )\w+(?= +│ .)/g), ['url', 'answers', 'token', 'renews'] as never);
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
  t.deepEqual(await player.run(['status', '--json', 'answers,account,renews'], { env: STORED, now: NOW + 3601 }), {
    ...{ code: 4, stdout: '{"answers":true,"account":null,"renews":true}\n' },
    stderr: `svcapi: the sign-in at ${player.origin} has ended; use svcapi login --url ${player.origin}\n`,
  });
});
