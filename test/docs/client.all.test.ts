import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { signIn, withPlayer } from '../helpers/cli/sign-in.js';
import { temporaryFolder } from '../helpers/folder.js';
import { codeBlocks, readDocument, root } from './markdown.js';

const run = promisify(execFile);

/** Every example of the page, which is one program: later examples use the client of the first. */
const program = codeBlocks(readDocument('docs/client.md'))
  .filter(({ language }) => language === 'ts')
  .map(({ lines }) => lines.join('\n'))
  .join('\n');

test('the examples of docs/client.md compile, run, and print what their comments say', async (t) => {
  const player = await withPlayer(t);
  const { refreshToken, token } = await signIn(player);
  const project = temporaryFolder();
  mkdirSync(join(project, 'node_modules'));
  symlinkSync(join(root, 'dist/svcapi-client'), join(project, 'node_modules/svcapi-client'));
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(project, 'tokens.json'), JSON.stringify({ accessToken: token, refreshToken, expiresAt: 1 }));
  writeFileSync(
    join(project, 'program.ts'),
    program.replaceAll('http://127.0.0.1:8080', player.origin).replace("'my-program'", "'svcapi-cli'"),
  );
  const compilerOptions = {
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    ...{ module: 'nodenext', target: 'es2023', types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
  };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
  const compiled = await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '--pretty', 'false'], {
    cwd: project,
  }).catch((error: { stdout: string }) => error);
  t.is(compiled.stdout, '');

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
