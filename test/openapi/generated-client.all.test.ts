import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import test from 'ava';
import { withServer } from '../helpers/server.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));
const FOLDER = `${root}test/generated-client`;
const BUILT = `${root}dist/generated-client`;

/** Runs a tool of the folder, which has a compiler of its own: the generator needs an older one. */
const tool = (name: string, ...argv: string[]) => run(process.execPath, [`${FOLDER}/node_modules/${name}`, ...argv]);

/** Compiles the programs of the folder with the generated types, and returns the compiler's messages. */
async function compile(): Promise<string[]> {
  await tool('openapi-typescript/bin/cli.js', `${root}docs/openapi.json`, '--output', `${BUILT}/api.d.ts`);
  const compiled = tool('typescript/bin/tsc', '--pretty', 'false', '--project', FOLDER);
  const { stdout } = await compiled.catch((error: { stdout: string }) => error);
  return stdout.split('\n').filter((line) => /^\S/.test(line));
}

let messages: string[];
test.before(async () => {
  messages = await compile();
});

test('a program compiles against the types generated from the description', (t) => {
  t.deepEqual(
    messages.filter((line) => !line.includes('wrong.ts')),
    [],
  );
});

/** Returns the names of the statements of wrong.ts that the compiler rejects. */
function wrongStatements(): Set<string | undefined> {
  const lines = readFileSync(`${FOLDER}/wrong.ts`, 'utf8').split('\n');
  const numbers = messages.map((line) => Number(/wrong\.ts\((\d+),/.exec(line)?.[1] ?? 0));
  return new Set(
    numbers.map((number) =>
      lines
        .slice(0, number)
        .join('\n')
        .match(/(?<=^export const )\w+/gm)
        ?.at(-1),
    ),
  );
}

for (const name of readFileSync(`${FOLDER}/wrong.ts`, 'utf8').match(/(?<=^export const )\w+/gm) ?? []) {
  test(`the compiler finds the ${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`, (t) => {
    t.true(wrongStatements().has(name), messages.join('\n'));
  });
}

test('the program runs against a real server', withServer, async (t, { url, token }) => {
  const { stdout } = await run(process.execPath, [`${BUILT}/program.js`, url, token]);
  t.deepEqual(JSON.parse(stdout), { seconds: 1_291_273_200, amounts: [79, 78], left: 3, code: 'not_found' });
});
