import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { fileOf } from '../helpers/cli/login.js';
import { startProgram } from '../helpers/cli/program.js';
import { withService } from '../helpers/cli/service.js';

/** Skipped where strace is missing, or may not trace. */
const traced = spawnSync('strace', ['-f', '-e', 'inject=fsync:error=EIO', 'true']).status === 0 ? test : test.skip;

/** Stores a token while calls of the system fail as strace is told. A thread has its own count of calls, so there is one. */
async function storeWith(t: ExecutionContext, ...injected: string[]) {
  const service = await withService(t);
  const path = fileOf(service);
  const token = join(service.home, 'token');
  writeFileSync(token, service.server.token, { mode: 0o600 });
  const argv = ['login', '--url', service.origin, '--token-file', token];
  const env = { HOME: service.home, UV_THREADPOOL_SIZE: '1' };
  const faults = injected.flatMap((fault) => ['-e', `inject=${fault}`]);
  const before = ['strace', '-f', '-o', join(service.home, 'trace'), '-e', 'trace=rename,fsync', ...faults];
  const ran = await startProgram(argv, env, { before }).ended;
  return { ...ran, path, names: readdirSync(dirname(path)) };
}

for (const error of ['EPERM', 'EBUSY', 'EACCES']) {
  traced(`a rename that meets ${error} is tried again`, async (t) => {
    const { code, stderr, path, names } = await storeWith(t, `rename:error=${error}:when=1..2`);
    t.is(code, 0, stderr);
    t.regex(readFileSync(path, 'utf8'), /"token"/);
    t.deepEqual(names, ['credentials.json']);
  });
}

traced('a target that stays held is named, and the temporary file is removed', async (t) => {
  const { code, stderr, path, names } = await storeWith(t, 'rename:error=EACCES');
  t.is(code, 1);
  t.true(stderr.includes(`cannot write to ${path}: permission denied`), stderr);
  t.notRegex(stderr, /\/\.credentials/);
  t.deepEqual(names, []);
});

traced('a target that cannot be replaced is written in place', async (t) => {
  const { code, stderr, path, names } = await storeWith(t, 'rename:error=EBUSY');
  t.is(code, 0, stderr);
  t.regex(readFileSync(path, 'utf8'), /"token"/);
  t.deepEqual(names, ['credentials.json']);
});

for (const error of ['EINVAL', 'EOPNOTSUPP', 'EPERM']) {
  traced(`a folder that cannot be flushed is no error: ${error}`, async (t) => {
    const { code, stderr, names } = await storeWith(t, `fsync:error=${error}:when=2`);
    t.is(code, 0, stderr);
    t.deepEqual(names, ['credentials.json']);
  });
}

for (const [what, when] of [
  ['file', 1],
  ['folder', 2],
] as const) {
  traced(`EIO while a ${what} is flushed is an error that names the target`, async (t) => {
    const { code, stderr, path } = await storeWith(t, `fsync:error=EIO:when=${when}`);
    t.is(code, 1);
    t.true(stderr.includes(`cannot write to ${path}: `), stderr);
    t.notRegex(stderr, /\/\.credentials/);
  });
}
