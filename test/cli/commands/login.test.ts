import { chmod, chown, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import test, { type ExecutionContext } from 'ava';
import { main } from '../../../src/cli/main.js';
import { permissionNames } from '../../../src/domain/permission.js';
import { fileOf, login, STORED } from '../../helpers/cli/login.js';
import { Kept } from '../../helpers/cli/run.js';
import { withService } from '../../helpers/cli/service.js';
import { closedPort } from '../../helpers/cli/strange-server.js';
import { NOW, tokenFor } from '../../helpers/galaxy.js';

test('a token from standard input is checked and stored, and its owner is printed', async (t) => {
  const service = await withService(t);
  const { origin, server, run } = service;
  t.deepEqual(await login(service), {
    code: 0,
    stdout: '',
    stderr:
      `Logged in to ${origin} as Hana Veil (1:1), for the client console, with ${permissionNames.join(', ')}, until ` +
      `2025-06-17T12:00:00Z.\nStored in ${fileOf(service)}.\n`,
  });
  t.deepEqual(JSON.parse(await readFile(fileOf(service), 'utf8')), {
    [origin]: { token: server.token },
  });
  t.is((await run(['character', '--json', 'uid'], { env: STORED })).stdout, '{"uid":"1:1"}\n');
});

test('the credentials get mode 0600, whatever the file had before', async (t) => {
  const service = await withService(t);
  const file = fileOf(service);
  await mkdir(join(file, '..'), { recursive: true, mode: 0o755 });
  await writeFile(file, '{"http://old.example": {"token": "x"}}', { mode: 0o666 });
  await chmod(file, 0o666);
  const before = await stat(file);
  t.is((await login(service)).code, 0);
  const after = await stat(file);
  t.is(after.mode & 0o777, 0o600);
  t.is((await stat(join(file, '..'))).mode & 0o777, 0o700);
  t.not(after.ino, before.ino, 'it is replaced as a whole');
  t.deepEqual(await readdir(join(file, '..')), ['credentials.json'], 'and nothing is left beside it');
  t.deepEqual(Object.keys(JSON.parse(await readFile(file, 'utf8'))), ['http://old.example', service.origin]);
});

const asRoot = process.getuid?.() === 0 ? test : test.skip;

asRoot('root replaces the file of another user, who still owns it', async (t) => {
  const service = await withService(t);
  const file = fileOf(service);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, '{}');
  await chown(file, 1234, 1235);
  t.is((await login(service)).code, 0);
  const { uid, gid, mode } = await stat(file);
  t.deepEqual([uid, gid, mode & 0o777], [1234, 1235, 0o600]);
});

test('a symbolic link to the credentials is kept', async (t) => {
  const service = await withService(t);
  const file = fileOf(service);
  const real = join(service.home, 'real.json');
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(real, '{}');
  await symlink(real, file);
  t.is((await login(service)).code, 0);
  t.is((await stat(real)).mode & 0o777, 0o600);
  t.true((await readFile(real, 'utf8')).includes(service.server.token));
});

test('the credentials are stored in XDG_CONFIG_HOME', async (t) => {
  const service = await withService(t);
  const env = { ...STORED, XDG_CONFIG_HOME: join(service.home, 'xdg') };
  const stdin = service.server.token;
  t.is((await service.run(['login', '--url', service.origin], { stdin, env })).code, 0);
  t.is((await stat(join(service.home, 'xdg/svcapi/credentials.json'))).mode & 0o777, 0o600);
});

test('a token from --token-file', async (t) => {
  const service = await withService(t);
  await writeFile(join(service.home, 'token'), `\n  ${service.server.token} \r\n`);
  const argv = ['login', '--token-file', join(service.home, 'token')];
  await chmod(join(service.home, 'token'), 0o640);
  const shared = await service.run(argv, { env: { SVCAPI_TOKEN: '' } });
  t.is(shared.code, 0);
  t.regex(
    shared.stderr,
    /^Warning: other users of this machine may read the token in .*\/token; run chmod 600 on it\.\n/,
  );
  await chmod(join(service.home, 'token'), 0o600);
  t.notRegex((await service.run(argv, { env: { SVCAPI_TOKEN: '' } })).stderr, /Warning/);
  t.true((await readFile(fileOf(service), 'utf8')).includes(service.server.token));
});

test('SVCAPI_TOKEN is not stored: login says so, and asks all the same', async (t) => {
  const service = await withService(t);
  const SVCAPI_TOKEN = await tokenFor(service.server.store, '1:4');
  const { code, stderr } = await service.run(['login'], { stdin: service.server.token, env: { SVCAPI_TOKEN } });
  t.is(code, 0);
  t.regex(stderr, /^SVCAPI_TOKEN is set, and is not stored\. .*\nLogged in to .* as Hana Veil/);
  t.is(JSON.parse(await readFile(fileOf(service), 'utf8'))[service.origin].token, service.server.token);
  const unasked = await service.run(['login'], { env: { SVCAPI_TOKEN } });
  t.is(unasked.code, 2);
  t.regex(unasked.stderr, /\nsvcapi: standard input is empty; it must contain a token\n$/);
});

/** A terminal at which somebody types. */
async function typing(t: ExecutionContext, typed: string) {
  const service = await withService(t);
  const modes: boolean[] = [];
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: (raw: boolean) => modes.push(raw) });
  stdin.write(typed.replace('TOKEN', service.server.token));
  const [stdout, stderr] = [new Kept(), new Kept(80)];
  const env = { HOME: service.home, SVCAPI_URL: service.origin };
  const io = { stdin, stdout, stderr, env, cwd: '/', now: () => NOW * 1000, sleep: async () => {} };
  let interrupt = () => {};
  const code = await main(['login', '--with-token'], {
    ...io,
    onInterrupt(listener) {
      interrupt = () => listener('SIGINT');
      return () => {};
    },
    interrupt: () => interrupt(),
  });
  return { code, modes, stdout: stdout.text, stderr: stderr.text, service };
}

for (const typed of ['TOKEN\r', 'TOKEN\n', 'x\u007fTOKENy\b\r', 'TOKEN\u0004']) {
  test(`login --with-token prompts on a terminal, without an echo: ${JSON.stringify(typed)}`, async (t) => {
    const { code, modes, stdout, stderr, service } = await typing(t, typed);
    t.is(code, 0, stderr);
    t.is(stdout, '');
    t.true(stderr.startsWith('Token: \nLogged in to '));
    t.false(stderr.includes(service.server.token));
    t.deepEqual(modes, [true, false]);
  });
}

test('Ctrl-C at the prompt stores nothing, and restores the terminal', async (t) => {
  const { code, modes, stderr, service } = await typing(t, 'TOK\u0003');
  t.is(code, 130);
  t.is(stderr, 'Token: \nsvcapi: interrupted by SIGINT: nothing was stored\n');
  t.deepEqual(modes, [true, false]);
  await t.throwsAsync(stat(fileOf(service)), { code: 'ENOENT' });
});

const SECRET = 'svcapi_this-is-very-secret';
const bad: [name: string, content: string, message: string][] = [
  ['empty', '', 'is empty; it must contain a token'],
  ['blank', ' \n\n', 'is empty; it must contain a token'],
  ['two lines', `${SECRET}\n${SECRET}\n`, 'has several lines; it must contain one token only'],
  ['blanks', `token: ${SECRET}`, 'does not contain a token: tokens are printable ASCII without spaces'],
  ['letters', `${SECRET}ä`, 'does not contain a token: tokens are printable ASCII without spaces'],
  ['control characters', `${SECRET}\u001b[31m`, 'does not contain a token: tokens are printable ASCII without spaces'],
  ['too much', SECRET.repeat(10_000), 'is too large to be a token'],
];

for (const [name, content, message] of bad) {
  test(`an invalid token is not printed: ${name}`, async (t) => {
    const service = await withService(t);
    const path = join(service.home, 'token');
    await writeFile(path, content);
    const refused = (what: string) => ({ code: 2, stdout: '', stderr: `svcapi: ${what} ${message}\n` });
    t.deepEqual(await service.run(['login'], { stdin: content, env: { SVCAPI_TOKEN: '' } }), refused('standard input'));
    t.deepEqual(await service.run(['hello', '--token-file', path]), refused(path));
    t.deepEqual(await service.run(['hello', '--token-file', '-'], { stdin: content }), refused('standard input'));
  });
}

test('a missing token file and an endless one are errors', async (t) => {
  const { run } = await withService(t);
  const missing = await run(['hello', '--token-file', '/nonexistent']);
  t.is(missing.code, 2);
  t.is(missing.stderr, 'svcapi: there is no file /nonexistent; check its name\n');
  t.is((await run(['hello', '--token-file', '/dev/zero'])).code, 2);
});

test('an invalid SVCAPI_TOKEN is not printed', async (t) => {
  const { run } = await withService(t);
  const { code, stderr } = await run(['hello'], { env: { SVCAPI_TOKEN: `${SECRET} x` } });
  t.is(code, 2);
  t.true(stderr.startsWith('svcapi: SVCAPI_TOKEN is not valid; give a token'), stderr);
});

test('a token that the service rejects is not stored', async (t) => {
  const service = await withService(t);
  const wrong = await service.run(['login'], { stdin: SECRET, env: { SVCAPI_TOKEN: '' } });
  t.deepEqual(wrong, {
    code: 4,
    stdout: '',
    stderr: 'svcapi: the token is unknown, expired or revoked; use svcapi login with a new one, or set SVCAPI_TOKEN\n',
  });
  t.is((await service.run(['login', '--url', await closedPort()], { stdin: SECRET, env: STORED })).code, 9);
  await t.throwsAsync(stat(fileOf(service)), { code: 'ENOENT' });
});

test('login with a token without character_read', async (t) => {
  const service = await withService(t);
  const stdin = await tokenFor(service.server.store, '1:1', ['character_auth', 'character_events']);
  const { code, stderr } = await service.run(['login'], { stdin, env: { SVCAPI_TOKEN: '' } });
  t.is(code, 0);
  t.regex(stderr, /as Hana Veil \(1:1\), for the client console, with character_auth, character_events, until 2025-/);
});

test('login warns about an unencrypted address', async (t) => {
  const { run } = await withService(t);
  const around = { stdin: SECRET, env: STORED };
  const warned = await run(['login', '--url', 'http://example.invalid', '--timeout', '1'], around);
  t.regex(warned.stderr, /^Warning: http:\/\/example\.invalid is not encrypted/);
  t.notRegex((await run(['login', '--url', await closedPort()], around)).stderr, /Warning/);
});
