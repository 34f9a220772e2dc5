import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { permissionNames } from '../../../src/domain/permission.js';
import { fileOf, STORED } from '../../helpers/cli/login.js';
import { startProgram } from '../../helpers/cli/program.js';
import { Kept } from '../../helpers/cli/run.js';
import { withService } from '../../helpers/cli/service.js';
import { decide, loginByDevice, signIn, storedIn, withPlayer } from '../../helpers/cli/sign-in.js';
import { strangeServer } from '../../helpers/cli/strange-server.js';
import { onTerminal, openTerminal } from '../../helpers/cli/terminal.js';
import { NOW } from '../../helpers/galaxy.js';
import { until } from '../../helpers/until.js';

test('login signs in by a code that is entered in a browser', async (t) => {
  const player = await withPlayer(t);
  const { origin, server, run } = player;
  const { code, stdout, stderr, waits } = await loginByDevice(player, [], (waits, printed) =>
    waits.length === 3 ? decide(player, printed, 'allow') : undefined,
  );
  t.deepEqual([code, stdout], [0, ''], stderr);
  t.is(
    stderr.replace(/code [B-Z]{4}-[B-Z]{4}/, 'code CODE'),
    `Open ${origin}/ws/v2.0/account/device and enter the code CODE within 10 minutes.\n` +
      'Waiting until you have allowed access in the browser…\n' +
      `Logged in to ${origin} as Hana Veil (1:1), for the client svcapi-cli, with ${permissionNames.join(', ')}.\n` +
      `Stored in ${fileOf(player)}.\n`,
  );
  t.deepEqual(waits, [5, 5, 5]);
  const { refreshToken = '', ...stored } = await storedIn(player);
  t.like(stored, { expiresAt: NOW + 3600 });
  t.regex(refreshToken, /^svcapi_r_/);
  t.is((await stat(fileOf(player))).mode & 0o777, 0o600);
  t.is((await run(['character', '--json', 'uid'], { env: STORED })).stdout, '{"uid":"1:1"}\n');
  t.false(server.log.join('').includes(refreshToken) || stderr.includes(refreshToken));
});

test('login asks for the permissions of --scope alone', async (t) => {
  const player = await withPlayer(t);
  const { token } = await signIn(player, '--scope', 'character_auth,character_events', '--scope', 'character_read');
  t.deepEqual((await player.server.store.tokens.principal(token, NOW))?.permissions, [
    ...['character_auth', 'character_read', 'character_events'],
  ] as never);
  const mistaken = await player.run(['login', '--scope', 'character_raed'], { env: STORED });
  t.deepEqual(
    [mistaken.code, mistaken.stderr],
    [...[2, 'svcapi: there is no permission “character_raed”; did you mean “character_read”?\n']],
  );
});

test('login ends with 4 when access is not allowed, and stores nothing', async (t) => {
  const player = await withPlayer(t);
  const { code, stderr } = await loginByDevice(player, [], (_, printed) => decide(player, printed, 'deny'));
  t.is(code, 4);
  t.true(stderr.endsWith('\nsvcapi: access was not allowed in the browser; nothing was stored\n'), stderr);
  await t.throwsAsync(stat(fileOf(player)), { code: 'ENOENT' });
});

test('login ends with 4 when the code has expired', async (t) => {
  const player = await withPlayer(t);
  const { code, stderr, waits } = await loginByDevice(player, [], () => {
    player.server.time.now += 55_000;
  });
  t.is(code, 4);
  t.true(
    stderr.endsWith('\nsvcapi: the code has expired before anybody has allowed access; use svcapi login again\n'),
    stderr,
  );
  t.deepEqual([...new Set(waits)], [5]);
  t.is(waits.length, 10);
});

test('login waits longer when the service says slow_down', async (t) => {
  const player = await withPlayer(t);
  const { code, waits } = await loginByDevice(player, [], async (waits, printed) => {
    // The clock of the service stands still: it is asked too early each time.
    player.server.time.now = NOW * 1000;
    if (waits.length === 4) await decide(player, printed, 'allow');
  });
  t.is(code, 0);
  t.deepEqual(waits, [5, 5, 10, 15]);
});

test('login says that it waits for a rate limit, and asks again when the limit is over', async (t) => {
  const player = await withPlayer(t, { rateLimit: 2, rateWindow: 40_000 });
  const { code, stderr, waits } = await loginByDevice(player, [], (waits, printed) =>
    waits.length === 4 ? decide(player, printed, 'allow') : undefined,
  );
  t.is(code, 0, stderr);
  t.deepEqual(waits, [5, 5, 5, 30]);
  t.deepEqual(
    stderr.split('\n').filter((line) => line.includes('limit')),
    ['Rate limited: waiting 30 s, until 2024-06-17T12:00:30Z.'],
  );
});

/** A service that answers to a device as it likes; a poll of the last answer repeats it. */
async function hostile(t: ExecutionContext, device: unknown, polls: unknown[] = []) {
  const service = await withService(t);
  const answers = [...polls];
  const { url, requests } = await strangeServer(t, (response, { url = '' }) => {
    const answer = url.endsWith('/device') ? device : answers.length > 1 ? answers.shift() : answers[0];
    if (answer === 'reset') return response.destroy();
    if (typeof answer === 'function') return answer(response);
    const status = typeof answer === 'object' && answer !== null && 'error' in answer ? 400 : 200;
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  });
  const polled = () => requests.filter((request) => request.url.endsWith('/token')).length;
  return {
    service,
    url,
    requests,
    polled,
    login: (...argv: string[]) => loginByDevice(service, ['--url', url, ...argv]),
  };
}

const device = {
  device_code: 'the-device-code',
  user_code: 'BCDF-GHJK',
  verification_uri: 'https://galaxy.example.org/device',
  expires_in: 600,
};

const pending = { error: 'authorization_pending' };
const denied = { error: 'access_denied' };

test('login waits for the interval that the service names, and longer after each slow_down', async (t) => {
  const { login } = await hostile(t, { ...device, interval: 7 }, [pending, { error: 'slow_down' }, pending, denied]);
  const { code, waits } = await login();
  t.is(code, 4);
  t.deepEqual(waits, [7, 7, 12, 12]);
});

test('login goes on when the service cannot be reached for a while, and asks less often', async (t) => {
  const unavailable = { error: 'temporarily_unavailable' };
  const { login } = await hostile(t, device, [pending, 'reset', unavailable, pending, denied]);
  const { code, waits } = await login();
  t.is(code, 4);
  t.deepEqual(waits, [5, 5, 10, 20, 20]);
  const { login: again } = await hostile(t, device, ['reset']);
  const away = await again();
  t.is(away.code, 9);
  t.deepEqual(away.waits.slice(0, 6), [5, 10, 20, 40, 60, 60]);
  t.is(
    away.waits.reduce((sum, wait) => sum + wait),
    600,
  );
});

test('a service without OAuth is told in one line, with what to do', async (t) => {
  const { url, login } = await hostile(t, (response: import('node:http').ServerResponse) =>
    response.writeHead(404).end('{"svcapi":{"error":"not_found","error_message":"There is nothing here."}}'),
  );
  const { code, stderr } = await login();
  t.is(code, 1);
  t.is(
    stderr,
    `svcapi: ${url} has no sign-in: its version is too old; ask its host for a token, and store it with svcapi login --with-token\n`,
  );
});

test('a host who has revoked the client of the command line keeps it out', async (t) => {
  const player = await withPlayer(t);
  await signIn(player);
  await player.server.store.clients.revoke('svcapi-cli', NOW);
  const { code, stderr } = await loginByDevice(player);
  t.is(code, 1);
  t.regex(stderr, /^svcapi: the host of this service has revoked the client svcapi-cli; ask for a token/);
});

const WRONG = 'is this the address of a Web Services v2.0?';

const wrongDevices: [name: string, answer: unknown][] = [
  ['no JSON', '<html>'],
  ['a list', []],
  ['an empty answer', ''],
  ['no code for the device', { ...device, device_code: undefined }],
  ['a code that is a number', { ...device, user_code: 12345678 }],
  ['a code of several lines', { ...device, user_code: 'BCDF\nGHJK' }],
  ['an address of another kind', { ...device, verification_uri: 'javascript:alert(1)' }],
  ['a file as the address', { ...device, verification_uri: 'file:///etc/passwd' }],
  ['no lifetime', { ...device, expires_in: undefined }],
  ['a lifetime that is over', { ...device, expires_in: -1 }],
  ['a lifetime that is a text', { ...device, expires_in: 'long' }],
];

for (const [name, answer] of wrongDevices) {
  test(`login refuses the answer of a hostile service: ${name}`, async (t) => {
    const { login, polled } = await hostile(t, answer);
    const { code, stdout, stderr } = await login();
    t.is(code, 3, stderr);
    t.is(stdout, '');
    t.true(stderr.endsWith(`${WRONG}\n`), stderr);
    t.is(polled(), 0);
  });
}

const token = { access_token: 'a-token', token_type: 'Bearer', expires_in: 3600 };

const wrongTokens: [name: string, answer: unknown][] = [
  ['no JSON', '<html>'],
  ['no token', { ...token, access_token: undefined }],
  ['a token of two lines', { ...token, access_token: 'one\r\nX-Header: two' }],
  ['a token that is far too long', { ...token, access_token: 'x'.repeat(5000) }],
  ['a token of another type', { ...token, token_type: 'mac' }],
  ['an answer without an end', 'x'.repeat(2 * 1024 * 1024)],
];

for (const [name, answer] of wrongTokens) {
  test(`login refuses the tokens of a hostile service: ${name}`, async (t) => {
    const { login, service } = await hostile(t, device, [answer]);
    const { code, stderr } = await login();
    t.is(code, 3, stderr);
    t.true(stderr.endsWith(`${WRONG}\n`), stderr);
    await t.throwsAsync(stat(fileOf(service)), { code: 'ENOENT' });
  });
}

test('login is not led elsewhere, and sends no code there', async (t) => {
  const { requests, url } = await strangeServer(t, (response) => response.end());
  const { login } = await hostile(t, device, [
    (response: import('node:http').ServerResponse) => response.writeHead(307, { Location: url }).end(),
  ]);
  t.is((await login()).code, 3);
  t.is(requests.length, 0);
});

test('login makes control characters of a hostile service visible', async (t) => {
  const { login } = await hostile(t, { ...device, user_code: 'AB\u001b[31m\u202eCD' }, [
    { error: 'x\u001b]0;title\u0007', error_description: '\u001b[2J' },
  ]);
  const { code, stderr } = await login();
  t.is(code, 1);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what must not be there
  t.notRegex(stderr, /[\u001b\u0007\u202e]/);
});

test('login waits no longer than an hour, and asks at the end of a lifetime that is shorter than the interval', async (t) => {
  const long = await hostile(t, { ...device, expires_in: 1e300, interval: 300 }, [pending]);
  t.is(
    (await long.login()).waits.reduce((sum, wait) => sum + wait),
    3600,
  );
  const short = await hostile(t, { ...device, expires_in: 30, interval: 1e9 }, [pending]);
  const { code, waits } = await short.login();
  t.deepEqual([code, waits, short.polled()], [4, [30], 1]);
});

test('--debug shows the requests of a sign-in without their secrets', async (t) => {
  const player = await withPlayer(t);
  const stderr = new Kept();
  const { code } = await loginByDevice(player, ['--debug'], () => decide(player, stderr.text, 'allow'), { stderr });
  t.is(code, 0);
  t.regex(stderr.text, /> POST \/ws\/oauth2\/device\n/);
  t.regex(stderr.text, /device_code=\*\*\*/);
  t.regex(stderr.text, /"device_code":"\*\*\*"/);
  const { token: access, refreshToken = '' } = await storedIn(player);
  t.false(stderr.text.includes(access) || stderr.text.includes(refreshToken));
});

test('options of the sign-in cannot be combined with a token', async (t) => {
  const { run } = await withService(t);
  for (const [argv, problem] of [
    [['--no-browser', '--with-token'], '--no-browser cannot be combined with --with-token'],
    [['--scope', 'character_read', '--token-file', '/dev/null'], '--scope cannot be combined with a token file'],
  ] as const) {
    t.deepEqual(await run(['login', ...argv], { env: STORED }), {
      code: 2,
      stdout: '',
      stderr: `svcapi: ${problem}\n`,
    });
  }
});

test('a new sign-in ends the former one at the address', async (t) => {
  const player = await withPlayer(t);
  const { refreshToken: first } = await signIn(player);
  const { refreshToken: second } = await signIn(player);
  t.not(first, second);
  t.is((await player.server.store.grants.ofAccount(player.account, NOW)).length, 1);
});

test('a browser is opened on a terminal with a display, at the address with the code', async (t) => {
  const player = await withPlayer(t);
  const bin = join(player.home, 'bin');
  const opened = join(player.home, 'opened');
  await mkdir(bin);
  for (const program of ['xdg-open', 'open']) {
    await writeFile(
      join(bin, program),
      `#!/bin/sh\nprintf '%s\\n' "$@" > '${opened}.part'\n/bin/mv '${opened}.part' '${opened}'\n`,
    );
    await chmod(join(bin, program), 0o755);
  }
  const login = async (argv: string[], env: Record<string, string>, stderr: Kept) => {
    const onSleep = async (milliseconds: number) => {
      player.server.time.now += milliseconds;
      if (milliseconds > 0 && !stderr.text.includes('#allowed')) {
        stderr.text += '#allowed';
        await decide(player, stderr.text, 'allow');
      }
    };
    const around = { env: { ...STORED, PATH: bin, ...env }, stderr, onSleep };
    t.is(
      (await player.run(['login', '--url', player.origin, '--scope', 'character_read', ...argv], around)).code,
      0,
      stderr.text,
    );
    return /enter the code (\S+)/.exec(stderr.text)?.[1];
  };
  await login(['--no-browser'], { DISPLAY: ':0' }, new Kept(80));
  await login([], {}, new Kept(80));
  await login([], { DISPLAY: ':0' }, new Kept());
  await t.throwsAsync(stat(opened), { code: 'ENOENT' });
  await login([], { DISPLAY: ':0', PATH: '/nonexistent' }, new Kept(80));
  const code = await login([], { DISPLAY: ':0' }, new Kept(80));
  await until(
    () =>
      stat(opened).then(
        () => true,
        () => false,
      ),
    { what: 'the browser is opened' },
  );
  t.is(await readFile(opened, 'utf8'), `${player.server.url}/account/device?user_code=${code}\n`);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`a login that waits dies of ${signal}, and stores nothing`, async (t) => {
    const player = await withPlayer(t);
    const { child, ended } = startProgram(['login', '--no-browser', '--url', player.origin], { HOME: player.home });
    child.stderr.on('data', (chunk) => {
      if (String(chunk).includes('Waiting')) child.kill(signal);
    });
    const { code, signal: cause, stderr } = await ended;
    t.deepEqual([code, cause], [null, signal]);
    t.true(stderr.endsWith(`svcapi: interrupted by ${signal}: nothing was stored\n`), stderr);
    await t.throwsAsync(stat(fileOf(player)), { code: 'ENOENT' });
  });
}

onTerminal('login without a token signs in on a terminal, and Ctrl-C ends it', async (t) => {
  const player = await withPlayer(t);
  const line = `for i in 1 2; do echo "begin $i"; svcapi login --url '${player.origin}'; done`;
  const session = openTerminal(t, line, { HOME: player.home });
  await session.shows('Waiting until you have allowed access in the browser');
  session.type('\x03');
  const { code, shown } = await session.ended;
  t.regex(shown, /enter\s+the\s+code\s+[B-Z]{4}-[B-Z]{4}\s+within\s+10\s+minutes/);
  t.regex(shown, /svcapi: interrupted by SIGINT: nothing was stored\n/);
  t.false(shown.includes('begin 2'), shown);
  t.is(code, 130);
});
