import test from 'ava';
import { permissionNames } from '../../../src/domain/permission.js';
import { withService } from '../../helpers/cli/service.js';
import { closedPort } from '../../helpers/cli/strange-server.js';
import { tokenFor } from '../../helpers/galaxy.js';

const all = permissionNames.join(',');

test('status shows profile, address, and the owner and permissions of the token', async (t) => {
  const { run, origin } = await withService(t);
  t.deepEqual(await run(['status']), {
    code: 0,
    stdout: `default\t${origin}\ttrue\tSVCAPI_TOKEN\tconsole\t1:1\tHana Veil\t${all}\t1750161600\n`,
    stderr: '',
  });
  t.deepEqual(JSON.parse((await run(['status', '--json'])).stdout), {
    profile: 'default',
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
  });
});

test('a table on a terminal', async (t) => {
  const { run, origin } = await withService(t);
  const { stdout } = await run(['status'], { terminal: 100 });
  t.is(
    stdout.replace(origin, 'ORIGIN'.padEnd(origin.length)),
    `\
┌─────────────┬────────────────────────────────────────────────────────────────────────────────────┐
│ profile     │ default                                                                            │
│ url         │ ORIGIN                                                                             │
│ answers     │ yes                                                                                │
│ token       │ from SVCAPI_TOKEN                                                                  │
│ client      │ console                                                                            │
│ uid         │ 1:1                                                                                │
│ character   │ Hana Veil                                                                          │
│ permissions │ character_auth, character_read, character_stats, character_credits,                │
│             │ character_events, faction_datacards_read, faction_datacards_write                  │
│ expires     │ Year 26 Day 204, 05:00:00                                                          │
│             │ 2025-06-17T12:00:00Z                                                               │
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

test('a token without character_read still shows its permissions', async (t) => {
  const { run, server } = await withService(t);
  const SVCAPI_TOKEN = await tokenFor(server.store, '1:1', ['faction_datacards_read']);
  const { code, stdout, stderr } = await run(['status', ...fields], { env: { SVCAPI_TOKEN } });
  t.deepEqual([code, stderr], [0, '']);
  t.deepEqual(JSON.parse(stdout), {
    ...nobody,
    answers: true,
    token: 'SVCAPI_TOKEN',
    permissions: ['faction_datacards_read'],
  });
});

test('with several grants, the expiry of the token is unknown', async (t) => {
  const { run, server } = await withService(t);
  const SVCAPI_TOKEN = await tokenFor(server.store, '1:1', ['character_read']);
  const { stdout } = await run(['status', '--json', 'character,expires'], { env: { SVCAPI_TOKEN } });
  t.deepEqual(JSON.parse(stdout), { character: 'Hana Veil', expires: null });
});

test('a service that does not answer is exit 9', async (t) => {
  const { run } = await withService(t);
  const url = await closedPort();
  const { code, stdout, stderr } = await run(['status', '--url', url, ...fields]);
  t.is(code, 9);
  t.true(stderr.startsWith(`svcapi: nothing answers at ${url};`));
  t.deepEqual(JSON.parse(stdout), { ...nobody, answers: false, token: 'SVCAPI_TOKEN' });
});
