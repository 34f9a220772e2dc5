import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import test, { type ExecutionContext } from 'ava';
import { permissionNames } from '../../../src/domain/permission.js';
import { fileOf, STORED } from '../../helpers/cli/login.js';
import { proxy } from '../../helpers/cli/proxy.js';
import { Kept, refuses, runIo, signals } from '../../helpers/cli/run.js';
import { sharedService } from '../../helpers/cli/service.js';
import { decide, loginByDevice, signIn, storedIn, withPlayer } from '../../helpers/cli/sign-in.js';
import { strangeServer } from '../../helpers/cli/strange-server.js';
import { NOW } from '../../helpers/galaxy.js';
import { until } from '../../helpers/until.js';

const exists = (path: string) => stat(path).then(...[true, false].map((found) => () => found));

test('login signs in by a code that is entered in a browser', async (t) => {
  const player = await withPlayer(t);
  const { origin, server, run } = player;
  const stderr = new Kept();
  const allow = (waits: number[]) => (waits.length === 3 ? decide(player, stderr.text, 'allow') : undefined);
  const { code, stdout, waits } = await loginByDevice(player, ['--debug'], allow, { stderr });
  t.deepEqual([code, stdout, waits], [0, '', [5, 5, 5]], stderr.text);
  t.is(
    stderr.text.replace(/^[*<>] .*\n/gm, '').replace(/code [B-Z]{4}-[B-Z]{4}/, 'code CODE'),
    `Open ${origin}/ws/v2.0/account/device and enter the code CODE within 10 minutes.\n` +
      'Waiting until you have allowed access in the browser…\n' +
      `Logged in to ${origin} as Hana Veil (1:1), for the client svcapi-cli, with ${permissionNames.join(', ')}.\n` +
      `Stored in ${fileOf(player)}.\n`,
  );
  const { token, refreshToken = '', expiresAt } = await storedIn(player);
  t.is(expiresAt, NOW + 3600);
  t.regex(refreshToken, /^svcapi_r_/);
  t.is((await stat(fileOf(player))).mode & 0o777, 0o600);
  t.is((await run(['character', '--json', 'uid'], { env: STORED })).stdout, '{"uid":"1:1"}\n');
  // --debug shows the requests without their secrets.
  t.regex(stderr.text, /> POST \/ws\/oauth2\/device\n[^$]*"device_code":"\*\*\*"[^$]*device_code=\*\*\*/);
  t.false([token, refreshToken].some((secret) => stderr.text.includes(secret)));
  t.false(server.log.join('').includes(refreshToken));

  await signIn(player);
  t.not((await storedIn(player)).refreshToken, refreshToken);
  t.is((await server.store.grants.ofAccount(player.account, NOW)).length, 1, 'a new sign-in ends the former one');
});

test('login asks only for the permissions of --scope', async (t) => {
  const player = await withPlayer(t);
  const { token } = await signIn(player, '--scope', 'character_auth,character_events', '--scope', 'character_read');
  const scopes = ['character_auth', 'character_read', 'character_events'] as never;
  t.deepEqual((await player.server.store.tokens.principal(token, NOW))?.permissions, scopes);
  for (const [argv, message] of [
    [['--scope', 'character_raed'], 'there is no permission “character_raed”; did you mean “character_read”?'],
    [['--no-browser', '--with-token'], '--no-browser cannot be combined with --with-token'],
    [['--scope', 'character_read', '--token-file', '/dev/null'], '--scope cannot be combined with a token file'],
  ] as const) {
    await refuses(t, player.run(['login', ...argv], { env: STORED }), 2, message);
  }
});

test('login ends when access is not allowed, not in time or not usable, or at Ctrl-C, and leaves nothing', async (t) => {
  const player = await withPlayer(t);
  const deny = loginByDevice(player, [], (_, printed) => decide(player, printed, 'deny'));
  await refuses(t, deny, 4, /\nsvcapi: access was not allowed in the browser; nothing was stored\n$/);
  const late = await loginByDevice(player, [], () => {
    player.server.time.now += 55_000;
  });
  t.deepEqual([late.code, late.waits], [4, Array(10).fill(5)]);
  t.regex(late.stderr, /\nsvcapi: the code has expired before anybody has allowed access; use svcapi login again\n$/);
  const { url } = await proxy(t, player.origin, async (it) => (/tokeninfo$/.test(it.target) ? 'reset' : it.forward()));
  const lost = await loginByDevice(player, ['--url', url], (_, printed) => decide(player, printed, 'allow'));
  t.deepEqual([lost.code, await player.server.store.grants.ofAccount(player.account, NOW)], [9, []]);
  const { onInterrupt, send } = signals();
  // On a terminal it signs in without an option.
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const env = { HOME: player.home, SVCAPI_URL: player.origin };
  const interrupted = runIo(['login'], { stdin, env, onInterrupt, sleep: async () => send() });
  await refuses(t, interrupted, 130, /enter the code [^$]*\nsvcapi: interrupted by SIGINT: nothing was stored\n$/);
  t.false(await exists(fileOf(player)));
});

test('login waits as long as a rate limit says', async (t) => {
  const player = await withPlayer(t, { rateLimit: 2, rateWindow: 40_000 });
  const limited = await loginByDevice(player, [], (waits, printed) =>
    waits.length === 4 ? decide(player, printed, 'allow') : undefined,
  );
  t.deepEqual([limited.code, limited.waits], [0, [5, 5, 5, 30]], limited.stderr);
  t.deepEqual(limited.stderr.match(/.*limit.*/g), ['Rate limited: waiting 30 s, until 2024-06-17T12:00:30Z.'] as never);

  await player.server.store.clients.revoke('svcapi-cli', NOW);
  t.regex((await player.run(['logout'], { env: STORED })).stderr, /The sign-in at \S+ has ended\.\n$/);
  const { code, stderr } = await loginByDevice(player);
  t.is(code, 1);
  t.regex(stderr, /^svcapi: the host of this service has revoked the client svcapi-cli; ask for a token/);
});

const service = sharedService();

/** Logs in at a service that answers to a device as it likes; a poll of the last answer repeats it. */
async function loginAt(t: ExecutionContext, device: unknown, polls: unknown[] = []) {
  const answers = [...polls];
  const { url, requests } = await strangeServer(t, (response, { url = '' }) => {
    const answer = url.endsWith('/device') ? device : answers.length > 1 ? answers.shift() : answers[0];
    if (answer === 'reset') return response.destroy();
    if (typeof answer === 'function') return answer(response);
    const status = typeof answer === 'object' && answer !== null && 'error' in answer ? 400 : 200;
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  });
  const ran = await loginByDevice(service, ['--url', url]);
  return { ...ran, url, polls: requests.filter((request) => request.url.endsWith('/token')).length };
}

const device = {
  ...{ device_code: 'the-device-code', user_code: 'BCDF-GHJK' },
  ...{ verification_uri: 'https://galaxy.example.org/device', expires_in: 600 },
};
const pending = { error: 'authorization_pending' };
const denied = { error: 'access_denied' };

test('login keeps to the interval and the lifetime of the service, within an hour', async (t) => {
  const unavailable = { error: 'temporarily_unavailable' };
  for (const [about, polls, code, waits] of [
    [{ interval: 7 }, [pending, { error: 'slow_down' }, pending, denied], 4, [7, 7, 12, 12]],
    // A service that is away for a while is asked less often.
    [{}, [pending, 'reset', unavailable, pending, denied], 4, [5, 5, 10, 20, 20]],
    [{}, ['reset'], 9, [5, 10, 20, 40, ...Array(8).fill(60), 45]],
    [{ expires_in: 1e300, interval: 300 }, [pending], 4, Array(12).fill(300)],
    [{ expires_in: 30, interval: 1e9 }, [pending], 4, [30]],
  ] as const) {
    const ran = await loginAt(t, { ...device, ...about }, [...polls]);
    t.deepEqual([ran.code, ran.waits], [code, waits], JSON.stringify(about));
  }
});

const wrongDevices = [
  ...['<html>', [], ''],
  ...[
    ...[{ device_code: undefined }, { user_code: 12345678 }, { user_code: 'BCDF\nGHJK' }],
    ...[{ verification_uri: 'javascript:alert(1)' }, { verification_uri: 'file:///etc/passwd' }],
    ...[{ expires_in: undefined }, { expires_in: -1 }, { expires_in: 'long' }],
  ].map((wrong) => ({ ...device, ...wrong })),
];

const token = { access_token: 'a-token', token_type: 'Bearer', expires_in: 3600 };
const wrongTokens = [
  ...['<html>', { ...token, access_token: undefined }, { ...token, access_token: 'one\r\nX-Header: two' }],
  ...[{ ...token, access_token: 'x'.repeat(5000) }, { ...token, token_type: 'mac' }, 'x'.repeat(2 * 1024 * 1024)],
];

test('login refuses the answers of a hostile service or of one without OAuth, and stores nothing', async (t) => {
  const missing = '{"svcapi":{"error":"not_found","error_message":"There is nothing here."}}';
  const old = await loginAt(t, (response: ServerResponse) => response.writeHead(404).end(missing));
  const next = 'ask its host for a token, and store it with svcapi login --with-token';
  t.is(old.stderr, `svcapi: ${old.url} has no sign-in: its version is too old; ${next}\n`);
  t.is(old.code, 1);
  const elsewhere = await strangeServer(t, (response) => response.end());
  const redirect = (response: ServerResponse) => response.writeHead(307, { Location: elsewhere.url }).end();
  for (const [answer, polls] of [
    ...wrongDevices.map((answer) => [answer, []] as const),
    ...[...wrongTokens, redirect].map((answer) => [device, [answer]] as const),
  ]) {
    const ran = await loginAt(t, answer, [...polls]);
    t.deepEqual([ran.code, ran.stdout, ran.polls], [3, '', polls.length], ran.stderr);
    t.regex(ran.stderr, /(is this the address of a Web Services v2\.0\?|the answer sends elsewhere .*)\n$/);
  }
  t.deepEqual(elsewhere.requests, [], 'no code is sent there');
  t.false(await exists(fileOf(service)));

  const { code, stderr } = await loginAt(t, { ...device, user_code: 'AB\u001b[31m\u202eCD' }, [
    { error: 'x\u001b]0;title\u0007', error_description: '\u001b[2J' },
  ]);
  t.is(code, 1);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what must not be there
  t.notRegex(stderr, /[\u001b\u0007\u202e]/);
});

test('a browser is opened on a terminal with a display, at the address with the code', async (t) => {
  const player = await withPlayer(t);
  const [bin, opened] = ['bin', 'opened'].map((name) => join(player.home, name)) as [string, string];
  await mkdir(bin);
  const script = `printf '%s\\n' "$@" > '${opened}.part'\n/bin/mv '${opened}.part' '${opened}'\n`;
  await writeFile(join(bin, 'xdg-open'), `#!/bin/sh\n${script}`, { mode: 0o755 });
  const login = async (argv: string[], env: Record<string, string>, stderr: Kept) => {
    const allow = (milliseconds: number) => {
      player.server.time.now += milliseconds;
      return milliseconds > 0 ? decide(player, stderr.text, 'allow') : undefined;
    };
    const around = { env: { ...STORED, PATH: bin, ...env }, stderr, onSleep: allow };
    t.is((await player.run(['login', '--url', player.origin, '--scope', 'character_read', ...argv], around)).code, 0);
    return /enter the code (\S+)/.exec(stderr.text)?.[1];
  };
  await login(['--no-browser'], { DISPLAY: ':0' }, new Kept(80));
  await login([], {}, new Kept(80));
  await login([], { DISPLAY: ':0' }, new Kept());
  await login([], { DISPLAY: ':0', PATH: '/nonexistent' }, new Kept(80));
  t.false(await exists(opened));
  const code = await login([], { DISPLAY: ':0' }, new Kept(80));
  await until(() => exists(opened), { what: 'the browser is opened' });
  t.is(await readFile(opened, 'utf8'), `${player.server.url}/account/device?user_code=${code}\n`);
});
