import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { temporaryFolder } from './helpers/folder.js';
import { needs } from './helpers/needs.js';
import { LONG } from './helpers/until.js';
import { linux, makeWine, printedBy, type Wine, windows, windowsNodes, wineHere } from './helpers/windows/machines.js';
import { expected, type Outcome, play, type Scene } from './helpers/windows/scene.js';
import { scenes } from './helpers/windows/scenes.js';

/** Command lines on Windows, as wine imitates it, compared with Linux: exit codes, outputs and the files that are left. */

const nodes = wineHere() ? await windowsNodes() : undefined;
const onWindows = needs('wine', nodes !== undefined);
const versions = [...(nodes?.keys() ?? ['20', '22'])];

const root = fileURLToPath(new URL('../../', import.meta.url));

let made: Promise<Wine> | undefined;
/** Returns the Windows of this run, which the first test makes. */
const ofRun = () => (made ??= makeWine());
const windowsOf = async (version: string) => windows(version, nodes?.get(version) ?? '', await ofRun());

test.after.always(async (t) => {
  t.timeout(LONG);
  (await made?.catch(() => undefined))?.end();
});

/** The outcomes of scenes on Linux, each of which is played once. */
const here = new Map<Scene, Promise<Outcome>>();

for (const version of versions) {
  for (const scene of scenes) {
    onWindows(`the scene “${scene.name}” is on Windows with Node.js ${version} what it is on Linux`, async (t) => {
      t.timeout(LONG);
      here.set(scene, here.get(scene) ?? play(scene, linux));
      const [linuxOutcome, there] = await Promise.all([here.get(scene), play(scene, await windowsOf(version))]);
      for (const [line, ran] of linuxOutcome?.lines ?? [])
        t.deepEqual({ line: line.command, ...there.lines.get(line) }, { line: line.command, ...expected(line, ran) });
      t.deepEqual(there.left, linuxOutcome?.left, 'what is left in its folders');
    });
  }
}

const hasTools = ['zip', 'unzip'].every((tool) => spawnSync(tool, ['-v']).error === undefined);

/** Builds the folder of a release for Windows, and packs it, little compressed. */
function buildArchive(folder: string): string {
  const run = (command: string, args: string[], cwd = root) => execFileSync(command, args, { cwd, encoding: 'utf8' });
  const packed = run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder]).trim();
  run('sh', ['tools/release/tree.sh', join(folder, 'svcapi'), join(folder, packed)]);
  run('zip', ['-qr0', 'svcapi.zip', 'svcapi'], folder);
  return join(folder, 'svcapi.zip');
}

needs('wine, zip and unzip', nodes !== undefined && hasTools)(
  'the archive serves and calls from a folder with a space in its name',
  async (t) => {
    t.timeout(LONG);
    const folder = temporaryFolder();
    const file = buildArchive(folder);
    const home = join(folder, 'Program Files');
    mkdirSync(home);
    t.is(spawnSync('unzip', ['-q', file, '-d', home]).status, 0);
    const text = (name: string) => readFileSync(join(home, 'svcapi', name), 'utf8');
    t.regex(text('lib/node.LICENSE'), /Node\.js is licensed/);
    t.regex(text('LICENSE'), /MIT/);
    t.regex(text('lib/svcapi/dist/licenses.txt'), /koa/);
    const there = windows('the archive', '', await ofRun());
    const start = (args: string[], env: Record<string, string> = {}, control = folder) =>
      there.startAny(there.path(join(home, 'svcapi/svcapi.cmd')), args, { cwd: home, env, control });
    const control = temporaryFolder();
    const flags = ['--demo', '--demo-size', '0.05', '--port', '0', '--database', 'galaxy.db'];
    const service = start(['serve', ...flags], {}, control);
    const [, url = ''] = await printedBy(service, /listens on (\S+)/);
    const [, token = ''] = await printedBy(service, /TOKEN=(\S+)/);
    await printedBy(service, /^ {2}svcapi login --url/m);
    const env = { SVCAPI_URL: url, SVCAPI_TOKEN: token };
    const { code, stdout } = await start(['character', '--json', 'uid,name'], env).end();
    t.deepEqual([code, JSON.parse(stdout)], [0, { uid: '1:1', name: 'Hana Veil' }]);
    t.is((await start(['character', '1:999'], env).end()).code, 6);
    writeFileSync(join(control, 'stop'), '');
    t.is((await service.end()).code, 0);
  },
);

const isClone = spawnSync('git', ['rev-parse', '--git-dir'], { cwd: root }).status === 0;

needs('a clone', isClone)('a clone has no line ends of Windows, whatever git is told', (t) => {
  const folder = temporaryFolder();
  const clone = spawnSync('git', ['clone', '-q', '-c', 'core.autocrlf=true', `file://${root}`, folder]);
  t.is(clone.status, 0, String(clone.stderr));
  for (const name of ['.ci/run', 'docs/settings.md', 'man/svcapi.1', 'src/cli/main.ts'])
    t.false(readFileSync(join(folder, name), 'utf8').includes('\r'), name);
});
