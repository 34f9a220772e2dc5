import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import test, { type ExecutionContext } from 'ava';
import { permissionNames } from '../../../src/domain/permission.js';
import { fileOf, login, STORED } from '../../helpers/cli/login.js';
import { Kept, refuses, run, runIo, signals, temporaryFolder } from '../../helpers/cli/run.js';
import { type Service, sharedService, withService } from '../../helpers/cli/service.js';
import { closedPort, enveloped, type StrangeServer, strangeServer } from '../../helpers/cli/strange-server.js';
import { tokenFor } from '../../helpers/galaxy.js';

/** Tokens that `svcapi login` stores, and which of several a command sends where. */

const shared = sharedService();

/** The shared service with a home of its own. */
async function withHome(t: ExecutionContext): Promise<Service> {
  const home = await temporaryFolder(t);
  const run: Service['run'] = (argv, around = {}) =>
    shared.run(argv, { ...around, env: { HOME: home, ...around.env } });
  return { ...shared, home, run };
}

/** Writes the credentials as they are. */
async function store(service: Service, content: object | string, mode = 0o600): Promise<void> {
  await mkdir(dirname(fileOf(service)), { recursive: true });
  await writeFile(fileOf(service), typeof content === 'string' ? content : JSON.stringify(content), { mode });
  await chmod(fileOf(service), mode);
}

const uidOf = async (service: Service, argv: string[], env = {}) => {
  const { stdout } = await service.run(['character', '--json', 'uid', ...argv], { env: { ...STORED, ...env } });
  return (JSON.parse(stdout) as { uid: string }).uid;
};

test('login checks and stores a token of standard input, and prints its owner', async (t) => {
  const service = await withHome(t);
  const { origin, server } = service;
  t.deepEqual(await login(service), {
    ...{ code: 0, stdout: '' },
    stderr:
      `Logged in to ${origin} as Hana Veil (1:1), for the client console, with ${permissionNames.join(', ')}, until ` +
      `2025-06-17T12:00:00Z.\nStored in ${fileOf(service)}.\n`,
  });
  t.deepEqual(JSON.parse(await readFile(fileOf(service), 'utf8')), { [origin]: { token: server.token } });
  t.is(await uidOf(service, []), '1:1');
  const stdin = await tokenFor(server.store, '1:1', ['character_auth', 'character_events']);
  // It precedes the stored token, but login asks all the same.
  const SVCAPI_TOKEN = await tokenFor(server.store, '1:4');
  const { stderr } = await service.run(['login'], { stdin, env: { SVCAPI_TOKEN } });
  t.regex(
    stderr,
    /^SVCAPI_TOKEN is set, and is not stored\. .*\nLogged in to .* as Hana Veil .* character_auth, character_ev/,
  );
});

test('the credentials are replaced as a whole, with mode 0600, in XDG_CONFIG_HOME if that is set', async (t) => {
  const service = await withHome(t);
  const [file, folder] = [fileOf(service), dirname(fileOf(service))];
  await store(service, { 'http://old.example': { token: 'x' } }, 0o666);
  const before = await stat(file);
  t.is((await login(service)).code, 0);
  const after = await stat(file);
  t.deepEqual([after.mode & 0o777, (await stat(folder)).mode & 0o777], [0o600, 0o700]);
  t.not(after.ino, before.ino);
  t.deepEqual(await readdir(folder), ['credentials.json'], 'nothing is left beside it');
  t.deepEqual(Object.keys(JSON.parse(await readFile(file, 'utf8'))), ['http://old.example', service.origin]);

  const env = { ...STORED, XDG_CONFIG_HOME: join(service.home, 'xdg') };
  t.is((await service.run(['login', '--url', service.origin], { stdin: service.server.token, env })).code, 0);
  t.deepEqual(await readdir(join(service.home, 'xdg/svcapi')), ['credentials.json']);

  if (process.getuid?.() !== 0) return;
  await chown(file, 1234, 1235);
  t.is((await login(service)).code, 0);
  t.like(await stat(file), { uid: 1234, gid: 1235, mode: 0o100600 }, 'its owner as well');
});

test('a token file is read in UTF-16 and with any line end, and files that others may read are warned about', async (t) => {
  const service = await withHome(t);
  const { run, home, origin, server } = service;
  const path = join(home, 'token');
  const argv = ['character', '--json', 'uid', '--token-file', path];
  const warning = `Warning: other users of this machine may read the token in ${path}; run chmod 600 on it.\n`;
  for (const [encoding, content, mode, stderr] of [
    ['utf8', `\n  ${server.token} \r\n`, 0o640, warning],
    ['utf16le', `\ufeff${server.token}\r\n`, 0o600, ''],
  ] as const) {
    await writeFile(path, content, encoding);
    await chmod(path, mode);
    t.deepEqual(await run(argv, { env: { SVCAPI_TOKEN: '' } }), { code: 0, stdout: '{"uid":"1:1"}\n', stderr });
  }
  t.is((await run(argv.slice(0, 3), { env: { SVCAPI_TOKEN: `${server.token}\r` } })).code, 0);
  const stored = fileOf(service);
  for (const mode of [0o640, 0o604, 0o600]) {
    await store(service, { [origin]: { token: server.token } }, mode);
    const said = mode === 0o600 ? '' : `Warning: others can read your tokens in ${stored}. Run: chmod 600 ${stored}\n`;
    t.is((await run(['hello'], { env: STORED })).stderr, said);
  }
});

test('login --with-token prompts on a terminal without an echo, until Enter or Ctrl-C', async (t) => {
  const typed = ['TOKEN\r', 'TOKEN\n', 'x\u007fTOKENy\b\r', 'TOKEN\u0004'];
  for (const keys of [...typed, 'TOK\u0003']) {
    const service = await withHome(t);
    const modes: boolean[] = [];
    const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: (raw: boolean) => modes.push(raw) });
    stdin.write(keys.replace('TOKEN', service.server.token));
    const { onInterrupt, send } = signals();
    const env = { HOME: service.home, SVCAPI_URL: service.origin };
    const surroundings = { stdin, stderr: new Kept(80), env, onInterrupt, interrupt: send };
    const { code, stdout, stderr } = await runIo(['login', '--with-token'], surroundings);
    const isTyped = typed.includes(keys);
    t.deepEqual([code, stdout, modes], [isTyped ? 0 : 130, '', [true, false]], stderr);
    t.false(stderr.includes(service.server.token), stderr);
    if (isTyped) t.true(stderr.startsWith('Token: \nLogged in to '), stderr);
    else t.is(stderr, 'Token: \nsvcapi: interrupted by SIGINT: nothing was stored\n');
    t.is(existsSync(fileOf(service)), isTyped);
  }
});

const SECRET = 'svcapi_this-is-very-secret';
const NO_TOKEN = 'does not contain a token: tokens are printable ASCII without spaces';

test('an invalid token is neither stored nor printed', async (t) => {
  const service = await withHome(t);
  const path = join(service.home, 'token');
  for (const [content, message] of [
    ['', 'is empty; it must contain a token'],
    [' \n\n', 'is empty; it must contain a token'],
    [`${SECRET}\n${SECRET}\n`, 'has several lines; it must contain one token only'],
    [`token: ${SECRET}`, NO_TOKEN],
    [`${SECRET}ä`, NO_TOKEN],
    [`${SECRET}\u001b[31m`, NO_TOKEN],
    [SECRET.repeat(10_000), 'is too large to be a token'],
  ] as const) {
    await writeFile(path, content, { mode: 0o600 });
    const argv = ['login'];
    await refuses(t, service.run(argv, { stdin: content, env: { SVCAPI_TOKEN: '' } }), 2, `standard input ${message}`);
    await refuses(t, service.run(['hello', '--token-file', path]), 2, `${path} ${message}`);
  }
  t.is((await service.run(['hello', '--token-file', '/dev/zero'])).code, 2);
  const spoiled = service.run(['hello'], { env: { SVCAPI_TOKEN: `${SECRET} x` } });
  await refuses(t, spoiled, 2, /^svcapi: SVCAPI_TOKEN is not valid; give a token(?!.*secret)/);
  const unknown = 'the token is unknown, expired or revoked; use svcapi login with a new one, or set SVCAPI_TOKEN';
  await refuses(t, service.run(['login'], { stdin: SECRET, env: { SVCAPI_TOKEN: '' } }), 4, unknown);
  const around = { stdin: SECRET, env: STORED };
  const closed = await service.run(['login', '--url', await closedPort()], around);
  t.is(closed.code, 9);
  t.notRegex(closed.stderr, /Warning/);
  const plain = await service.run(['login', '--url', 'http://example.invalid', '--timeout', '1'], around);
  t.regex(plain.stderr, /^Warning: http:\/\/example\.invalid is not encrypted/);
  await t.throwsAsync(stat(fileOf(service)), { code: 'ENOENT' });
});

test('each address has one token, and logout deletes it', async (t) => {
  const [one, other] = [await withHome(t), await withService(t)];
  const stdin = await tokenFor(other.server.store, '1:4');
  await login(one);
  await one.run(['login', '--url', other.origin], { stdin, env: STORED });
  t.is(await uidOf(one, ['--url', `${one.origin}/`]), '1:1');
  t.is(await uidOf(one, [], { SVCAPI_URL: other.origin }), '1:4');
  const out = () => one.run(['logout', '--url', other.origin], { env: STORED });
  t.is((await out()).stderr, `Deleted the token for ${other.origin}. It stays valid until it expires or is revoked.\n`);
  t.false((await readFile(fileOf(one), 'utf8')).includes(stdin));
  t.is(await uidOf(one, []), '1:1', 'the other one stays, and is the only one');
  await refuses(t, out(), 6, `no token is stored for ${other.origin}`);
});

test('a stored token is sent only to its origin', async (t) => {
  const service = await withHome(t);
  const { url, requests } = await strangeServer(t, (response) => {
    response.writeHead(401).end('{"svcapi": {"error": "token_missing", "error_message": "Give me your token."}}');
  });
  await login(service);
  const refusal =
    `this needs a token; those that are stored for ${service.origin} are not sent to ` +
    `${url}: use svcapi login --url ${url}, or SVCAPI_TOKEN`;
  await refuses(t, service.run(['character', '--url', url], { env: STORED }), 4, refusal);
  await refuses(t, service.run(['character'], { env: { ...STORED, SVCAPI_URL: `${url}/` } }), 4, refusal);
  const status = await service.run(['status', '--url', url], { env: STORED });
  t.true(status.stderr.endsWith(`The tokens that are stored for ${service.origin} are not sent to ${url}.\n`));
  t.true(requests.length >= 3 && requests.every(({ headers }) => headers.authorization === undefined));
});

test('damaged credentials are not quoted, and stop only what needs them', async (t) => {
  const service = await withHome(t);
  const damaged = `${fileOf(service)} is damaged; remove it, and use svcapi login again`;
  for (const content of ['', '{', '[1]', '{"x": {"token": "svcapi_secret"}}', 'svcapi_secret']) {
    await store(service, content);
    for (const argv of [['hello'], ['login'], ['logout']]) {
      const around = { stdin: service.server.token, env: { SVCAPI_TOKEN: '' } };
      await refuses(t, service.run(argv, around), 1, damaged, content);
    }
    t.is(await readFile(fileOf(service), 'utf8'), content);
  }
  t.is((await service.run(['character'])).code, 0, 'address and token are given');
  const { code, stderr } = await service.run(['permissions'], { env: STORED });
  t.deepEqual([code, stderr.endsWith(`${damaged}\n`)], [1, true]);
});

const UNSTORABLE = /^svcapi: the token cannot be stored: .*; set XDG_CONFIG_HOME to a folder that you can write to\n$/;

test('login says what to do when nothing can be stored, before it asks', async (t) => {
  // Below /proc, Node.js would try to make a folder for ever.
  for (const XDG_CONFIG_HOME of ['/dev/null', '/proc/svcapi']) {
    await refuses(t, shared.run(['login'], { env: { ...STORED, XDG_CONFIG_HOME } }), 1, UNSTORABLE);
  }
});

test('the order of addresses and of tokens: flag, environment, config file, stored by login', async (t) => {
  const service = await withHome(t);
  const where = async () => {
    const argv = ['status', '--timeout', '1', '--json', 'url'];
    const { stdout } = await service.run(argv, { env: { SVCAPI_URL: '', SVCAPI_TOKEN: '' } });
    return (JSON.parse(stdout) as { url: string }).url;
  };
  t.is(await where(), 'http://127.0.0.1:8080');
  await store(service, { 'http://stored.example': { token: 'x' } });
  t.is(await where(), 'http://stored.example');
  const folder = dirname(fileOf(service));
  const write = (name: string, content = '') => writeFile(join(folder, name), `${content}\n`, { mode: 0o600 });
  await write('config.toml', 'url = "http://file.example"');
  t.is(await where(), 'http://file.example');

  const tokens = await Promise.all(['1:1', '1:2', '1:3', '1:4'].map((uid) => tokenFor(service.server.store, uid)));
  await store(service, { [service.origin]: { token: tokens[3] } });
  await write('config.toml');
  const env = (SVCAPI_TOKEN = '') => ({ SVCAPI_URL: service.origin, SVCAPI_TOKEN });
  t.is(await uidOf(service, [], env()), '1:4');
  await write('token', tokens[2]);
  await write('config.toml', 'token-file = "token"');
  t.is(await uidOf(service, [], env()), '1:3');
  t.is(await uidOf(service, [], env(tokens[1])), '1:2');
  await write('flag', tokens[0]);
  t.is(await uidOf(service, ['--token-file', join(folder, 'flag')], env(tokens[1])), '1:1');
  const piped = ['character', '--json', 'uid', '--token-file', '-'];
  t.is((await service.run(piped, { stdin: `${tokens[0]}\n` })).stdout, '{"uid":"1:1"}\n');
});

/** Two services, and a home with a stored token for the second. */
async function twoServices(t: ExecutionContext, config = '') {
  // A later release may say more.
  const answer = enveloped({ message: 'hi', client: 'c', additional: 1 });
  const hello = () => strangeServer(t, (response) => response.end(answer));
  const [one, other] = [await hello(), await hello()];
  const service = await withHome(t);
  await store(service, { [other.url]: { token: 'of-stored' } });
  const cwd = dirname(fileOf(service));
  await writeFile(join(cwd, 'token'), 'of-file', { mode: 0o600 });
  await writeFile(join(cwd, 'config.toml'), config.replace('ONE', one.url));
  const hi = (argv: string[], env = {}) => run(['hello', ...argv], { env: { HOME: service.home, ...env }, cwd });
  return { one, other, hi, store: (stored: object) => store(service, stored) };
}

const sent = ({ requests }: StrangeServer) => requests.map(({ headers }) => headers.authorization);

test('a login to another address does not redirect a script that names none', async (t) => {
  const { one, other, hi, store } = await twoServices(t);
  t.deepEqual(await hi([]), { code: 0, stdout: 'hi\tc\n', stderr: '' });
  await store({ [other.url]: { token: 'of-stored' }, [one.url]: { token: 'of-noon' } });
  const urls = `${other.url}, ${one.url}`;
  await refuses(t, hi([]), 2, `tokens are stored for ${urls}; name one with --url, SVCAPI_URL or the config file`);
  t.deepEqual([sent(one), sent(other)], [[], ['Bearer of-stored']]);
  t.is((await hi([], { SVCAPI_URL: one.url })).code, 0);
  t.deepEqual(sent(one), ['Bearer of-noon']);
});

test('a token of the surroundings does not go to an address that only a login has stored', async (t) => {
  const env = { SVCAPI_TOKEN: 'of-env' };
  for (const [name, surroundings, config] of [
    ['SVCAPI_TOKEN', env, ''],
    ['SVCAPI_TOKEN_FILE', { SVCAPI_TOKEN_FILE: 'token' }, ''],
    ['token-file of the config file', {}, 'token-file = "token"\n'],
  ] as const) {
    const { other, hi } = await twoServices(t, config);
    const next = `remove it to use the stored token, or send it with --url ${other.url}`;
    const refusal = `${name} is not sent to ${other.url}, which svcapi login has stored; ${next}`;
    await refuses(t, hi([], surroundings), 2, refusal);
    t.deepEqual(sent(other), []);
    t.is((await hi(['--url', other.url], surroundings)).code, 0, 'the next step works');
  }
  const { one, other, hi } = await twoServices(t, 'url = "ONE"\n');
  for (const SVCAPI_URL of ['', one.url]) t.is((await hi([], { ...env, SVCAPI_URL })).code, 0);
  t.is((await hi(['--url', other.url, '--token-file', 'token'], env)).code, 0);
  t.deepEqual([sent(one), sent(other)], [['Bearer of-env', 'Bearer of-env'], ['Bearer of-file']]);
});
