import { tokenizer } from 'acorn';
import test from 'ava';
import { transformSync } from 'esbuild';
import { checkSync } from 'recheck';
import { sanitize } from '../src/cli/output/sanitize.js';
import { targetOf } from '../src/page/server/example.js';
import { routes } from '../src/routes/index.js';
import { uid } from '../src/routes/parameters.js';
import { uidText } from '../src/routes/payload.js';
import { settings } from '../src/settings/index.js';
import { read, sources } from './helpers/imports.js';
import { startServer } from './helpers/server.js';

/*
 * Every regular expression of the program takes time in proportion to the text that it reads, so that no text from outside stops the
 * service or a command. There are no exceptions.
 */

/** Returns why an expression is not known to be linear; undefined if it is. */
function problemOf({ source, flags }: RegExp): string | undefined {
  // In this process and without a limit of time, so that the outcome is always the same.
  process.env.RECHECK_SYNC_BACKEND = 'pure';
  // Without its bounds an expression takes at least as long, and the automaton of each repetition would be a hundred times larger.
  const unbounded = source.replaceAll(/\{1,\d{2,}\}/g, '+');
  const found = checkSync(unbounded, flags, { checker: 'automaton', timeout: null });
  if (found.status === 'safe') return undefined;
  return `/${source}/${flags}: ${found.status === 'vulnerable' ? found.complexity.summary : found.error.kind}`;
}

/** A place in a source file where an expression is made at run time. */
const PLACE = /\/(src\/[\w./-]+\.)[jt]s(?:\?again)?:(\d+:\d+)/;

/** What was made at run time, by its place. */
const made = new Map<string, RegExp[]>();

const { RegExp: Original } = globalThis;

function record(expression: RegExp): RegExp {
  const [, file, position] = PLACE.exec(new Error().stack ?? '') ?? [];
  if (file !== undefined) made.set(`${file}ts:${position}`, [...(made.get(`${file}ts:${position}`) ?? []), expression]);
  return expression;
}

const literals = new Map<string, RegExp>();
/** The number of places in each file. */
const places = new Map<string, number>();
for (const file of sources('src').filter((name) => !name.endsWith('.d.ts'))) {
  const { code } = transformSync(read(file), { loader: 'ts' });
  const calls = code.match(/\bRegExp\(/g) ?? [];
  if (calls.length > 0) places.set(file, calls.length);
  for (const token of tokenizer(code, { ecmaVersion: 'latest', sourceType: 'module' })) {
    const { type, value } = token as typeof token & { value: unknown };
    if (type.label !== 'regexp') continue;
    const { pattern, flags } = value as { pattern: string; flags: string };
    literals.set(`/${pattern}/${flags}`, new RegExp(pattern, flags));
  }
}

test('every expression of the sources is linear', (t) => {
  t.true(literals.size > 150);
  t.deepEqual([...literals.values()].map(problemOf).filter(Boolean), []);
});

test.serial('every expression that is made at run time is linear', async (t) => {
  globalThis.RegExp = new Proxy(Original, {
    apply: (_, __, [pattern, flags]) => record(new Original(pattern, flags)),
    construct: (_, [pattern, flags]) => record(new Original(pattern, flags)),
  });
  t.teardown(() => {
    globalThis.RegExp = Original;
  });
  for (const file of places.keys()) await import(`../${file.replace(/ts$/, 'js')}?again`);
  sanitize('\u0007');
  settings.oidcName.type.read('a name', { directory: '', home: '' });
  uid('datacard', '');
  uidText('datacard');
  targetOf(routes)('https://galaxy.example.org/ws/v2.0/x');
  const server = await startServer({ empty: true });
  await server.close();
  for (const [file, count] of places)
    t.is([...made.keys()].filter((place) => place.startsWith(file)).length, count, file);
  const expressions = new Map([...made.values()].flat().map((each) => [String(each), each]));
  t.deepEqual([...expressions.values()].map(problemOf).filter(Boolean), []);
});

test('an expression that is not linear is found', (t) => {
  t.is(problemOf(/^\d+\.?\d*$/), '/^\\d+\\.?\\d*$/: 2nd degree polynomial');
  t.is(problemOf(/^\d{1,100}\.?\d*$/), '/^\\d{1,100}\\.?\\d*$/: 2nd degree polynomial');
});
