import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test, { type ExecutionContext } from 'ava';
import { build } from 'esbuild';
import { PROGRAM, startProgram } from '../helpers/cli/program.js';
import { openTestStore } from '../helpers/database.js';
import { temporaryFolder } from '../helpers/folder.js';

/** The way from the tables of 0.1 and of an early 1.0 to those of this version, as docs/host/upgrading.md has it. */

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** The last commit of 0.1.0, and that of the build of 1.0.0 of 22 November 2026. */
const RELEASES = { '0.1.0': '37ba63ab3a35', '1.0.0': 'c8238c536593' };

const hasHistory = Object.values(RELEASES).every(
  (commit) => spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: ROOT }).status === 0,
);

/** Builds the program of a commit, without its page, in a new folder. */
async function buildProgram(commit: string): Promise<{ folder: string; program: string }> {
  const folder = temporaryFolder();
  const archive = execFileSync('git', ['archive', commit, 'src', 'bin', 'docs', 'package.json'], {
    cwd: ROOT,
    maxBuffer: 2 ** 28,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const program = join(folder, 'dist', 'svcapi.mjs');
  await build({
    absWorkingDir: folder,
    entryPoints: ['bin/svcapi.ts'],
    outfile: program,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
  });
  return { folder, program };
}

/** Runs a program on a database, and returns its standard output. */
async function succeed(t: ExecutionContext, program: string, database: string, argv: string[]): Promise<string> {
  const { ended } = startProgram(argv, { HOME: '/nonexistent', SVCAPI_DATABASE: database }, { program });
  const { code, stdout, stderr } = await ended;
  t.is(code, 0, `${argv.join(' ')}: ${stderr}`);
  return stdout.trim();
}

type Item = Record<string, unknown>;

/** Returns the lines of a file, in an order that does not depend on the version. */
function readRecords(path: string): Item[] {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  return lines
    .sort()
    .map((line) => JSON.parse(line) as Item)
    .filter(({ kind }) => kind !== 'end');
}

const typeOf = ({ kind, removed }: Item) => `${kind} ${removed}`;

/** The first block of records in docs/import-format.md of a release: every kind occurs in it. */
function exampleOf(folder: string): string {
  const [, block] = /^```ndjson\n(.*?)^```$/ms.exec(readFileSync(join(folder, 'docs/import-format.md'), 'utf8')) ?? [];
  return block ?? '';
}

for (const [version, commit] of Object.entries(RELEASES)) {
  const title = `a service of ${version} comes along as its export, and its database is refused`;
  (hasHistory ? test : test.skip)(`${title} (needs the history of git)`, async (t) => {
    const { folder, program } = await buildProgram(commit);
    const [former, current] = [join(folder, 'former.db'), join(folder, 'current.db')];
    const [records, example] = [join(folder, 'former.ndjson'), join(folder, 'example.ndjson')];
    writeFileSync(example, exampleOf(folder));
    await succeed(t, program, former, ['import', example]);
    const made = ['token', 'create', '--client', 'ledger-app', '--character', '1:12', '--permission', 'character_read'];
    const token = await succeed(t, program, former, made);
    await succeed(t, program, former, ['client', 'create', 'tools']);
    await succeed(t, program, former, ['client', 'revoke', 'tools']);
    await succeed(t, program, former, ['blacklist', 'add', '192.0.2.9']);
    if (version !== '0.1.0') {
      writeFileSync(
        example,
        '{"kind":"character","uid":"1:13","removed":true}\n{"kind":"datacard","uid":"14:4","removed":true}\n',
      );
      await succeed(t, program, former, ['import', example]);
      await succeed(t, program, former, ['account', 'invite', 'Guest', '--character', '1:12']);
    }
    await succeed(t, program, former, ['export', records]);

    for (const argv of [['client', 'list'], ['serve', '--port', '0'], ['migrate'], ['import', records]]) {
      const env = { HOME: '/nonexistent', SVCAPI_DATABASE: former };
      const { code, stdout, stderr } = await startProgram(argv, env).ended;
      t.deepEqual([code, stdout], [1, '']);
      t.regex(
        stderr,
        /^svcapi: the database .* was made by svcapi 0\.1 or an early 1\.0, .*; export it with that version, then import/,
      );
    }

    await succeed(t, PROGRAM, current, ['import', records]);
    const again = join(folder, 'current.ndjson');
    await succeed(t, PROGRAM, current, ['export', again]);
    const before = readRecords(records);
    const fields = new Map(before.map((item) => [typeOf(item), Object.keys(item)]));
    const kept = readRecords(again).map((item) => {
      const names = fields.get(typeOf(item)) ?? Object.keys(item);
      return Object.fromEntries(names.map((name) => [name, item[name]]));
    });
    t.deepEqual(kept, before, 'later versions only add fields');

    const store = await openTestStore(current);
    t.teardown(() => store.close());
    const principal = await store.tokens.principal(token, Math.floor(Date.now() / 1000));
    t.is(principal?.character_uid, '1:12');
  });
}
