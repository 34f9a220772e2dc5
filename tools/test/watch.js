import { mkdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { transformSync } from 'esbuild';

/** Folders whose sources are compiled file by file. */
const SOURCES = ['bin', 'src', 'test', 'tools', 'bench', 'trials'];

/**
 * Compiles each source as soon as it is saved, until the process ends. Types are not checked, and the program that tests of the
 * command line run in a process of its own stays as it was built.
 */
export function compileSaved() {
  // The next build compiles all: what is written here would look like its own.
  rmSync('dist/.tsbuildinfo', { force: true });
  for (const folder of SOURCES) {
    watch(folder, { recursive: true }, (_event, name) => {
      if (name?.endsWith('.ts')) compile(join(folder, name));
    });
  }
}

function compile(path) {
  try {
    const options = { loader: 'ts', target: 'es2023', format: 'esm', sourcefile: path, sourcemap: 'inline' };
    const { code } = transformSync(readFileSync(path, 'utf8'), options);
    const compiled = join('dist', path.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(compiled), { recursive: true });
    writeFileSync(compiled, code);
  } catch (error) {
    // A file that was removed, or that cannot be read as TypeScript yet: esbuild has said where.
    if (error.code !== 'ENOENT') process.stderr.write(`${error.message}\n`);
  }
}
