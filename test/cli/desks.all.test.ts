import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'ava';
import { fileOf, STORED } from '../helpers/cli/login.js';
import { PROGRAM, startProgram } from '../helpers/cli/program.js';
import { temporaryFolder } from '../helpers/cli/run.js';
import { sharedService } from '../helpers/cli/service.js';
import { needs } from '../helpers/needs.js';

/** Where people run commands: homes that are missing, mounted files, disks and folders that refuse. */

const service = sharedService();

test('a token is not stored in the working folder, whatever HOME is', async (t) => {
  const { origin, run, server } = service;
  for (const HOME of ['', 'relative']) {
    const cwd = await temporaryFolder(t);
    const env = { HOME, ...STORED };
    const XDG_CONFIG_HOME = await temporaryFolder(t);
    const around = { stdin: server.token, env: { ...env, XDG_CONFIG_HOME }, cwd };
    t.is((await run(['login', '--url', origin], around)).code, 0);
    // Without XDG_CONFIG_HOME, it is the home of the user database.
    const found = await run(['status', '--url', origin, '--json', 'answers'], { env, cwd });
    t.is(found.stdout, '{"answers":true}\n');
    t.deepEqual(readdirSync(cwd), []);
  }
});

const asRoot = needs('root', process.getuid?.() === 0);

/** A user without an entry in the user database. */
const NOBODY = 54_321;

asRoot('without a home, only what has to be stored is an error', (t) => {
  const { origin, server } = service;
  const start = (...argv: string[]) =>
    spawnSync('env', ['-i', `PATH=${process.env.PATH}`, process.execPath, PROGRAM, ...argv], {
      ...{ encoding: 'utf8', uid: NOBODY, cwd: '/', input: server.token, timeout: 20_000 },
    });
  t.is(start('time', 'Y12D3', '--output', 'tsv').status, 0);
  const next = 'set XDG_CONFIG_HOME to a folder that you can write to';
  const stderr = `svcapi: the token cannot be stored: there is no home folder; ${next}\n`;
  t.like(start('login', '--url', origin, '--with-token'), { status: 1, stderr });
  t.regex(start('migrate').stderr, /^svcapi: there is no home folder for the database; set HOME, or name a database/);
});

asRoot('a token file that others may read is warned about, unless it is of somebody else', async (t) => {
  const { run, server, home } = service;
  const SVCAPI_TOKEN_FILE = join(home, 'mounted-token');
  writeFileSync(SVCAPI_TOKEN_FILE, server.token);
  for (const [mode, owner, warns] of [
    [0o444, NOBODY, false],
    [0o440, NOBODY, false],
    [0o444, 0, true],
    [0o400, 0, false],
  ] as const) {
    chmodSync(SVCAPI_TOKEN_FILE, mode);
    chownSync(SVCAPI_TOKEN_FILE, owner, owner);
    const { code, stderr } = await run(['hello'], { env: { SVCAPI_TOKEN: '', SVCAPI_TOKEN_FILE } });
    t.is(code, 0, stderr);
    t.is(stderr.includes(`may read the token in ${SVCAPI_TOKEN_FILE}`), warns, `${mode.toString(8)} of ${owner}`);
  }
});

/** Skipped where strace is missing, or may not trace. */
const traced = needs('strace', spawnSync('strace', ['-f', '-e', 'inject=fsync:error=EIO', 'true']).status === 0);

/** Calls of the system that fail, and why a token is not stored then. A thread has its own count of calls, so there is one. */
const faults: [what: string, fault: string, left: string[], fails?: true][] = [
  ['a rename that meets EPERM twice', 'rename:error=EPERM:when=1..2', ['credentials.json']],
  ['a target that cannot be replaced, and is written in place', 'rename:error=EBUSY', ['credentials.json']],
  ...['EINVAL', 'EOPNOTSUPP', 'EPERM'].map((error): [string, string, string[]] => [
    ...([`a folder that cannot be flushed for ${error}`, `fsync:error=${error}:when=2`] as const),
    ['credentials.json'],
  ]),
  ['a target that stays held', 'rename:error=EACCES', [], true],
  ['EIO while the file is flushed', 'fsync:error=EIO:when=1', [], true],
  ['EIO while the folder is flushed', 'fsync:error=EIO:when=2', ['credentials.json'], true],
];

for (const [what, fault, left, fails] of faults) {
  traced(`a token is stored, or the message names the target: ${what}`, async (t) => {
    const { origin, server } = service;
    const home = await temporaryFolder(t);
    const path = fileOf({ ...service, home });
    const token = join(home, 'token');
    writeFileSync(token, server.token, { mode: 0o600 });
    const argv = ['login', '--url', origin, '--token-file', token];
    const before = ['strace', '-f', '-o', join(home, 'trace'), '-e', 'trace=rename,fsync', '-e', `inject=${fault}`];
    const { code, stderr } = await startProgram(argv, { HOME: home, UV_THREADPOOL_SIZE: '1' }, { before }).ended;
    t.deepEqual([code, readdirSync(dirname(path))], [fails ? 1 : 0, left], stderr);
    if (fails) t.true(stderr.includes(`cannot write to ${path}: `) && !stderr.includes('/.credentials'), stderr);
    else t.regex(readFileSync(path, 'utf8'), /"token"/);
  });
}
