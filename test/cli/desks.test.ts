import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { fileOf, STORED } from '../helpers/cli/login.js';
import { PROGRAM, startProgram } from '../helpers/cli/program.js';
import { temporaryFolder } from '../helpers/cli/run.js';
import { sharedService } from '../helpers/cli/service.js';
import { signIn, storedIn, withPlayer } from '../helpers/cli/sign-in.js';
import { NOW } from '../helpers/galaxy.js';

/** Where people run commands: homes that are missing, mounted files, disks and folders that refuse. */

const service = sharedService();

test('a token is not stored in the working folder, whatever HOME is', async (t) => {
  const { origin, server } = service;
  for (const HOME of ['', 'relative']) {
    const cwd = await temporaryFolder(t);
    const env = { HOME, XDG_CONFIG_HOME: await temporaryFolder(t) };
    const token = join(cwd, 'token');
    writeFileSync(token, server.token, { mode: 0o600 });
    t.is((await startProgram(['login', '--url', origin, '--token-file', token], env, { cwd }).ended).code, 0);
    // Without XDG_CONFIG_HOME, it is the home of the user database.
    const found = await startProgram(['status', '--url', origin, '--json', 'answers'], { HOME }, { cwd }).ended;
    t.is(found.stdout, '{"answers":true}\n');
    t.deepEqual(readdirSync(cwd), ['token']);
  }
});

const asRoot = process.getuid?.() === 0 ? test : test.skip;

/** A user without an entry in the user database. */
const NOBODY = 54_321;

asRoot('without a home, only what has to be stored is an error', (t) => {
  const { origin, server } = service;
  const start = (...argv: string[]) =>
    spawnSync('env', ['-i', `PATH=${process.env.PATH}`, process.execPath, PROGRAM, ...argv], {
      ...{ encoding: 'utf8', uid: NOBODY, cwd: '/', input: server.token, timeout: 20_000 },
    });
  t.is(start('time', 'Y12D3', '--output', 'tsv').status, 0);
  const login = start('login', '--url', origin, '--with-token');
  t.is(login.status, 1);
  t.is(
    login.stderr,
    'svcapi: the token cannot be stored: there is no home folder; set XDG_CONFIG_HOME to a folder that you can write to\n',
  );
  t.regex(start('migrate').stderr, /^svcapi: there is no home folder for the database; set HOME, or name a database/);
});

asRoot(
  'a token file of somebody else is read without a warning, and an own one that others may read with one',
  async (t) => {
    const { origin, server, home } = service;
    const path = join(home, 'mounted-token');
    writeFileSync(path, server.token);
    for (const [mode, owner, warns] of [
      [0o444, NOBODY, false],
      [0o440, NOBODY, false],
      [0o444, 0, true],
      [0o400, 0, false],
    ] as const) {
      chmodSync(path, mode);
      chownSync(path, owner, owner);
      const env = { HOME: home, SVCAPI_URL: origin, SVCAPI_TOKEN_FILE: path };
      const { code, stderr } = await startProgram(['character', '--json', 'uid'], env).ended;
      t.is(code, 0, stderr);
      t.is(stderr.includes(`may read the token in ${path}`), warns, `${mode.toString(8)} of ${owner}`);
    }
  },
);

asRoot('a sign-in in a file that is mounted is renewed in place', async (t) => {
  const player = await withPlayer(t);
  await signIn(player);
  const path = fileOf(player);
  const other = join(mkdtempSync(join(tmpdir(), 'svcapi-mounted-')), 'credentials');
  spawnSync('cp', ['-p', path, other]);
  const isMounted = spawnSync('mount', ['--bind', other, path]).status === 0;
  if (!isMounted) return void t.pass('nothing can be mounted here');
  t.teardown(() => void spawnSync('umount', [path]));
  const before = await storedIn(player);
  player.server.time.now = (NOW + 3700) * 1000;
  const { code, stderr } = await player.run(['character'], { env: STORED, now: NOW + 3700 });
  t.deepEqual([code, stderr], [0, '']);
  t.not((await storedIn(player)).refreshToken, before.refreshToken);
});

/** Skipped where strace is missing, or may not trace. */
const traced = spawnSync('strace', ['-f', '-e', 'inject=fsync:error=EIO', 'true']).status === 0 ? test : test.skip;

/** Stores a token while a call of the system fails as strace is told. A thread has its own count of calls, so there is one. */
async function storeWith(t: ExecutionContext, fault: string) {
  const { origin, server } = service;
  const home = await temporaryFolder(t);
  const path = fileOf({ ...service, home });
  const token = join(home, 'token');
  writeFileSync(token, server.token, { mode: 0o600 });
  const argv = ['login', '--url', origin, '--token-file', token];
  const before = ['strace', '-f', '-o', join(home, 'trace'), '-e', 'trace=rename,fsync', '-e', `inject=${fault}`];
  const { code, stderr } = await startProgram(argv, { HOME: home, UV_THREADPOOL_SIZE: '1' }, { before }).ended;
  return { code, stderr, path, names: readdirSync(dirname(path)) };
}

for (const [title, fault] of [
  ...['EPERM', 'EBUSY', 'EACCES'].map((error) => [
    `a rename that meets ${error} twice`,
    `rename:error=${error}:when=1..2`,
  ]),
  ['a target that cannot be replaced, and is written in place', 'rename:error=EBUSY'],
  ...['EINVAL', 'EOPNOTSUPP', 'EPERM'].map((error) => [
    `a folder that cannot be flushed for ${error}`,
    `fsync:error=${error}:when=2`,
  ]),
] as [string, string][]) {
  traced(`a token is stored despite ${title}`, async (t) => {
    const { code, stderr, path, names } = await storeWith(t, fault);
    t.is(code, 0, stderr);
    t.regex(readFileSync(path, 'utf8'), /"token"/);
    t.deepEqual(names, ['credentials.json']);
  });
}

for (const [title, fault, left] of [
  ['a target that stays held', 'rename:error=EACCES', []],
  ['EIO while the file is flushed', 'fsync:error=EIO:when=1', []],
  ['EIO while the folder is flushed', 'fsync:error=EIO:when=2', ['credentials.json']],
] as const) {
  traced(`the message names the target after ${title}`, async (t) => {
    const { code, stderr, path, names } = await storeWith(t, fault);
    t.is(code, 1);
    t.true(stderr.includes(`cannot write to ${path}: `), stderr);
    t.notRegex(stderr, /\/\.credentials/);
    t.deepEqual(names, left as never);
  });
}
