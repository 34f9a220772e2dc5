import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';

/**
 * Bundles what programs import, with its source map. The map has the sources in it, since the package has not: they seem to lie in
 * `src/` beside it.
 */
export async function bundleLibrary(options) {
  const { outputFiles } = await build({
    bundle: true,
    sourcemap: true,
    logLevel: 'warning',
    write: false,
    ...options,
  });
  for (const { path, text } of outputFiles) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, path.endsWith('.map') ? withOwnSources(text) : text);
  }
}

function withOwnSources(text) {
  const map = JSON.parse(text);
  return JSON.stringify({ ...map, sources: map.sources.map((source) => source.replace(/^(\.\.\/)+/, '')) });
}

/** The folder of the types that the compiler writes. */
const FROM = 'dist/src';

/** The ends of the files of types: for modules, and for CommonJS. */
const ENDS = { module: ['.d.ts', '.js'], commonjs: ['.d.cts', '.cjs'] };

/**
 * Writes the types of an entry and of all that it imports, from those that the compiler wrote.
 *
 * @param entry the entry below src/
 * @param to the folder
 * @param kinds `module`, `commonjs`, or both: what imports and what requires a package need types of their own
 * @param changed changes the text of some files, by their paths below src/
 */
export async function writeTypes(entry, to, kinds, changed = {}) {
  for (const [path, text] of await typesOf(join(FROM, `${entry}.d.ts`), changed)) {
    for (const [types, script] of kinds.map((kind) => ENDS[kind])) {
      const target = join(to, relative(FROM, path)).replace(/\.d\.ts$/, types);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, text.replace(IMPORTS, `$1${script}'`));
    }
  }
}

/** The names of other files in a file of types. */
const IMPORTS = /(\bfrom '\.[^']+)\.js'/g;

/** Returns a file of types and all that it imports, with their texts. */
async function typesOf(path, changed, found = new Map()) {
  if (found.has(path)) return found;
  const compiled = (await readFile(path, 'utf8')).replace(/^\/\/# sourceMappingURL=.*\n?/m, '');
  const text = changed[relative(FROM, path)]?.(compiled) ?? compiled;
  found.set(path, text);
  for (const [, name] of text.matchAll(IMPORTS)) {
    await typesOf(join(dirname(path), `${name.replace(/^from '/, '')}.d.ts`), changed, found);
  }
  return found;
}
