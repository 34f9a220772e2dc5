import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Returns the nearest folder above with a package.json, since bundled and plain code lie at different depths. */
export function packageFolder(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json'))) {
    if (folder === dirname(folder)) throw new Error('this program is outside of its package; install it again');
    folder = dirname(folder);
  }
  return folder;
}

export function packageVersion(): string {
  return manifest().version;
}

export function neededNode(): string {
  return manifest().engines.node.replace('>=', '');
}

function manifest(): { version: string; engines: { node: string } } {
  return JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8'));
}
