import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { signIn, withPlayer } from '../helpers/cli/sign-in.js';
import { temporaryFolder } from '../helpers/folder.js';
import { codeBlocks, readDocument, root } from './markdown.js';

const run = promisify(execFile);

/** Returns the examples of a page in TypeScript. */
function examplesOf(document: string): string[] {
  return codeBlocks(readDocument(document))
    .filter(({ language }) => language === 'ts')
    .map(({ lines }) => lines.join('\n'));
}

/** Makes a project that has both packages, and compiles a program in it; returns its folder. */
async function compile(t: ExecutionContext, program: string): Promise<string> {
  const project = temporaryFolder();
  mkdirSync(join(project, 'node_modules'));
  symlinkSync(join(root, 'dist/svcapi-client'), join(project, 'node_modules/svcapi-client'));
  symlinkSync(root, join(project, 'node_modules/svcapi'));
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(project, 'program.ts'), program);
  const compilerOptions = {
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    ...{ module: 'nodenext', target: 'es2023', lib: ['es2023', 'esnext.disposable'] },
    ...{ types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
  };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
  const compiled = await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '--pretty', 'false'], {
    cwd: project,
  }).catch((error: { stdout: string }) => error);
  t.is(compiled.stdout, '');
  return project;
}

/** Every example of the page, which is one program: later examples use the client of the first. */
const program = examplesOf('docs/client.md').join('\n');

test('the examples of docs/client.md compile, run, and print what their comments say', async (t) => {
  const player = await withPlayer(t);
  const { refreshToken, token } = await signIn(player);
  const project = await compile(
    t,
    program.replaceAll('http://127.0.0.1:8080', player.origin).replace("'my-program'", "'svcapi-cli'"),
  );
  writeFileSync(join(project, 'tokens.json'), JSON.stringify({ accessToken: token, refreshToken, expiresAt: 1 }));

  const env = { ...process.env, SVCAPI_TOKEN: player.server.token };
  const { stdout, stderr } = await run(process.execPath, ['program.js'], { cwd: project, env });
  t.is(stderr, '');
  const printed = stdout.split('\n');
  const promised = [...program.matchAll(/console\.log\(.*\);? \/\/ (.+)$/gm)].map(([, text = '']) => text);
  t.true(promised.length > 3);
  for (const text of promised) t.true(printed.includes(text), `${text} is not in\n${stdout}`);
  t.regex(stdout, /^Hana Veil paid 78 to The Lantern Guild$/m);
  t.regex(stdout, /^Hana Veil, Ashari$/m);
  t.regex(stdout, /^599 of 600 calls left until \d+$/m);
  t.true(JSON.parse(readFileSync(join(project, 'tokens.json'), 'utf8')).expiresAt > 1, 'the sign-in was renewed');
});

test('the examples of docs/testing.md compile and run, one after the other', async (t) => {
  const blocks = examplesOf('docs/testing.md');
  t.is(blocks.length, 3);
  const [start = '', faults = '', requests = ''] = blocks;
  const assign = `
await server.removeFaults();
const body = new URLSearchParams({ production_entity_uid: '4:1', uses: '1' });
const headers = { Authorization: 'Bearer ' + server.token };
await fetch(server.url + '/ws/v2.0/datacard/14:7', { method: 'POST', body, headers });`;
  const seen = 'console.log(request.method, request.path, (await server.requests()).length);';
  const project = await compile(t, [start, faults, assign, requests, seen].join('\n'));
  const { stdout, stderr } = await run(process.execPath, ['program.js'], { cwd: project });
  t.is(stderr, '');
  t.is(stdout, '0\nPOST /ws/v2.0/datacard/14:7 0\n');
});
