import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { fileOf, STORED } from '../helpers/cli/login.js';
import { PROGRAM, startProgram } from '../helpers/cli/program.js';
import { Kept, run, temporaryFolder } from '../helpers/cli/run.js';
import { withService } from '../helpers/cli/service.js';
import { signIn, storedIn, withPlayer } from '../helpers/cli/sign-in.js';
import { NOW } from '../helpers/galaxy.js';
import { loadRows } from '../helpers/load-rows.js';

/** What people paste and where they run commands: other shells, containers, spreadsheets. */

for (const argv of [
  ['time', '1718625600000'],
  ['time', '1718625600000'],
  ['creditlog', '--since', '1718625600000'],
  ['events', '--until', '1718625600000'],
  ['serve', '--demo', '--demo-now', '1718625600000'],
]) {
  test(`milliseconds are refused: ${argv.join(' ')}`, async (t) => {
    const { code, stdout, stderr } = await run(argv);
    t.deepEqual([code, stdout], [2, '']);
    t.regex(stderr, /is this in milliseconds\? Give Unix seconds/);
  });
}

test('a galactic time and a date are never taken for milliseconds', async (t) => {
  t.regex((await run(['time', 'Y5000D1', '+9000-01-01', '99999999999'])).stdout, /^(\d+\t.*\n){3}$/);
});

test('CSV for a spreadsheet has no formulas, and --raw leaves them', async (t) => {
  const { run, server } = await withService(t);
  const communication = '=HYPERLINK("http://x.example","pay")';
  const row = { id: 9000, time: 1718528100, amount: 5, sender_uid: '1:1', receiver_uid: '20:1', communication };
  await loadRows(server.store, 'transaction', [row]);
  const argv = ['creditlog', '--after', '8999', '--output', 'csv', '--no-header'];
  const start = '9000,1718528100,5,-5,Hana Veil,1:1,The Lantern Guild,20:1,';
  t.is((await run(argv)).stdout, `${start}"'=HYPERLINK(""http://x.example"",""pay"")"\n`);
  t.is((await run([...argv, '--raw'])).stdout, `${start}"=HYPERLINK(""http://x.example"",""pay"")"\n`);
});

test('a path that Git Bash has turned into a file is named', async (t) => {
  const { code, stderr } = await run(['api', 'GET', 'C:/Program Files/Git/api/time']);
  t.is(code, 2);
  t.is(stderr, 'svcapi: the shell has made a file of the path; leave the slash out: api/time\n');
  const { run: call } = await withService(t);
  t.is((await call(['api', 'GET', 'api/time'])).code, 0);
});

test('svcapi datacard UID suggests the command that shows it', async (t) => {
  t.is(
    (await run(['datacard', '14:1'])).stderr,
    "svcapi: unknown command '14:1'; did you mean svcapi datacard show 14:1?\n",
  );
});

test('messages on a terminal break between words', async (t) => {
  const stderr = new Kept(80);
  await run(['hello', '--url', 'http://127.0.0.1:1'], { stderr });
  const lines = stderr.text.trimEnd().split('\n');
  t.true(lines.length > 1);
  for (const line of lines) t.true(line.length <= 80, line);
  t.regex(
    lines.join(' '),
    /^svcapi: nothing answers at http:\/\/127\.0\.0\.1:1; start a service there with svcapi serve, or/,
  );
});

for (const HOME of ['', 'relative']) {
  test(`a token is not stored in the working folder, with HOME=${HOME}`, async (t) => {
    const { origin, server } = await withService(t);
    const cwd = await temporaryFolder(t);
    const env = { HOME, XDG_CONFIG_HOME: await temporaryFolder(t) };
    const token = join(cwd, 'token');
    writeFileSync(token, server.token, { mode: 0o600 });
    t.is((await startProgram(['login', '--url', origin, '--token-file', token], env, { cwd }).ended).code, 0);
    t.deepEqual(readdirSync(cwd), ['token']);
    // Without XDG_CONFIG_HOME, it is the home of the user database.
    const found = await startProgram(['status', '--url', origin, '--json', 'answers'], { HOME }, { cwd }).ended;
    t.is(found.stdout, '{"answers":true}\n');
    t.deepEqual(readdirSync(cwd), ['token']);
  });
}

/** A user without an entry in the user database. */
const nobody = process.getuid?.() === 0 ? test : test.skip;

nobody('without a home, only what has to be stored is an error', async (t) => {
  const { origin, server } = await withService(t);
  const start = (argv: string[], env: Record<string, string> = {}) =>
    spawnSync(
      'env',
      [
        '-i',
        `PATH=${process.env.PATH}`,
        ...Object.entries(env).map((each) => each.join('=')),
        process.execPath,
        PROGRAM,
        ...argv,
      ],
      {
        encoding: 'utf8',
        uid: 54_321,
        cwd: '/',
        input: server.token,
        timeout: 20_000,
      },
    );
  t.is(start(['time', 'Y12D3', '--output', 'tsv']).status, 0);
  const login = start(['login', '--url', origin, '--with-token']);
  t.is(login.status, 1);
  t.is(
    login.stderr,
    'svcapi: the token cannot be stored: there is no home folder; set XDG_CONFIG_HOME to a folder that you can write to\n',
  );
  t.regex(start(['migrate']).stderr, /^svcapi: there is no home folder for the database; set HOME, or name a database/);
});

test('a token in UTF-16 and with the line end of Windows is read', async (t) => {
  const { run, server, home } = await withService(t);
  const path = join(home, 'token.txt');
  writeFileSync(path, `\ufeff${server.token}\r\n`, { encoding: 'utf16le', mode: 0o600 });
  t.is((await run(['character', '--json', 'uid', '--token-file', path])).stdout, '{"uid":"1:1"}\n');
  const env = { SVCAPI_TOKEN: `${server.token}\r` };
  t.is((await run(['character', '--json', 'uid'], { env })).stdout, '{"uid":"1:1"}\n');
});

nobody(
  'a token file of somebody else is read without a warning, and an own one that others may read with one',
  async (t) => {
    const { origin, server, home } = await withService(t);
    const path = join(home, 'mounted-token');
    writeFileSync(path, server.token);
    for (const [mode, owner, warns] of [
      [0o444, 54_321, false],
      [0o440, 54_321, false],
      [0o444, 0, true],
      [0o400, 0, false],
    ] as const) {
      chmodSync(path, mode);
      chownSync(path, owner, owner);
      const env = { HOME: home, SVCAPI_URL: origin, SVCAPI_TOKEN_FILE: path };
      const { code, stderr } = await startProgram(['character', '--json', 'uid'], env).ended;
      t.is(code, 0, stderr);
      t.is(
        stderr.includes(`other users of this machine may read the token in ${path}`),
        warns,
        `${mode.toString(8)} of ${owner}`,
      );
    }
  },
);

nobody('a sign-in in a file that is mounted is renewed in place', async (t) => {
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
