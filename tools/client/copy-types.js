import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';

/** The names of other files in a file of types. */
const IMPORTS = /(\bfrom ')(\.[^']+)\.js'/g;

/**
 * Copies the types of an entry below src/ and of all that it imports. An end is '' for programs with `import`, or 'c' for those
 * with `require`. `changed` has functions that change the text of a file.
 */
export function copyTypes(entry, to, ends, changed) {
  const paths = new Set([entry]);
  for (const path of paths) {
    const compiled = readFileSync(`dist/src/${path}.d.ts`, 'utf8').replace(/^\/\/# sourceMappingURL=.*\n?/m, '');
    const text = changed[path]?.(compiled) ?? compiled;
    if (path in changed && text === compiled) throw new Error(`nothing was changed in the types of ${path}`);
    for (const [, , name] of text.matchAll(IMPORTS)) paths.add(join(dirname(path), name));
    mkdirSync(dirname(`${to}/${path}`), { recursive: true });
    for (const end of ends) writeFileSync(`${to}/${path}.d.${end}ts`, text.replace(IMPORTS, `$1$2.${end}js'`));
  }
}
