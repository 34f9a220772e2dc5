import { spawn } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { PROGRAM } from '../helpers/cli/program.js';
import { temporaryFolder } from '../helpers/folder.js';

/** The suite in examples/ci, with vitest and from a shell. */

const root = fileURLToPath(new URL('../../../', import.meta.url));

async function run(command: string, args: string[], env: Record<string, string | undefined> = {}) {
  const { NODE_OPTIONS: _, ...inherited } = process.env;
  const child = spawn(command, args, { cwd: root, env: { ...inherited, NO_COLOR: '1', ...env } });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, stdout, output: stdout + stderr };
}

test.serial('the suite of the example passes under vitest', async (t) => {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const { code, output } = await run(process.execPath, [vitest, 'run', '--root', 'examples/ci']);
  t.is(code, 0, output);
  t.regex(output, /Tests +11 passed \(11\)/);
});

test.serial('the same passes from a shell', async (t) => {
  const bin = join(temporaryFolder(), 'bin');
  mkdirSync(bin);
  symlinkSync(PROGRAM, join(bin, 'svcapi'));
  const { code, stdout, output } = await run('examples/ci/sandbox.sh', [], { PATH: `${bin}:${process.env.PATH}` });
  t.is(code, 0, output);
  t.is(stdout.match(/^ok: /gm)?.length, 16, stdout);
});
