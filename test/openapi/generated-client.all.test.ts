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

const namesIn = (text: string) => text.match(/(?<=^export const )\w+/gm) ?? [];

test(
  'a program compiles with the generated types and runs, and each wrong one does not',
  withServer,
  async (t, server) => {
    const messages = await compile();
    t.deepEqual(
      messages.filter((line) => !line.includes('wrong.ts')),
      [],
    );
    const wrong = readFileSync(`${FOLDER}/wrong.ts`, 'utf8');
    const statementAt = (line: number) => namesIn(wrong.split('\n').slice(0, line).join('\n')).at(-1);
    const found = messages.map((message) => statementAt(Number(/wrong\.ts\((\d+),/.exec(message)?.[1])));
    t.deepEqual([...new Set(found)].sort(), namesIn(wrong).sort());
    const { url, token } = server;
    const { stdout } = await run(process.execPath, [`${BUILT}/program.js`, url, token]);
    t.deepEqual(JSON.parse(stdout), { seconds: 1_291_273_200, amounts: [79, 78], left: 3, code: 'not_found' });
  },
);
