import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { routes } from '../../src/routes/index.js';
import { routeTypesText } from '../../tools/client/route-types.js';
import { temporaryFolder } from '../helpers/folder.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * A program that the compiler accepts if the types that are written out agree with those that it infers from the declarations: each
 * payload of the service is one of the package, each call of the package is one of the service, and both have the same names.
 */
const program = `
import type { RouteTypes as Inferred } from ${JSON.stringify(join(root, 'dist/src/client/route-types.js'))};
import type { RouteTypes as Written } from './written.js';

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never;
/** The names of all fields, however deep. */
type Names<T> = T extends readonly (infer Item)[] ? Names<Item> : T extends object
  ? { [K in keyof T & string]-?: string extends K ? never : K | \`\${K}.\${Names<Exclude<T[K], undefined>>}\` }[keyof T & string]
  : '';

export const routes: Same<keyof Inferred, keyof Written> = true;
${routes
  .map(({ method, path: { path } }, index) => {
    const name = JSON.stringify(`${method} ${path}`);
    return `
declare const inferred${index}: Inferred[${name}];
declare const written${index}: Written[${name}];
export const payload${index}: Written[${name}]['payload'] = inferred${index}.payload;
export const params${index}: Inferred[${name}]['params'] = written${index}.params;
export const query${index}: Inferred[${name}]['query'] = written${index}.query;
export const body${index}: Inferred[${name}]['body'] = written${index}.body;
export const names${index}: Same<Names<Inferred[${name}]>, Names<Written[${name}]>> = true;
`;
  })
  .join('')}`;

/** Compiles the program with some written types, and returns the messages of the compiler. */
function compile(written: string): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'written.d.ts'), written);
  writeFileSync(join(folder, 'program.ts'), program);
  const options = '--strict --skipLibCheck --module nodenext --target es2023 --noEmit --pretty false'.split(' ');
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  return spawnSync(process.execPath, [tsc, ...options, ...types, 'program.ts'], { cwd: folder, encoding: 'utf8' })
    .stdout;
}

/** A field of another type, a field too many, a route and a parameter of another name. */
const wrong: [from: string, to: string][] = [
  ['  amount: number;\n', '  amount: string;\n'],
  ['  communication: string;\n', '  communication: string;\n  subject?: string;\n'],
  ['  "GET /api/time": {', '  "GET /api/times": {'],
  ['      start_time?: number', '      start?: number'],
];

test('the types of the package are those of the declarations, and each kind of difference is found', (t) => {
  const text = routeTypesText();
  t.is(compile(text), '');
  t.true(wrong.every(([from]) => text.includes(from)));
  const messages = compile(wrong.reduce((changed, [from, to]) => changed.replace(from, to), text));
  const lines = [...messages.matchAll(/^program\.ts\((\d+),\d+\): error TS/gm)].map(([, line]) => Number(line));
  const found = lines.map((line) => /^export const (\w+)/.exec(program.split('\n')[line - 1] ?? '')?.[1]);
  const indexOf = (wanted: string) => routes.findIndex(({ method, path: { path } }) => `${method} ${path}` === wanted);
  const log = indexOf('GET /character/{uid}/creditlog');
  const events = indexOf('GET /events/{mode}[/{type}]');
  for (const name of ['routes', `payload${log}`, `names${log}`, `names${events}`]) t.true(found.includes(name), name);
});
