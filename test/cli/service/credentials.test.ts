import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { fileOf, login, STORED } from '../../helpers/cli/login.js';
import { withService } from '../../helpers/cli/service.js';
import { strangeServer } from '../../helpers/cli/strange-server.js';
import { tokenFor } from '../../helpers/galaxy.js';

test('each address has one token', async (t) => {
  const [one, other] = [await withService(t), await withService(t)];
  const stdin = await tokenFor(other.server.store, '1:4');
  await login(one);
  await one.run(['login', '--url', other.origin], { stdin, env: STORED });
  const who = async (argv: string[], env = {}) =>
    (await one.run(['character', '--json', 'uid', ...argv], { env: { ...STORED, ...env } })).stdout;
  t.is(await who(['--url', one.origin]), '{"uid":"1:1"}\n');
  t.is(await who([], { SVCAPI_URL: other.origin }), '{"uid":"1:4"}\n');

  const out = await one.run(['logout', '--url', other.origin], { env: STORED });
  t.deepEqual([out.code, out.stdout], [0, '']);
  t.is(out.stderr, `Deleted the token for ${other.origin}. It stays valid until it expires or is revoked.\n`);
  t.false((await readFile(fileOf(one), 'utf8')).includes(stdin));
  t.is(await who([]), '{"uid":"1:1"}\n', 'the other one stays, and is the only one');
  const again = await one.run(['logout', '--url', other.origin], { env: STORED });
  t.deepEqual(again, { code: 6, stdout: '', stderr: `svcapi: no token is stored for ${other.origin}\n` });
});

test('a stored token is only sent to its origin', async (t) => {
  const service = await withService(t);
  const { url, requests } = await strangeServer(t, (response) => {
    response.writeHead(401).end('{"svcapi": {"error": "token_missing", "error_message": "Give me your token."}}');
  });
  await login(service);
  for (const argv of [
    ['--url', url],
    ['--url', `${url}/`],
  ]) {
    const { code, stdout, stderr } = await service.run(['character', ...argv], { env: STORED });
    t.deepEqual([code, stdout], [4, '']);
    t.is(
      stderr,
      `svcapi: this needs a token; those that are stored for ${service.origin} are not sent to ` +
        `${url}: use svcapi login --url ${url}, or SVCAPI_TOKEN\n`,
    );
  }
  t.is((await service.run(['character'], { env: { ...STORED, SVCAPI_URL: url } })).code, 4);
  const status = await service.run(['status', '--url', url], { env: STORED });
  t.true(status.stderr.endsWith(`The tokens that are stored for ${service.origin} are not sent to ${url}.\n`));
  t.true(requests.length >= 4);
  t.true(requests.every(({ headers }) => headers.authorization === undefined));
  t.is((await service.run(['character', '--url', `${service.origin}/`], { env: STORED })).code, 0);
});

for (const content of ['', '{', '[1]', '{"x": {"token": "svcapi_secret"}}', 'svcapi_secret']) {
  test(`damaged credentials are an error that does not quote them: ${content}`, async (t) => {
    const service = await withService(t);
    await mkdir(join(fileOf(service), '..'), { recursive: true });
    await writeFile(fileOf(service), content, { mode: 0o600 });
    for (const argv of [['hello'], ['login'], ['logout']]) {
      const stdin = service.server.token;
      const { code, stdout, stderr } = await service.run(argv, { stdin, env: { SVCAPI_TOKEN: '' } });
      t.deepEqual([code, stdout], [1, '']);
      t.is(stderr, `svcapi: ${fileOf(service)} is damaged; remove it, and use svcapi login again\n`);
    }
    t.is(await readFile(fileOf(service), 'utf8'), content);
  });
}

test('damaged credentials stop only what needs them', async (t) => {
  const service = await withService(t);
  await mkdir(join(fileOf(service), '..'), { recursive: true });
  await writeFile(fileOf(service), '{', { mode: 0o600 });
  const damaged = `${fileOf(service)} is damaged; remove it, and use svcapi login again\n`;

  const complete = await service.run(['character', '--json', 'uid']);
  t.deepEqual(complete, { code: 0, stdout: '{"uid":"1:1"}\n', stderr: '' }, 'address and token are given');
  for (const [argv, env] of [
    [['character'], { SVCAPI_TOKEN: '' }],
    [['permissions'], { SVCAPI_TOKEN: '' }],
    [['permissions'], STORED],
  ] as const) {
    const { code, stdout, stderr } = await service.run(argv, { env });
    t.deepEqual([code, stdout], [1, ''], argv.join(' '));
    t.true(stderr.endsWith(`svcapi: ${damaged}`), stderr);
  }
});

test('credentials that others can read get a warning with its remedy', async (t) => {
  const service = await withService(t);
  await login(service);
  const warning = `Warning: others can read your tokens in ${fileOf(service)}. Run: chmod 600 ${fileOf(service)}\n`;
  for (const mode of [0o640, 0o604]) {
    await chmod(fileOf(service), mode);
    t.deepEqual(await service.run(['hello'], { env: STORED }), {
      code: 0,
      stdout: 'Hello, authorised client!\tconsole\n',
      stderr: warning,
    });
  }
  await chmod(fileOf(service), 0o600);
  t.is((await service.run(['hello'], { env: STORED })).stderr, '');
});

for (const [name, folder] of [
  ['is below a file', '/dev/null'],
  ['is below /proc, where Node.js would try for ever', '/proc/svcapi'],
] as const) {
  test(`login says what to do when its folder ${name}`, async (t) => {
    const service = await withService(t);
    const env = { ...STORED, XDG_CONFIG_HOME: folder };
    const stdin = service.server.token;
    const { code, stderr } = await service.run(['login', '--url', service.origin], { stdin, env });
    t.is(code, 1);
    t.regex(
      stderr,
      /^svcapi: the token cannot be stored: .*; set XDG_CONFIG_HOME to a folder that you can write to\n$/,
    );
    t.false(stderr.includes('Token:'));
  });
}
