import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { run } from './child.js';
import { ROOT } from './environment.js';

/** The package of the bench: other people's programs, which are no part of the product. */
export const TOOLS = join(ROOT, 'bench');

/** A package of the bench. */
export function fromTools(name: string): unknown {
  return createRequire(join(TOOLS, 'package.json'))(name);
}

/** Installs the packages of the bench where they are missing, exactly as its lock file has them. */
export async function installTools(): Promise<void> {
  if (existsSync(join(TOOLS, 'node_modules', '.package-lock.json'))) return;
  process.stderr.write('Installing what the service is compared with, in bench/ …\n');
  await run('npm', ['ci', '--ignore-scripts'], { cwd: TOOLS });
}
