import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

/** An import, a re-export or an import() of a file. */
export interface Import {
  /** The file that imports, below the root of the checkout. */
  file: string;
  /** The folder of the file. */
  from: string;
  /** A file below the root, or a package. */
  target: string;
  /** The folder of src that the target is in; undefined for a package. */
  to: string | undefined;
  /** True when it is erased when the program is compiled. */
  isType: boolean;
  /** True when it is loaded on demand. */
  isLazy: boolean;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Returns the TypeScript files of a folder of the checkout. */
export function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
}

/** Reads a file of the checkout. */
export function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

const IMPORT = /^import\s+(?<type>type\s+)?(?:[^'=]*?\sfrom\s+)?'(?<target>[^']+)'/gm;
const EXPORT = /^export\s+(?<type>type\s+)?[*{][^'=]*?\sfrom\s+'(?<target>[^']+)'/gm;
const LAZY = /(?<type>typeof\s+)?\bimport\('(?<target>[^']+)'\)/g;

/** Returns all that a file imports, types included. */
export function importsOf(file: string): Import[] {
  const text = read(file);
  return [IMPORT, EXPORT, LAZY].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ groups }) => {
      const written = groups?.target as string;
      const isFile = written.startsWith('.');
      const target = isFile ? normalize(join(dirname(file), written)).replace(/\.js$/, '.ts') : written;
      const isType = groups?.type !== undefined;
      return {
        file,
        from: folderOf(file),
        target,
        to: isFile ? folderOf(target) : undefined,
        isType,
        isLazy: pattern === LAZY,
      };
    }),
  );
}

/** Returns the folder that the layers know: `server` for `src/server/app.ts`, `page/server` below `page`, `settings` for `src/settings`, `bin` for `bin/svcapi.ts`. */
export function folderOf(file: string): string {
  const [top, next = '', below] = file.split('/');
  if (next === 'page') return `page/${below}`;
  return top === 'src' ? next.replace(/\.ts$/, '') : (top as string);
}
