import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

// Writes the types of svcapi/testing for the package, from those that the compiler wrote. The module is CommonJS, and so are they.
const FROM = 'dist/src';
const TO = 'dist/types';

for (const [path, text] of await filesOf(join(FROM, 'testing/index.d.ts'))) {
  const target = join(TO, relative(FROM, path)).replace(/\.d\.ts$/, '.d.cts');
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, text.replace(/(from '\.[^']+)\.js'/g, "$1.cjs'").replace(/\/\/# sourceMappingURL.*\n?/, ''));
}

/** Returns a file of types and all that it imports, with their texts. */
async function filesOf(path, found = new Map()) {
  if (found.has(path)) return found;
  const text = await readFile(path, 'utf8');
  found.set(path, text);
  for (const [, next] of text.matchAll(/\bfrom '(\.[^']+)\.js'/g))
    await filesOf(join(dirname(path), `${next}.d.ts`), found);
  return found;
}
