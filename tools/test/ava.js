import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';

/**
 * Runs AVA.
 *
 * @param args what it is given: files and options
 * @param env variables beside those of this process
 * @param output where it prints
 * @param node the program of Node.js that runs it
 * @returns its exit code
 */
export async function ava(args, env = {}, output = process.stdout, node = process.execPath) {
  const isHeld = output !== process.stdout;
  const child = spawn(node, ['node_modules/ava/entrypoints/cli.mjs', ...args], {
    env: { ...process.env, ...env },
    stdio: isHeld ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  });
  for (const stream of isHeld ? [child.stdout, child.stderr] : []) stream.pipe(output, { end: false });
  const [code] = await once(child, 'close');
  return code ?? 1;
}
