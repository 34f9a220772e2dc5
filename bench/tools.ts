import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { run } from './child.js';
import { ROOT } from './environment.js';

/** The package of the bench: programs to compare with, which are not part of the product. */
export const TOOLS = join(ROOT, 'bench');

/** Loads a dependency of the bench. */
export function fromTools(name: string): unknown {
  return createRequire(join(TOOLS, 'package.json'))(name);
}

/** Installs the dependencies of the bench by its lock file, where they are missing. */
export async function installTools(): Promise<void> {
  if (existsSync(join(TOOLS, 'node_modules', '.package-lock.json'))) return;
  process.stderr.write('Installing the programs to compare with, in bench/ …\n');
  await run('npm', ['ci', '--ignore-scripts'], { cwd: TOOLS });
}
