import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';

/** The names of other files in a file of types. */
const IMPORTS = /(\bfrom ')(\.[^']+)\.js'/g;

/**
 * Copies the types of an entry below src/ and of all that it imports. An end is '' for programs with `import`, or 'c' for those
 * with `require`. `changed` has functions that change the text of a file.
 */
export function writeTypes(entry, to, ends, changed = {}) {
  const paths = [entry];
  for (const path of paths) {
    const compiled = readFileSync(`dist/src/${path}.d.ts`, 'utf8').replace(/^\/\/# sourceMappingURL=.*\n?/m, '');
    const text = changed[path]?.(compiled) ?? compiled;
    const imported = [...text.matchAll(IMPORTS)].map(([, , name]) => join(dirname(path), name));
    paths.push(...new Set(imported.filter((each) => !paths.includes(each))));
    mkdirSync(dirname(`${to}/${path}`), { recursive: true });
    for (const end of ends) writeFileSync(`${to}/${path}.d.${end}ts`, text.replace(IMPORTS, `$1$2.${end}js'`));
  }
}
