import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Returns the folder of this package: the nearest above with a package.json, since bundled and plain code lie at different depths. */
export function packageFolder(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json'))) {
    if (folder === dirname(folder)) throw new Error('this program is outside of its package; install it again');
    folder = dirname(folder);
  }
  return folder;
}

/** Returns the version of this package. */
export function packageVersion(): string {
  return manifest().version;
}

/** Returns the oldest version of Node.js that this package runs on: `20.19`. */
export function neededNode(): string {
  return manifest().engines.node.replace('>=', '');
}

function manifest(): { version: string; engines: { node: string } } {
  return JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8'));
}
