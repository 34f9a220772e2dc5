import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { temporaryFolder } from '../helpers/folder.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

test('a build begins without what is left of deleted sources, and keeps what was compiled of the others', (t) => {
  const folder = temporaryFolder();
  const write = (path: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), '');
  };
  const kept = [
    'src/kept.js',
    'src/kept.js.map',
    'src/kept.d.ts',
    'bench/preload/loaded.cjs',
    'bench/preload/loaded.d.cts',
  ];
  const left = ['src/removed.js', 'src/removed.d.ts', 'src/gone/removed.js', 'chunks/old.js', 'suites/quick/1.test.js'];
  for (const path of ['src/kept.ts', 'bench/preload/loaded.cts', ...[...kept, ...left].map((path) => `dist/${path}`)])
    write(path);
  cpSync(join(root, 'tsconfig.json'), join(folder, 'tsconfig.json'));
  execFileSync(process.execPath, [join(root, 'tools/clean.js')], { cwd: folder });
  t.deepEqual(
    [...kept, ...left].filter((path) => existsSync(join(folder, 'dist', path))),
    kept,
  );
});
