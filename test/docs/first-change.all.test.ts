import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import test from 'ava';
import { temporaryFolder } from '../helpers/folder.js';
import { codeBlocks, readDocument, root } from './markdown.js';

/** The walk of docs/layout.md: its change, and what the service answers then. */
const blocks = codeBlocks(readDocument('docs/layout.md'));
const textOf = (language: string) => `${blocks.find((block) => block.language === language)?.lines.join('\n')}`;

const tsconfig = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8')) as { include: string[] };

const cloned = existsSync(join(root, '.git')) ? test : test.skip;

cloned('the first change of docs/layout.md applies to a clone, builds, and is seen on the wire', async (t) => {
  const folder = temporaryFolder();
  const clone = join(folder, 'first-change');
  execFileSync('git', ['clone', '--quiet', root, clone]);
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
  // What a build of the clone would have compiled before the change.
  mkdirSync(join(clone, 'dist'));
  const compiled = ['.tsbuildinfo', ...tsconfig.include].map((name) => join(root, 'dist', name));
  execFileSync('cp', ['-R', ...compiled, join(clone, 'dist')]);
  writeFileSync(join(folder, 'change.diff'), textOf('diff'));
  execFileSync('git', ['apply', join(folder, 'change.diff')], { cwd: clone });
  // As `npm start` builds it, with the packages of this checkout behind a link.
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '--preserveSymlinks'], { cwd: clone });
  execFileSync(process.execPath, ['tools/bundle.js'], { cwd: clone });

  const env = { PATH: process.env.PATH, HOME: folder };
  const server = spawn(process.execPath, ['dist/svcapi.cjs', 'serve', '--demo', '--port', '0'], { cwd: clone, env });
  t.teardown(() => server.kill());
  let url: string | undefined;
  for await (const line of createInterface(server.stdout)) {
    url = /listens on (\S+)/.exec(line)?.[1];
    if (url !== undefined) break;
  }
  const answer = await fetch(`${url}/ws/v2.0/api/helloworld`).then((response) => response.text());
  t.true(answer.includes(textOf('json').trim()), answer);
  const ended = once(server, 'exit');
  server.kill();
  await ended;
});
